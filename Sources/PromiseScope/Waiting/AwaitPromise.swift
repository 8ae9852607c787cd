// awaitPromise: blocking a thread until a promise has settled.
//
// Owns the question whether that can ever happen: a body of the promise that has to run on the queue this thread occupies can't.

import CPromiseTrace
import Dispatch
import PromiseCore
import PromiseTrace

/// Waiting for a promise would never have ended: it needs the queue that waits.
public struct PromiseDeadlockError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The name of the queue.
  public let queue: String

  /// Creates the error.
  @preconcurrency
  public init(queue: String) { self.queue = queue }

  /// A sentence.
  @preconcurrency
  public var description: String {
    "waiting for a promise on queue '\(queue)', which the promise needs in order to settle, would never end; wait on another "
      + "queue, give the promise one of its own, or use then"
  }
}

/// Blocks the calling thread until a promise has settled.
///
/// Meant for queues that nothing else needs. Under a ``ManualExecutor`` it runs that executor instead of blocking.
///
/// - Parameter promise: The promise to wait for.
/// - Returns: Its value.
/// - Throws: Its error; ``PromiseDeadlockError``, at once, where the promise or one it derives from has a body that runs on the serial
///   queue of the calling thread: the main queue, or one that the program made.
@preconcurrency
@discardableResult
public func awaitPromise<Value>(_ promise: Promise<Value>) throws -> Value {
  if promise.isPending {
    if let manual = ManualExecutor.bound {
      Drain.flush()
      manual.run { promise.isPending }
      guard !promise.isPending else { throw deadlock(of: promise, on: manual) }
    } else {
      try block(until: promise)
    }
  }
  guard promise.isRejected else { return promise.fulfilledValue }
  promise.rejection.markHandled(at: promise, byID: EventEmitter.owner)
  throw promise.rejection.error
}

private func block(until promise: PromiseNode) throws {
  // What this thread put aside may be just what settles it.
  Drain.flush()
  let executor = psIsMainThread() ? QueueExecutor.main : QueueExecutor.current
  let mayNeverEnd = executor.map(promise.needs) ?? false
  if mayNeverEnd, executor === QueueExecutor.main { throw deadlock(of: promise, on: QueueExecutor.main) }
  let settled = DispatchSemaphore(value: 0)
  let entry = promise.observe { _ in settled.signal() }
  // If it has settled meanwhile, even this entry was put aside.
  Drain.flush()
  guard mayNeverEnd, let executor else { return settled.wait() }
  // A queue does not say whether it is serial. If it is, this block can't run before the waiting ends.
  let probe = DispatchSemaphore(value: 0)
  executor.queue.async { probe.signal() }
  guard settled.wait(timeout: .now() + 0.5) == .timedOut else { return }
  guard probe.wait(timeout: .now()) == .timedOut else { return settled.wait() }
  entry.stopWaiting()
  throw deadlock(of: promise, on: executor)
}

/// Tells the log, and makes the error to throw.
private func deadlock(of promise: PromiseNode, on executor: Executor) -> PromiseDeadlockError {
  if promise.tracedID != 0 {
    EventEmitter.noted(
      promise.tracedID, "a thread of queue '\(executor.label)' waits for this promise, which needs that queue")
  }
  return PromiseDeadlockError(queue: executor.label)
}
