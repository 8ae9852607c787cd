// Owns PromiseKit's operators that pick an element of a collection or sort it: `firstValue`, `lastValue`, `sortedValues`.

import Dispatch
import PromiseCore
import PromiseTrace

extension Promise where Value: Collection {
  /// A promise for the first element, rejected with ``MissingValueError`` if the collection is empty.
  @preconcurrency
  public var firstValue: Promise<Value.Element> { pick("firstValue") { $0.first } }

  /// Returns a promise for the first element that passes a test.
  ///
  /// - Parameters:
  ///   - queue: The queue that runs `test`; nil means the default executor.
  ///   - test: Receives an element; a thrown error rejects the promise.
  /// - Returns: A new promise for the element, rejected with ``MissingValueError`` if no element passes.
  /// - Complexity: O(*n*), where *n* is the length of the collection.
  @available(swift, introduced: 6)
  public func firstValue(
    on queue: DispatchQueue? = .none, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function, where test: @escaping @Sendable (Value.Element) throws -> Bool
  ) -> Promise<Value.Element> where Value: Sendable, Value.Element: Sendable {
    firstValue(on: queue, file: file, line: line, function: function, where: test, _unchecked: ())
  }

  /// In Swift 5 mode, where nothing needs to be `Sendable`.
  @available(swift, obsoleted: 6)
  @preconcurrency
  public func firstValue(
    on queue: DispatchQueue? = .none, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function, where test: @escaping @Sendable (Value.Element) throws -> Bool,
    _unchecked: Void = ()
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

  /// A promise for the last element, rejected with ``MissingValueError`` if the collection is empty.
  ///
  /// - Complexity: O(1) for a random-access collection, otherwise O(*n*).
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
  /// Returns a promise for the elements in ascending order.
  ///
  /// - Parameter queue: The queue that compares the elements; nil means the default executor.
  /// - Returns: A new promise for the sorted elements.
  /// - Complexity: O(*n* log *n*) for *n* elements.
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
