// Where a handler runs: its operator chooses the executor when it is called, from `on:` and `flags:`, or else the configured queue.

import Dispatch
import PromiseCore

extension DispatchQueue {
  /// The default of `on:`, which stands for the configured queue.
  ///
  /// `conf.Q` itself as the default would copy all settings under a lock at every call.
  @usableFromInline static let pmkDefault = DispatchQueue(label: "PromiseKit.default")
}

extension Executor {
  /// Chooses the executor of a handler.
  ///
  /// - Parameters:
  ///   - queue: The value of `on:`; nil means inline.
  ///   - flags: The flags of the work item, if the handler runs on a dispatch queue.
  ///   - role: The role of the operator.
  @inlinable @inline(__always)
  static func handler(_ queue: DispatchQueue?, _ flags: DispatchWorkItemFlags?, _ role: HandlerRole) -> Executor {
    guard let queue else { return .inline }
    return choose(queue, flags, role)
  }

  @usableFromInline
  static func choose(_ queue: DispatchQueue, _ flags: DispatchWorkItemFlags?, _ role: HandlerRole) -> Executor {
    let executor = queue === DispatchQueue.pmkDefault ? PMKConfiguration.executor(role) : .queue(queue)
    return flags.map { executor.flagged($0) } ?? executor
  }

  /// This executor with flags and a quality of service for each work item, which mean nothing inline.
  func flagged(_ flags: DispatchWorkItemFlags, qos: DispatchQoS = .unspecified) -> Executor {
    guard let queue = self as? QueueExecutor else { return self }
    return FlaggedExecutor(queue, flags, qos: qos)
  }

  /// This executor for a handler of some errors only.
  func about(_ selects: @escaping (any Error) -> Bool) -> Executor {
    self === Executor.inline ? self : SelectiveExecutor(self, selects)
  }
}

/// Another executor for a handler of some errors only.
///
/// Errors that the handler does not handle pass without a hop, like cancellations.
private final class SelectiveExecutor: Executor, @unchecked Sendable {
  private let base: Executor

  init(_ base: Executor, _ selects: @escaping (any Error) -> Bool) {
    nonisolated(unsafe) let selects = selects
    self.base = base
    super.init(label: base.label)
    passes = { !selects($0.error) }
  }

  override func enqueue(_ job: consuming Job) { base.enqueue(job) }
}

/// A dispatch queue's executor that dispatches each job as a work item with flags and a quality of service.
final class FlaggedExecutor: Executor, @unchecked Sendable {
  let base: QueueExecutor
  let flags: DispatchWorkItemFlags
  let qos: DispatchQoS

  init(_ base: QueueExecutor, _ flags: DispatchWorkItemFlags, qos: DispatchQoS) {
    self.base = base
    self.flags = flags
    self.qos = qos
    super.init(label: base.label)
  }

  override func enqueue(_ job: consuming Job) {
    // In virtual time a queue is only a label, and flags have no effect.
    if let manual = ManualExecutor.bound { return manual.enqueue(job) }
    let held = HeldJob(job)
    base.queue.async(qos: qos, flags: flags) { held.take()?.run() }
  }
}
