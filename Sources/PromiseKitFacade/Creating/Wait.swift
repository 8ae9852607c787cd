// wait, hang: blocking a thread until a promise has settled. Owns the semaphore and the use of the run loop.

import Dispatch
import Foundation
import PromiseCore
import PromiseTrace

extension Promise {
  /// Blocks the calling thread until the promise has settled.
  ///
  /// On the main thread, it logs ``LogEvent/waitOnMainThread``. There, a promise whose handler needs the main queue would never
  /// settle, so the main run loop runs instead of blocking; this does not help if the call is made within a block on the main queue.
  ///
  /// - Returns: The value.
  /// - Throws: The error that the promise is rejected with.
  public func wait(
    file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) throws -> T {
    core.block(at: SourceSite(file, line, function))
    if core.isRejected { core.rejection.markHandled(at: core, byID: EventEmitter.owner) }
    return try core.settled().get()
  }
}

extension Guarantee {
  /// Blocks the calling thread until the guarantee is fulfilled, and returns its value; traps if the guarantee was canceled.
  public func wait(
    file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) -> T {
    core.block(at: SourceSite(file, line, function))
    precondition(core.isFulfilled, "wait: this guarantee was canceled, so it has no value")
    return core.fulfilledValue
  }
}

/// Runs the main run loop until a promise has settled, for tests and command-line programs.
///
/// On other threads than the main thread it blocks without running a run loop.
///
/// - Parameter promise: The promise to wait for.
/// - Returns: The value.
/// - Throws: The error that the promise is rejected with.
public func hang<T>(
  _ promise: Promise<T>, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
) throws -> T {
  let core = promise.core
  core.block(
    at: SourceSite(file, line, function), running: Thread.isMainThread && ManualExecutor.bound == nil)
  if core.isRejected { core.rejection.markHandled(at: core, byID: EventEmitter.owner) }
  return try core.settled().get()
}

extension PromiseNode {
  /// Blocks until this node has settled; in virtual time, runs the scheduled work instead.
  fileprivate func block(at site: SourceSite, running runsLoop: Bool = false) {
    let isMain = Thread.isMainThread && ManualExecutor.bound == nil
    if isMain, !runsLoop { conf.logHandler(.waitOnMainThread) }
    // Work that this thread has deferred may settle the node.
    Drain.flush()
    guard isPending else { return noteWait(at: site) }
    let stopped = stopThread(at: site)
    defer { stopped.resume() }
    // Registered whatever the thread does meanwhile, so that the log has the wait.
    let done = DispatchSemaphore(value: 0)
    observe(at: stopped.isRecorded ? nil : site) { _ in done.signal() }
    // If the node has settled in the meantime, the observer itself was deferred.
    Drain.flush()
    if let manual = ManualExecutor.bound {
      manual.run { isPending }
      precondition(!isPending, "wait: nothing is left to do in virtual time, and the promise is pending")
      return
    }
    if runsLoop || isMain && needs(QueueExecutor.main) {
      // Each block on the main queue ends the wait; the time limit is for promises that settle on other threads.
      while isPending {
        _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 0.005))
        Drain.flush()
      }
      return
    }
    done.wait()
  }
}
