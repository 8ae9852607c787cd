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
  @preconcurrency
  @discardableResult
  public func mapValues<Result>(
    on queue: DispatchQueue? = .none, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function, _ transform: @escaping @Sendable (Value.Element) throws -> Result
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
  @preconcurrency
  @discardableResult
  public func flatMapValues<Results: Sequence>(
    on queue: DispatchQueue? = .none, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function, _ transform: @escaping @Sendable (Value.Element) throws -> Results
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
  @preconcurrency
  @discardableResult
  public func compactMapValues<Result>(
    on queue: DispatchQueue? = .none, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function, _ transform: @escaping @Sendable (Value.Element) throws -> Result?
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
  @preconcurrency
  @discardableResult
  public func filterValues(
    on queue: DispatchQueue? = .none, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function, _ isIncluded: @escaping @Sendable (Value.Element) throws -> Bool
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
  @preconcurrency
  @discardableResult
  public func thenMap<Result>(
    on queue: DispatchQueue? = .none, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function, _ transform: @escaping @Sendable (Value.Element) throws -> Promise<Result>
  ) -> Promise<[Result]> {
    derive("thenMap", handles: .fulfilled, on: Executor.of(queue), SourceSite(file, line, function)) {
      (node: Promise<[Result]>, parent) in
      let value = parent.fulfilledValue
      node.settle { () throws -> Promise<[Result]> in when(fulfilled: try value.map(transform)) }
    }
  }
}
