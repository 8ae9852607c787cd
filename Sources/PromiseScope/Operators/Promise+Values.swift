// Owns PromiseKit's operators on the elements of a sequence: mapValues, flatMapValues, compactMapValues, filterValues, thenMap.

import Dispatch
import PromiseCore
import PromiseTrace

extension Promise where Value: Sequence {
  /// Transforms each element.
  ///
  /// - Parameters:
  ///   - queue: The queue that runs `transform`; nil means the default executor.
  ///   - transform: Receives an element; a thrown error rejects the promise.
  /// - Returns: A new promise for the results, in order.
  @available(swift, introduced: 6)
  @discardableResult
  public func mapValues<Result: Sendable>(
    on queue: DispatchQueue? = .none, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function, _ transform: @escaping @Sendable (Value.Element) throws -> Result
  ) -> Promise<[Result]> where Value: Sendable, Value.Element: Sendable {
    mapValues(on: queue, file: file, line: line, function: function, transform, _unchecked: ())
  }

  /// In Swift 5 mode, where nothing needs to be `Sendable`.
  @available(swift, obsoleted: 6)
  @preconcurrency
  @discardableResult
  public func mapValues<Result>(
    on queue: DispatchQueue? = .none, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function, _ transform: @escaping @Sendable (Value.Element) throws -> Result,
    _unchecked: Void = ()
  ) -> Promise<[Result]> {
    derive("mapValues", handles: .fulfilled, on: Executor.of(queue), SourceSite(file, line, function)) {
      (node: Promise<[Result]>, parent) in
      let value = parent.fulfilledValue
      node.settle { () throws -> [Result] in try value.map(transform) }
    }
  }

  /// Transforms each element into a sequence and concatenates the results.
  ///
  /// - Parameters:
  ///   - queue: The queue that runs `transform`; nil means the default executor.
  ///   - transform: Receives an element; a thrown error rejects the promise.
  /// - Returns: A new promise for all results, in order.
  @available(swift, introduced: 6)
  @discardableResult
  public func flatMapValues<Results: Sequence & Sendable>(
    on queue: DispatchQueue? = .none, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function, _ transform: @escaping @Sendable (Value.Element) throws -> Results
  ) -> Promise<[Results.Element]> where Value: Sendable, Value.Element: Sendable, Results.Element: Sendable {
    flatMapValues(on: queue, file: file, line: line, function: function, transform, _unchecked: ())
  }

  /// In Swift 5 mode, where nothing needs to be `Sendable`.
  @available(swift, obsoleted: 6)
  @preconcurrency
  @discardableResult
  public func flatMapValues<Results: Sequence>(
    on queue: DispatchQueue? = .none, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function, _ transform: @escaping @Sendable (Value.Element) throws -> Results,
    _unchecked: Void = ()
  ) -> Promise<[Results.Element]> {
    derive("flatMapValues", handles: .fulfilled, on: Executor.of(queue), SourceSite(file, line, function)) {
      (node: Promise<[Results.Element]>, parent) in
      let value = parent.fulfilledValue
      node.settle { () throws -> [Results.Element] in try value.flatMap(transform) }
    }
  }

  /// Transforms each element and drops nil.
  ///
  /// - Parameters:
  ///   - queue: The queue that runs `transform`; nil means the default executor.
  ///   - transform: Receives an element; a thrown error rejects the promise.
  /// - Returns: A new promise for the results that are not nil, in order.
  @available(swift, introduced: 6)
  @discardableResult
  public func compactMapValues<Result: Sendable>(
    on queue: DispatchQueue? = .none, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function, _ transform: @escaping @Sendable (Value.Element) throws -> Result?
  ) -> Promise<[Result]> where Value: Sendable, Value.Element: Sendable {
    compactMapValues(on: queue, file: file, line: line, function: function, transform, _unchecked: ())
  }

  /// In Swift 5 mode, where nothing needs to be `Sendable`.
  @available(swift, obsoleted: 6)
  @preconcurrency
  @discardableResult
  public func compactMapValues<Result>(
    on queue: DispatchQueue? = .none, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function, _ transform: @escaping @Sendable (Value.Element) throws -> Result?,
    _unchecked: Void = ()
  ) -> Promise<[Result]> {
    derive("compactMapValues", handles: .fulfilled, on: Executor.of(queue), SourceSite(file, line, function)) {
      (node: Promise<[Result]>, parent) in
      let value = parent.fulfilledValue
      node.settle { () throws -> [Result] in try value.compactMap(transform) }
    }
  }

  /// Returns a promise for the elements that pass a test.
  ///
  /// - Parameters:
  ///   - queue: The queue that runs `isIncluded`; nil means the default executor.
  ///   - isIncluded: Receives an element; a thrown error rejects the promise.
  /// - Returns: A new promise for the elements that pass, in order.
  @available(swift, introduced: 6)
  @discardableResult
  public func filterValues(
    on queue: DispatchQueue? = .none, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function, _ isIncluded: @escaping @Sendable (Value.Element) throws -> Bool
  ) -> Promise<[Value.Element]> where Value: Sendable, Value.Element: Sendable {
    filterValues(on: queue, file: file, line: line, function: function, isIncluded, _unchecked: ())
  }

  /// In Swift 5 mode, where nothing needs to be `Sendable`.
  @available(swift, obsoleted: 6)
  @preconcurrency
  @discardableResult
  public func filterValues(
    on queue: DispatchQueue? = .none, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function, _ isIncluded: @escaping @Sendable (Value.Element) throws -> Bool,
    _unchecked: Void = ()
  ) -> Promise<[Value.Element]> {
    derive("filterValues", handles: .fulfilled, on: Executor.of(queue), SourceSite(file, line, function)) {
      (node: Promise<[Value.Element]>, parent) in
      let value = parent.fulfilledValue
      node.settle { () throws -> [Value.Element] in try value.filter(isIncluded) }
    }
  }

  /// Calls `transform` with each element and waits for all promises that it returns.
  ///
  /// - Parameters:
  ///   - queue: The queue that runs `transform`; nil means the default executor.
  ///   - transform: Receives an element and returns a promise; a thrown error rejects the promise.
  /// - Returns: A new promise for all values, in order, rejected with the first error.
  /// - Complexity: O(*n*) for *n* elements, with one allocation per element.
  @available(swift, introduced: 6)
  @discardableResult
  public func thenMap<Result: Sendable>(
    on queue: DispatchQueue? = .none, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function, _ transform: @escaping @Sendable (Value.Element) throws -> Promise<Result>
  ) -> Promise<[Result]> where Value: Sendable, Value.Element: Sendable {
    thenMap(on: queue, file: file, line: line, function: function, transform, _unchecked: ())
  }

  /// In Swift 5 mode, where nothing needs to be `Sendable`.
  @available(swift, obsoleted: 6)
  @preconcurrency
  @discardableResult
  public func thenMap<Result>(
    on queue: DispatchQueue? = .none, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function, _ transform: @escaping @Sendable (Value.Element) throws -> Promise<Result>,
    _unchecked: Void = ()
  ) -> Promise<[Result]> {
    derive("thenMap", handles: .fulfilled, on: Executor.of(queue), SourceSite(file, line, function)) {
      (node: Promise<[Result]>, parent) in
      let value = parent.fulfilledValue
      node.settle { () throws -> Promise<[Result]> in when(fulfilled: try value.map(transform)) }
    }
  }
}
