// delay: a value that comes later.

import Dispatch
import PromiseCore
import PromiseTrace

extension Promise {
  /// Holds the value back for a time.
  ///
  /// A rejection is not delayed.
  ///
  /// - Parameters:
  ///   - queue: Where the timer is; nil means the default executor.
  ///   - file: Where, for the log.
  ///   - line: Where, for the log.
  ///   - function: Where, for the log.
  ///   - interval: Seconds; NaN and what is not positive mean the next turn.
  /// - Returns: A new promise of the same outcome.
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

  /// Holds the value back for a time.
  ///
  /// A rejection is not delayed.
  ///
  /// - Parameters:
  ///   - executor: Where the timer is.
  ///   - file: Where, for the log.
  ///   - line: Where, for the log.
  ///   - function: Where, for the log.
  ///   - interval: Seconds; NaN and what is not positive mean the next turn.
  /// - Returns: A new promise of the same outcome.
  @preconcurrency
  @inlinable
  @discardableResult
  public func delay(
    on executor: Executor, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
    _ interval: Double
  ) -> Promise<Value> {
    let executor = executor.holdable
    return Promise(from: self, "delay", handles: [], on: executor, site: SourceSite(file, line, function)) {
      node, parent in
      let parent = unsafeDowncast(parent, to: Promise<Value>.self)
      let node = unsafeDowncast(node, to: Promise<Value>.self)
      executor.schedule(after: interval) { node.settle(like: parent) }
    }
  }
}
