// Owns `delay`, which passes a value on after a time.

import Dispatch
import PromiseCore
import PromiseTrace

extension Promise {
  /// Passes the value on after a delay.
  ///
  /// A rejection is not delayed.
  ///
  /// - Parameters:
  ///   - queue: The queue that the timer fires on; nil means the default executor.
  ///   - interval: The time in seconds. Zero, a negative number or NaN means the executor's next turn.
  /// - Returns: A new promise with the same outcome.
  @preconcurrency
  @inlinable
  @discardableResult
  public func delay(
    on queue: DispatchQueue? = .none, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function,
    _ interval: Double
  ) -> Promise<Value> {
    delay(on: Executor.of(queue), file: file, line: line, function: function, interval)
  }

  /// Passes the value on after a delay.
  ///
  /// A rejection is not delayed.
  ///
  /// - Parameters:
  ///   - executor: The executor that the timer fires on.
  ///   - interval: The time in seconds. Zero, a negative number or NaN means the executor's next turn.
  /// - Returns: A new promise with the same outcome.
  @preconcurrency
  @inlinable
  @discardableResult
  public func delay(
    on executor: Executor, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
    _ interval: Double
  ) -> Promise<Value> {
    let executor = executor.holdable
    return Promise(from: self, "delay", timer: interval, on: executor, site: SourceSite(file, line, function)) {
      node, parent in
      nonisolated(unsafe) let parent = unsafeDowncast(parent, to: Promise<Value>.self)
      nonisolated(unsafe) let node = unsafeDowncast(node, to: Promise<Value>.self)
      node.settleByTimer(on: executor, after: interval, isOnlyWay: true) { node.settle(like: parent) }
    }
  }
}
