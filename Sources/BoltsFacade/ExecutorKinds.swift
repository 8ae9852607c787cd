// What Bolts' kinds of executor do, as executors of the core. In virtual time those that leave the thread wait in the manual
// executor's list, as queues do.

import CPromiseTrace
import Dispatch
import Foundation
import PromiseCore
import Synchronization

/// Inline up to a depth, then elsewhere.
final class DefaultExecutor: PromiseCore.Executor, @unchecked Sendable {
  static let shared = DefaultExecutor()

  private init() { super.init(label: "default") }

  override func enqueue(_ job: consuming Job) {
    guard InlineDepth.isTooDeepForDefault else { return InlineDepth.run(job, onDefault: true) }
    QueueExecutor.on(.global()).enqueue(job)
  }
}

/// Inline, come what may.
final class ImmediateExecutor: PromiseCore.Executor, @unchecked Sendable {
  static let shared = ImmediateExecutor()

  private init() { super.init(label: "immediate") }

  override func enqueue(_ job: consuming Job) { InlineDepth.run(job) }
}

/// Inline on the main thread, from elsewhere on its queue.
final class MainThreadExecutor: PromiseCore.Executor, @unchecked Sendable {
  static let shared = MainThreadExecutor()

  private init() { super.init(label: "main") }

  override func enqueue(_ job: consuming Job) {
    // In virtual time there is one thread, and it stands for all: whether it is the main one must make no difference.
    guard psIsMainThread(), ManualExecutor.bound == nil else { return QueueExecutor.main.enqueue(job) }
    InlineDepth.run(job)
  }
}

/// On an operation queue.
final class OperationQueueExecutor: PromiseCore.Executor, @unchecked Sendable {
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

/// Inside a closure of the user's.
final class ClosureExecutor: PromiseCore.Executor, @unchecked Sendable {
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

/// Wherever a closure of the user's takes it.
final class EscapingClosureExecutor: PromiseCore.Executor, @unchecked Sendable {
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

/// A job for closures that may be called twice, or never: it runs the first time.
private final class HeldJob: Sendable {
  private let job: Mutex<Job?>

  init(_ job: consuming Job) { self.job = Mutex(job) }

  func run() {
    if let job = job.withLock({ $0.take() }) { InlineDepth.run(job) }
  }
}
