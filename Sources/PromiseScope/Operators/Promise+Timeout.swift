// Owns `timeout`, which stops waiting after a time. The source keeps running unless the caller asks to cancel it.

import Dispatch
import PromiseCore
import PromiseTrace

extension Promise {
  /// Rejects with ``PromiseError/timedOut`` if this promise doesn't settle in time.
  ///
  /// ```swift
  /// let (answer, resolver) = Promise<String>.withResolvers()
  /// answer.timeout(5).catch { error in
  ///   print(error)  // timedOut, if nothing resolves the answer within 5 seconds
  /// }
  /// resolver.fulfill("42")
  /// ```
  ///
  /// - Parameters:
  ///   - queue: The queue that the timer fires on; nil means the default executor.
  ///   - interval: The time in seconds. Zero, a negative number or NaN means the executor's next turn.
  ///   - cancelsSource: Whether the timeout also cancels this promise, unless something else waits for it. Otherwise its work continues.
  /// - Returns: A new promise with the outcome of this promise if it settles in time.
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

  /// Rejects with ``PromiseError/timedOut`` if this promise doesn't settle in time.
  ///
  /// - Parameters:
  ///   - executor: The executor that the timer fires on.
  ///   - interval: The time in seconds. Zero, a negative number or NaN means the executor's next turn.
  ///   - cancelsSource: Whether the timeout also cancels this promise, unless something else waits for it. Otherwise its work continues.
  /// - Returns: A new promise with the outcome of this promise if it settles in time.
  @preconcurrency
  @inlinable
  @discardableResult
  public func timeout(
    on executor: Executor, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
    _ interval: Double, cancelsSource: Bool = false
  ) -> Promise<Value> {
    nonisolated(unsafe) let promise = Promise(
      from: self, "timeout", timer: interval, on: .inline, site: SourceSite(file, line, function)
    ) { node, parent in
      unsafeDowncast(node, to: Promise<Value>.self).settle(like: unsafeDowncast(parent, to: Promise<Value>.self))
    }
    promise.settleByTimer(on: executor, after: interval, isOnlyWay: false) {
      promise.timeOut(cancellingSource: cancelsSource)
    }
    return promise
  }
}

extension Promise {
  /// Rejects as timed out.
  ///
  /// A promise that has settled stays as it is, and nothing is logged.
  @usableFromInline
  func timeOut(cancellingSource cancelsSource: Bool) {
    if reject(PromiseError.timedOut, cause: .timeout) { stopWaiting(cancellingSource: cancelsSource) }
  }
}
