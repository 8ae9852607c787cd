// reduce: many items into one value, one after the other.
//
// As few overloads as will do, and no optional parameter with a default: each doubles the time that a closure of operators takes the
// type checker (measured: `Promise(text + ", " + String(number))` took it 2.7 s for one, 14 s for all of them).

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
@discardableResult
public func reduce<Value, Item>(
  on queue: DispatchQueue? = nil, _ initial: Value, _ items: [Item], file: StaticString = #fileID, line: UInt = #line,
  function: StaticString = #function, combine: @escaping @Sendable (Value, Item) throws -> Promise<Value>
) -> Promise<Value> {
  let site = SourceSite(file, line, function)
  return Promise(initial, file: file, line: line, function: function)
    .reduce(items, on: Executor.of(queue), site, combine)
}

extension Promise {
  /// Combines the items of a sequence one after the other on the default executor, beginning with this promise's value.
  ///
  /// - Parameters:
  ///   - items: The items, in order.
  ///   - file: Where, for the log.
  ///   - line: Where, for the log.
  ///   - function: Where, for the log.
  ///   - combine: Gets the value so far and the next item, and returns the promise of the next value.
  /// - Returns: A promise of the last value, or this promise where there are no items; rejected with the first error, and then no
  ///   more items are combined.
  @preconcurrency
  @discardableResult
  public func reduce<Container: Sequence>(
    _ items: Container, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
    _ combine: @escaping @Sendable (Value, Container.Element) throws -> Promise<Value>
  ) -> Promise<Value> {
    reduce(items, on: .standard, SourceSite(file, line, function), combine)
  }

  /// Combines the items of a sequence one after the other, beginning with this promise's value.
  ///
  /// - Parameters:
  ///   - queue: Where `combine` runs.
  ///   - items: The items, in order.
  ///   - file: Where, for the log.
  ///   - line: Where, for the log.
  ///   - function: Where, for the log.
  ///   - combine: Gets the value so far and the next item, and returns the promise of the next value.
  /// - Returns: A promise of the last value, or this promise where there are no items; rejected with the first error, and then no
  ///   more items are combined.
  @preconcurrency
  @discardableResult
  public func reduce<Container: Sequence>(
    on queue: DispatchQueue, _ items: Container, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function,
    _ combine: @escaping @Sendable (Value, Container.Element) throws -> Promise<Value>
  ) -> Promise<Value> {
    reduce(items, on: .queue(queue), SourceSite(file, line, function), combine)
  }

  /// Combines items given one by one, on the default executor.
  ///
  /// - Parameters:
  ///   - items: The items, in order.
  ///   - file: Where, for the log.
  ///   - line: Where, for the log.
  ///   - function: Where, for the log.
  ///   - combine: Gets the value so far and the next item, and returns the promise of the next value.
  /// - Returns: As for a sequence.
  @preconcurrency
  @discardableResult
  public func reduce<Item>(
    _ items: Item..., file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
    combine: @escaping @Sendable (Value, Item) throws -> Promise<Value>
  ) -> Promise<Value> {
    reduce(items, on: .standard, SourceSite(file, line, function), combine)
  }

  /// Combines items given one by one.
  ///
  /// - Parameters:
  ///   - queue: Where `combine` runs.
  ///   - items: The items, in order.
  ///   - file: Where, for the log.
  ///   - line: Where, for the log.
  ///   - function: Where, for the log.
  ///   - combine: Gets the value so far and the next item, and returns the promise of the next value.
  /// - Returns: As for a sequence.
  @preconcurrency
  @discardableResult
  public func reduce<Item>(
    on queue: DispatchQueue, _ items: Item..., file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function, combine: @escaping @Sendable (Value, Item) throws -> Promise<Value>
  ) -> Promise<Value> {
    reduce(items, on: .queue(queue), SourceSite(file, line, function), combine)
  }

  fileprivate func reduce<Container: Sequence>(
    _ items: Container, on executor: Executor, _ site: SourceSite,
    _ combine: @escaping @Sendable (Value, Container.Element) throws -> Promise<Value>
  ) -> Promise<Value> {
    // A chain, built link by link: nothing recurses over the number of items.
    items.reduce(self) { partial, item in
      nonisolated(unsafe) let item = item
      return Promise(from: partial, "reduce", handles: .fulfilled, on: executor, site: site) { node, parent in
        let value = unsafeDowncast(parent, to: Promise<Value>.self).fulfilledValue
        unsafeDowncast(node, to: Promise<Value>.self).settle { () throws -> Promise<Value> in try combine(value, item) }
      }
    }
  }
}
