// Bolts' kinds of executor as executors of the core. In virtual time, those that leave the calling thread enqueue their jobs on the
// manual executor, as queues do.

import CPromiseRuntime
import Dispatch
import Foundation
import PromiseCore
import Synchronization

/// Runs jobs inline up to a depth, beyond it on a global queue.
final class DefaultExecutor: CoreExecutor, @unchecked Sendable {
  static let shared = DefaultExecutor()

  private init() { super.init(label: "default") }

  override func enqueue(_ job: consuming Job) {
    guard InlineDepth.isTooDeepForDefault else { return InlineDepth.run(job, onDefault: true) }
    QueueExecutor.on(.global()).enqueue(job)
  }
}

final class ImmediateExecutor: CoreExecutor, @unchecked Sendable {
  static let shared = ImmediateExecutor()

  private init() { super.init(label: "immediate") }

  override func enqueue(_ job: consuming Job) { InlineDepth.run(job) }
}

/// Runs jobs inline on the main thread; from other threads, on the main queue.
final class MainThreadExecutor: CoreExecutor, @unchecked Sendable {
  static let shared = MainThreadExecutor()

  private init() { super.init(label: "main") }

  override func enqueue(_ job: consuming Job) {
    // In virtual time one thread stands for all threads, so it must not matter whether it is the main thread.
    guard psIsMainThread(), ManualExecutor.bound == nil else { return QueueExecutor.main.enqueue(job) }
    InlineDepth.run(job)
  }
}

/// Runs jobs on an operation queue.
final class OperationQueueExecutor: CoreExecutor, @unchecked Sendable {
  private let queue: OperationQueue

  init(_ queue: OperationQueue) {
    self.queue = queue
    super.init(label: queue.name ?? "operations")
  }

  override func enqueue(_ job: consuming Job) {
    if let manual = ManualExecutor.bound { return manual.enqueue(job) }
    let held = HeldJob(job)
    queue.addOperation { held.run() }
  }
}

/// Runs jobs within a custom closure.
final class ClosureExecutor: CoreExecutor, @unchecked Sendable {
  private let closure: (@Sendable () -> Void) -> Void

  init(_ closure: @escaping (@Sendable () -> Void) -> Void) {
    self.closure = closure
    super.init(label: "closure")
  }

  override func enqueue(_ job: consuming Job) {
    let held = HeldJob(job)
    closure { held.run() }
  }
}

/// Runs jobs wherever a custom closure dispatches them.
final class EscapingClosureExecutor: CoreExecutor, @unchecked Sendable {
  private let closure: (@escaping @Sendable () -> Void) -> Void

  init(_ closure: @escaping (@escaping @Sendable () -> Void) -> Void) {
    self.closure = closure
    super.init(label: "escapingClosure")
  }

  override func enqueue(_ job: consuming Job) {
    let held = HeldJob(job)
    closure { held.run() }
  }
}

extension HeldJob {
  fileprivate func run() {
    if let job = take() { InlineDepth.run(job) }
  }
}
