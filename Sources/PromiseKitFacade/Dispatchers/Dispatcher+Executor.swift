// How the core runs bodies where this facade's programs say: on a queue, with flags, on a dispatcher. Owns the executors
// for that; what a dispatcher is stands beside.

import Dispatch
import PromiseCore

extension Executor {
  /// Where a body runs that belongs to no chain.
  ///
  /// - Parameters:
  ///   - queue: What the program passed; nil means inline.
  ///   - flags: For the work item.
  /// - Returns: The executor.
  static func running(on queue: DispatchQueue?, _ flags: DispatchWorkItemFlags?) -> Executor {
    let executor: Executor =
      switch Place(queue) {
      case .inline: .inline
      case .executor(let executor): executor
      case .unspecified, .configured, .chain, .sticky: PMKConfiguration.executor(.body)
      }
    return flags.map { executor.flagged($0) } ?? executor
  }

  /// This executor, with flags for each work item; they are ignored with a warning if it is not a queue's.
  func flagged(_ flags: DispatchWorkItemFlags) -> Executor {
    switch self {
    case let queue as QueueExecutor:
      return FlaggedExecutor(queue, flags)
    case let executor as FlaggedExecutor:
      return FlaggedExecutor(executor.base, flags)
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

  /// This executor, for a handler that is only about some errors.
  func about(_ selects: @escaping (any Error) -> Bool) -> Executor {
    self === Executor.inline ? self : SelectiveExecutor(self, selects)
  }

  /// Where a dispatcher runs a body: a queue's own executor if it is one, inline if that is what it does.
  static func running(on dispatcher: any Dispatcher) -> Executor {
    switch dispatcher {
    case let queue as DispatchQueue: .running(on: queue, nil)
    case is CurrentThreadDispatcher: .inline
    default: DispatcherExecutor(dispatcher)
    }
  }
}

/// A dispatcher to which bodies go one by one; the log shows the name of its type.
final class DispatcherExecutor: Executor, @unchecked Sendable {
  let dispatcher: any Dispatcher

  init(_ dispatcher: any Dispatcher) {
    self.dispatcher = dispatcher
    super.init(label: "\(type(of: dispatcher))")
  }

  override func enqueue(_ job: consuming Job) {
    let carried = CarriedJob(job)
    dispatcher.dispatch { carried.run() }
  }
}

/// Another executor, by which errors pass that a handler is not about.
///
/// Those do not hop, as cancellations do not.
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

/// A dispatch queue to which bodies go with flags; each body is a work item of its own.
private final class FlaggedExecutor: Executor, @unchecked Sendable {
  let base: QueueExecutor
  private let flags: DispatchWorkItemFlags

  init(_ base: QueueExecutor, _ flags: DispatchWorkItemFlags) {
    self.base = base
    self.flags = flags
    super.init(label: base.label)
  }

  override func enqueue(_ job: consuming Job) {
    // In virtual time a queue is a label, and so are its flags.
    if let manual = ManualExecutor.bound { return manual.enqueue(job) }
    let carried = CarriedJob(job)
    base.queue.async(flags: flags) { carried.run() }
  }
}

/// A job in a closure, which can't hold one itself; the closure runs once.
private final class CarriedJob: @unchecked Sendable {
  private var job: Job?

  init(_ job: consuming Job) { self.job = consume job }

  func run() { job.take()?.run() }
}
