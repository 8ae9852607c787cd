// PromiseKit's operators for promises of sequences: each element on its own.

import Dispatch
import PromiseCore
import PromiseTrace

extension Promise where Value: Sequence {
  /// Makes another value of each element.
  ///
  /// - Parameters:
  ///   - queue: Where `transform` runs; nil means the default executor.
  ///   - file: Where, for the log.
  ///   - line: Where, for the log.
  ///   - function: Where, for the log.
  ///   - transform: Gets an element; an error it throws rejects.
  /// - Returns: A new promise of the results, in order.
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

  /// Makes several values of each element.
  ///
  /// - Parameters:
  ///   - queue: Where `transform` runs; nil means the default executor.
  ///   - file: Where, for the log.
  ///   - line: Where, for the log.
  ///   - function: Where, for the log.
  ///   - transform: Gets an element; an error it throws rejects.
  /// - Returns: A new promise of all results, in order.
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

  /// Makes another value of each element, and leaves out nil.
  ///
  /// - Parameters:
  ///   - queue: Where `transform` runs; nil means the default executor.
  ///   - file: Where, for the log.
  ///   - line: Where, for the log.
  ///   - function: Where, for the log.
  ///   - transform: Gets an element; an error it throws rejects.
  /// - Returns: A new promise of the results that are not nil, in order.
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

  /// Keeps the elements that pass a test.
  ///
  /// - Parameters:
  ///   - queue: Where `isIncluded` runs; nil means the default executor.
  ///   - file: Where, for the log.
  ///   - line: Where, for the log.
  ///   - function: Where, for the log.
  ///   - isIncluded: Gets an element; an error it throws rejects.
  /// - Returns: A new promise of the elements that pass, in order.
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

  /// Goes on with a promise for each element, all at once.
  ///
  /// - Parameters:
  ///   - queue: Where `transform` runs; nil means the default executor.
  ///   - file: Where, for the log.
  ///   - line: Where, for the log.
  ///   - function: Where, for the log.
  ///   - transform: Gets an element and returns a promise; an error it throws rejects.
  /// - Returns: A new promise of all values, in order; rejected with the first error.
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
