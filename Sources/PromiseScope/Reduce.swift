// reduce: many items into one value, one after the other.

import Dispatch
import PromiseCore
import PromiseTrace

/// Combines items one after the other, each step waiting for the one before.
///
/// - Parameters:
///   - queue: Where `combine` runs; nil means the default executor.
///   - initial: The value to begin with.
///   - items: The items, in order.
///   - file: Where, for the log.
///   - line: Where, for the log.
///   - function: Where, for the log.
///   - combine: Gets the value so far and the next item, and returns the promise of the next value.
/// - Returns: A promise of the last value; rejected with the first error, and then no more items are combined.
@preconcurrency
public func reduce<Value: Sendable, Item: Sendable>(
  on queue: DispatchQueue? = nil, _ initial: Value, _ items: [Item], file: StaticString = #fileID, line: UInt = #line,
  function: StaticString = #function, combine: @escaping @Sendable (Value, Item) throws -> Promise<Value>
) -> Promise<Value> {
  Promise(initial, file: file, line: line, function: function)
    .reduce(on: queue, items, file: file, line: line, function: function, combine: combine)
}

extension Promise {
  /// Combines items one after the other, beginning with this promise's value.
  ///
  /// - Parameters:
  ///   - queue: Where `combine` runs; nil means the default executor.
  ///   - items: The items, in order.
  ///   - file: Where, for the log.
  ///   - line: Where, for the log.
  ///   - function: Where, for the log.
  ///   - combine: Gets the value so far and the next item, and returns the promise of the next value.
  /// - Returns: A promise of the last value; rejected with the first error, and then no more items are combined.
  @preconcurrency
  public func reduce<Item: Sendable>(
    on queue: DispatchQueue? = nil, _ items: [Item], file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function, combine: @escaping @Sendable (Value, Item) throws -> Promise<Value>
  ) -> Promise<Value> {
    let executor = Executor.of(queue)
    let site = SourceSite(file, line, function)
    // A chain, built link by link: nothing recurses over the number of items.
    return items.reduce(self) { partial, item in
      Promise(from: partial, "reduce", handles: .fulfilled, on: executor, site: site) { node, parent in
        let value = unsafeDowncast(parent, to: Promise<Value>.self).fulfilledValue
        unsafeDowncast(node, to: Promise<Value>.self).settle { () throws -> Promise<Value> in try combine(value, item) }
      }
    }
  }

  /// Combines items given one by one.
  ///
  /// - Parameters:
  ///   - queue: Where `combine` runs; nil means the default executor.
  ///   - items: The items, in order.
  ///   - file: Where, for the log.
  ///   - line: Where, for the log.
  ///   - function: Where, for the log.
  ///   - combine: Gets the value so far and the next item, and returns the promise of the next value.
  /// - Returns: As ``reduce(on:_:file:line:function:combine:)`` of the array.
  @preconcurrency
  public func reduce<Item: Sendable>(
    on queue: DispatchQueue? = nil, _ items: Item..., file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function, combine: @escaping @Sendable (Value, Item) throws -> Promise<Value>
  ) -> Promise<Value> {
    reduce(on: queue, items, file: file, line: line, function: function, combine: combine)
  }
}
