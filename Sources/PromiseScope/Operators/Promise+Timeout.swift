// timeout: an end to waiting. The source goes on; only nobody waits for it here any more.

import Dispatch
import PromiseCore
import PromiseTrace

extension Promise {
  /// Rejects with ``PromiseError/timedOut`` if this promise has not settled in time.
  ///
  /// - Parameters:
  ///   - queue: Where the timer is; nil means the default executor.
  ///   - file: Where, for the log.
  ///   - line: Where, for the log.
  ///   - function: Where, for the log.
  ///   - interval: Seconds; NaN and what is not positive mean the next turn.
  ///   - cancelsSource: Whether a timeout also cancels this promise, unless others wait for it too; without, its work goes on unseen.
  /// - Returns: A new promise of this one's outcome, if that comes in time.
  @preconcurrency
  @inlinable
  @discardableResult
  public func timeout(
    on queue: DispatchQueue? = .none, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function,
    _ interval: Double, cancelsSource: Bool = false
  ) -> Promise<Value> {
    timeout(on: Executor.of(queue), file: file, line: line, function: function, interval, cancelsSource: cancelsSource)
  }

  /// Rejects with ``PromiseError/timedOut`` if this promise has not settled in time.
  ///
  /// - Parameters:
  ///   - executor: Where the timer is.
  ///   - file: Where, for the log.
  ///   - line: Where, for the log.
  ///   - function: Where, for the log.
  ///   - interval: Seconds; NaN and what is not positive mean the next turn.
  ///   - cancelsSource: Whether a timeout also cancels this promise, unless others wait for it too; without, its work goes on unseen.
  /// - Returns: A new promise of this one's outcome, if that comes in time.
  @preconcurrency
  @inlinable
  @discardableResult
  public func timeout(
    on executor: Executor, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
    _ interval: Double, cancelsSource: Bool = false
  ) -> Promise<Value> {
    let promise = Promise(
      from: self, "timeout", handles: [], on: .inline, site: SourceSite(file, line, function)
    ) { node, parent in
      unsafeDowncast(node, to: Promise<Value>.self).settle(like: unsafeDowncast(parent, to: Promise<Value>.self))
    }
    let timer = executor.schedule(after: interval) { promise.timeOut(cancellingSource: cancelsSource) }
    promise.observeSilently { _ in timer.cancel() }
    return promise
  }
}

extension Promise {
  /// Rejects as timed out, unless the promise has settled: then nothing happens, and nothing is told.
  @usableFromInline
  func timeOut(cancellingSource cancelsSource: Bool) {
    if reject(PromiseError.timedOut, cause: .timeout), cancelsSource { stopWaiting(cancellingSource: true) }
  }
}
