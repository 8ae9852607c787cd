// Owns `awaitPromise`, which blocks a thread until a promise has settled, and its detection of deadlocks: waiting never ends if the
// promise needs the queue that the waiting thread occupies (`ExecutorNeed`).

import Dispatch
import PromiseCore
import PromiseTrace

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The error that `awaitPromise` throws if the promise needs the queue that is waiting for it.
public struct PromiseDeadlockError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The label of the queue.
  public let queue: String

  /// Creates the error.
  @preconcurrency
  public init(queue: String) { self.queue = queue }

  /// A sentence that explains the error.
  @preconcurrency
  public var description: String {
    "waiting for a promise on queue '\(queue)', which the promise needs in order to settle, would never end; wait on another "
      + "queue, give the promise one of its own, or use then"
  }
}

/// Blocks the calling thread until a promise has settled.
///
/// Call it on a queue that no other work needs. Under a ``ManualExecutor`` it runs that executor instead of blocking.
///
/// - Parameter promise: The promise to wait for.
/// - Returns: The value of the promise.
/// - Throws: The error of the promise. ``PromiseDeadlockError`` if the promise can only settle once the serial queue of the calling thread
///   has run something, because the promise, one that it derives from, or an input that it needs (every input of `all`, or all inputs of
///   `race` together) has a body, a timer, or another attempt there: immediately for the main queue, after half a second for a queue of the
///   program's own. The check assumes that no promise upstream is rejected, so it also throws if a rejection would have come first:
///   of another input of `all`, or of the promise that the body waits for.
/// - Complexity: O(*n*) for the *n* promises upstream, if the call blocks.
@preconcurrency
@discardableResult
public func awaitPromise<Value>(
  _ promise: Promise<Value>, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
) throws -> Value {
  let site = SourceSite(file, line, function)
  if promise.isPending {
    let stopped = promise.stopThread(at: site)
    defer { stopped.resume() }
    if let manual = ManualExecutor.bound {
      Drain.flush()
      if manual.wouldDeadlock(on: promise) { throw deadlock(of: promise, on: QueueExecutor.main) }
      manual.run { promise.isPending }
      guard !promise.isPending else { throw deadlock(of: promise, on: manual) }
    } else {
      try block(until: promise, at: stopped.isRecorded ? nil : site)
    }
  } else {
    promise.noteWait(at: site)
  }
  guard promise.isRejected else { return promise.fulfilledValue }
  promise.rejection.markHandled(at: promise, byID: EventEmitter.owner)
  throw promise.rejection.error
}

private func block(until promise: PromiseNode, at site: SourceSite?) throws {
  // The reactions that this thread has deferred may be the ones that settle the promise.
  Drain.flush()
  let isMain = QueueExecutor.isMainOccupied
  let executor = isMain ? QueueExecutor.main : QueueExecutor.current
  let mayNeverEnd = executor.map(promise.needs) ?? false
  if isMain, mayNeverEnd {
    // Asked again after a moment, because another thread may just be settling an input.
    usleep(5_000)
    if promise.needs(QueueExecutor.main) { throw deadlock(of: promise, on: QueueExecutor.main) }
  }
  let settled = DispatchSemaphore(value: 0)
  let entry = promise.observe(at: site) { _ in settled.signal() }
  // If the promise has settled in the meantime, this entry was deferred, too.
  Drain.flush()
  guard mayNeverEnd, !isMain, let executor else { return settled.wait() }
  // Dispatch doesn't reveal whether a queue is serial. If it is, this block can't run before the waiting ends.
  let probe = DispatchSemaphore(value: 0)
  executor.queue.async { probe.signal() }
  guard settled.wait(timeout: .now() + 0.5) == .timedOut else { return }
  guard probe.wait(timeout: .now()) == .timedOut else { return settled.wait() }
  entry.stopWaiting()
  throw deadlock(of: promise, on: executor)
}

/// Notes the deadlock in the log and returns the error to throw.
private func deadlock(of promise: PromiseNode, on executor: Executor) -> PromiseDeadlockError {
  promise.noteDeadlock(on: executor)
  return PromiseDeadlockError(queue: executor.label)
}
