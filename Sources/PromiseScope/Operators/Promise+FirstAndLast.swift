// PromiseKit's operators that pick elements of a collection or put them in order.

import Dispatch
import PromiseCore
import PromiseTrace

extension Promise where Value: Collection {
  /// The first element, or a rejection with ``MissingValueError`` where there is none.
  @preconcurrency
  public var firstValue: Promise<Value.Element> { pick("firstValue") { $0.first } }

  /// The first element that passes a test.
  ///
  /// - Parameters:
  ///   - queue: Where `test` runs; nil means the default executor.
  ///   - file: Where, for the log.
  ///   - line: Where, for the log.
  ///   - function: Where, for the log.
  ///   - test: Gets an element; an error it throws rejects.
  /// - Returns: A new promise of the element; rejected with ``MissingValueError`` where none passes.
  @preconcurrency
  public func firstValue(
    on queue: DispatchQueue? = .none, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function, where test: @escaping @Sendable (Value.Element) throws -> Bool
  ) -> Promise<Value.Element> {
    derive("firstValue", handles: .fulfilled, on: Executor.of(queue), SourceSite(file, line, function)) {
      (node: Promise<Value.Element>, parent) in
      let value = parent.fulfilledValue
      node.settle { () throws -> Value.Element in
        guard let found = try value.first(where: test) else { throw MissingValueError() }
        return found
      }
    }
  }

  /// The last element, or a rejection with ``MissingValueError`` where there is none; looks at every element of a collection that can't
  /// be walked backwards.
  @preconcurrency
  public var lastValue: Promise<Value.Element> {
    pick("lastValue") { $0.isEmpty ? nil : $0[$0.index($0.startIndex, offsetBy: $0.count - 1)] }
  }

  private func pick(
    _ operation: StaticString, _ find: @escaping (Value) -> Value.Element?
  ) -> Promise<Value.Element> {
    derive(operation, handles: [], on: .inline, SourceSite()) { (node: Promise<Value.Element>, parent) in
      if let found = find(parent.fulfilledValue) {
        node.fulfill(found, cause: .passthrough, via: parent)
      } else {
        node.reject(MissingValueError(), cause: .combinator)
      }
    }
  }
}

extension Promise where Value: Sequence, Value.Element: Comparable {
  /// The elements in order, the least first.
  ///
  /// - Parameters:
  ///   - queue: Where they are compared; nil means the default executor.
  ///   - file: Where, for the log.
  ///   - line: Where, for the log.
  ///   - function: Where, for the log.
  /// - Returns: A new promise of the elements.
  @preconcurrency
  public func sortedValues(
    on queue: DispatchQueue? = .none, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function
  ) -> Promise<[Value.Element]> {
    derive("sortedValues", handles: .fulfilled, on: Executor.of(queue), SourceSite(file, line, function)) {
      (node: Promise<[Value.Element]>, parent) in
      let value = parent.fulfilledValue
      node.settle { () throws -> [Value.Element] in value.sorted() }
    }
  }
}
