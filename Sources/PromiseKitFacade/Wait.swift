// wait, hang: blocking until there is a result. Owns the semaphore and the run loop; refuses to be a good idea.

import Dispatch
import Foundation
import PromiseCore
import PromiseTrace

extension Promise {
  /// Blocks this thread until there is a result.
  ///
  /// On the main thread ``LogEvent/waitOnMainThread`` is logged. There, a promise whose handler needs the main queue would
  /// never get anywhere: the main run loop runs instead, which helps unless a block of the main queue is what waits.
  /// - Returns: The value.
  /// - Throws: The error.
  public func wait() throws -> T {
    core.block()
    if core.isRejected { core.rejection.markHandled(at: core, byID: EventEmitter.owner) }
    return try core.settled().get()
  }
}

extension Guarantee {
  /// Blocks this thread until there is a value, and returns it; of a guarantee that was canceled there is none, and the program stops.
  public func wait() -> T {
    core.block()
    precondition(core.isFulfilled, "wait: this guarantee was the source of a cancellable chain, which was cancelled")
    return core.fulfilledValue
  }
}

/// Runs the main run loop until a promise has a result: for tests and command-line programs.
///
/// On another thread than the main one it only blocks.
///
/// - Parameter promise: The promise.
/// - Returns: The value.
/// - Throws: The error.
public func hang<T>(_ promise: Promise<T>) throws -> T {
  let core = promise.core
  core.block(running: Thread.isMainThread && ManualExecutor.bound == nil)
  if core.isRejected { core.rejection.markHandled(at: core, byID: EventEmitter.owner) }
  return try core.settled().get()
}

extension PromiseNode {
  /// Blocks until this node has settled; in virtual time, runs what there is to run.
  fileprivate func block(running runsLoop: Bool = false) {
    let isMain = Thread.isMainThread && ManualExecutor.bound == nil
    if isMain, !runsLoop { conf.logHandler(.waitOnMainThread) }
    // What this thread has put aside may be what settles it.
    Drain.flush()
    if let manual = ManualExecutor.bound {
      manual.run { isPending }
      precondition(!isPending, "wait: nothing is left to do in virtual time, and the promise is pending")
      return
    }
    guard isPending else { return }
    if runsLoop || isMain && needs(QueueExecutor.main) {
      // Woken by each block on the main queue; the limit is for promises that settle elsewhere.
      while isPending {
        _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 0.005))
        Drain.flush()
      }
      return
    }
    let done = DispatchSemaphore(value: 0)
    observe { _ in done.signal() }
    // If it has settled meanwhile, even this entry was put aside.
    Drain.flush()
    done.wait()
  }
}
