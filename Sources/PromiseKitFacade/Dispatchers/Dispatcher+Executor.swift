// The core's executors for the values of `on:` and `flags:`: a queue, a queue with flags, a dispatcher. Does not define dispatchers;
// Dispatcher.swift does.

import Dispatch
import PromiseCore

extension Executor {
  /// The executor of a body that belongs to no chain.
  ///
  /// - Parameters:
  ///   - queue: The value of `on:`; nil means inline.
  ///   - flags: The flags of the work item.
  ///   - qos: The quality of service of the work item.
  /// - Returns: The executor.
  static func running(
    on queue: DispatchQueue?, _ flags: DispatchWorkItemFlags?, qos: DispatchQoS = .unspecified
  ) -> Executor {
    let executor: Executor =
      switch HandlerTarget(queue) {
      case .inline: .inline
      case .executor(let executor): executor
      case .unspecified, .configured, .chain, .sticky: PMKConfiguration.executor(.body)
      }
    if flags == nil, qos == .unspecified { return executor }
    return executor.flagged(flags ?? [], qos: qos)
  }

  /// This executor with flags for each work item, which are ignored with a warning if it is not a queue's executor.
  func flagged(_ flags: DispatchWorkItemFlags, qos: DispatchQoS = .unspecified) -> Executor {
    switch self {
    case let queue as QueueExecutor:
      return FlaggedExecutor(queue, flags, qos: qos)
    case let executor as FlaggedExecutor:
      return FlaggedExecutor(executor.base, flags, qos: qos)
    case let executor as DispatcherExecutor:
      guard let queue = executor.dispatcher as? DispatchQueueDispatcher else { break }
      return DispatcherExecutor(
        DispatchQueueDispatcher(queue: queue.queue, group: queue.group, qos: queue.qos, flags: flags))
    case let inline where inline === Executor.inline:
      conf.logHandler(.nilDispatchQueueWithFlags)
      return self
    default:
      break
    }
    conf.logHandler(.extraneousFlagsSpecified)
    return self
  }

  /// This executor for a handler of some errors only.
  func about(_ selects: @escaping (any Error) -> Bool) -> Executor {
    self === Executor.inline ? self : SelectiveExecutor(self, selects)
  }

  /// The executor of a dispatcher: the queue's executor for a dispatch queue, inline for ``CurrentThreadDispatcher``.
  static func running(on dispatcher: any Dispatcher) -> Executor {
    switch dispatcher {
    case let queue as DispatchQueue: .running(on: queue, nil)
    case is CurrentThreadDispatcher: .inline
    default: DispatcherExecutor(dispatcher)
    }
  }
}

/// An executor that passes each job to a dispatcher; the log shows the name of the dispatcher's type.
final class DispatcherExecutor: Executor, @unchecked Sendable {
  let dispatcher: any Dispatcher

  init(_ dispatcher: any Dispatcher) {
    self.dispatcher = dispatcher
    super.init(label: "\(type(of: dispatcher))")
  }

  override func enqueue(_ job: consuming Job) {
    let held = HeldJob(job)
    dispatcher.dispatch { held.run() }
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
    base.queue.async(qos: qos, flags: flags) { held.run() }
  }
}

extension HeldJob {
  fileprivate func run() { take()?.run() }
}
