// Owns `reduce`, which combines items into one value, one after another.
//
// It has as few overloads as possible and no optional parameter with a default value, because each doubles the time to type-check a
// closure with operators (measured: `Promise(text + ", " + String(number))` took 2.7 s with one, 14 s with all of them). For the same
// reason there is one declaration for both language modes: Swift 5 mode accepts every value, Swift 6 mode warns where the other operators
// report an error.

import Dispatch
import PromiseCore
import PromiseTrace

/// Combines items one after another, starting with an initial value.
///
/// - Parameters:
///   - queue: The queue that runs `combine`; nil means the default executor.
///   - initial: The value to start with.
///   - items: The items, in order.
///   - combine: Receives the value so far and the next item, and returns a promise for the next value.
/// - Returns: A promise for the last value. The first error rejects it and skips the remaining items.
/// - Complexity: O(*n*) for *n* items, with one promise per item.
@preconcurrency
@discardableResult
public func reduce<Value: Sendable, Item: Sendable>(
  on queue: DispatchQueue? = nil, _ initial: Value, _ items: [Item], file: StaticString = #fileID, line: UInt = #line,
  function: StaticString = #function, combine: @escaping @Sendable (Value, Item) throws -> Promise<Value>
) -> Promise<Value> {
  let site = SourceSite(file, line, function)
  return Promise(initial, file: file, line: line, function: function)
    .reduce(items, on: Executor.of(queue), site, combine)
}

extension Promise {
  /// Combines the items of a sequence on the default executor, starting with the value of this promise.
  ///
  /// - Parameters:
  ///   - items: The items, in order.
  ///   - combine: Receives the value so far and the next item, and returns a promise for the next value.
  /// - Returns: A promise for the last value, or this promise if there are no items. The first error rejects it and skips the remaining
  ///   items.
  /// - Complexity: O(*n*) for *n* items, with one promise per item.
  @preconcurrency
  @discardableResult
  public func reduce<Container: Sequence>(
    _ items: Container, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
    _ combine: @escaping @Sendable (Value, Container.Element) throws -> Promise<Value>
  ) -> Promise<Value> where Value: Sendable, Container.Element: Sendable {
    reduce(items, on: .standard, SourceSite(file, line, function), combine)
  }

  /// Combines the items of a sequence one after another, starting with the value of this promise.
  ///
  /// - Parameters:
  ///   - queue: The queue that runs `combine`.
  ///   - items: The items, in order.
  ///   - combine: Receives the value so far and the next item, and returns a promise for the next value.
  /// - Returns: A promise for the last value, or this promise if there are no items. The first error rejects it and skips the remaining
  ///   items.
  /// - Complexity: O(*n*) for *n* items, with one promise per item.
  @preconcurrency
  @discardableResult
  public func reduce<Container: Sequence>(
    on queue: DispatchQueue, _ items: Container, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function,
    _ combine: @escaping @Sendable (Value, Container.Element) throws -> Promise<Value>
  ) -> Promise<Value> where Value: Sendable, Container.Element: Sendable {
    reduce(items, on: .queue(queue), SourceSite(file, line, function), combine)
  }

  /// Combines items passed one by one, on the default executor.
  ///
  /// - Parameters:
  ///   - items: The items, in order.
  ///   - combine: Receives the value so far and the next item, and returns a promise for the next value.
  /// - Returns: The same as for a sequence.
  @preconcurrency
  @discardableResult
  public func reduce<Item: Sendable>(
    _ items: Item..., file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
    combine: @escaping @Sendable (Value, Item) throws -> Promise<Value>
  ) -> Promise<Value> where Value: Sendable {
    reduce(items, on: .standard, SourceSite(file, line, function), combine)
  }

  /// Combines items passed one by one.
  ///
  /// - Parameters:
  ///   - queue: The queue that runs `combine`.
  ///   - items: The items, in order.
  ///   - combine: Receives the value so far and the next item, and returns a promise for the next value.
  /// - Returns: The same as for a sequence.
  @preconcurrency
  @discardableResult
  public func reduce<Item: Sendable>(
    on queue: DispatchQueue, _ items: Item..., file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function, combine: @escaping @Sendable (Value, Item) throws -> Promise<Value>
  ) -> Promise<Value> where Value: Sendable {
    reduce(items, on: .queue(queue), SourceSite(file, line, function), combine)
  }

  fileprivate func reduce<Container: Sequence>(
    _ items: Container, on executor: Executor, _ site: SourceSite,
    _ combine: @escaping @Sendable (Value, Container.Element) throws -> Promise<Value>
  ) -> Promise<Value> {
    // The chain is built iteratively, so that many items need no deep stack.
    items.reduce(self) { partial, item in
      nonisolated(unsafe) let item = item
      return Promise(from: partial, "reduce", handles: .fulfilled, on: executor, site: site) { node, parent in
        let value = unsafeDowncast(parent, to: Promise<Value>.self).fulfilledValue
        unsafeDowncast(node, to: Promise<Value>.self).settle { () throws -> Promise<Value> in try combine(value, item) }
      }
    }
  }
}
