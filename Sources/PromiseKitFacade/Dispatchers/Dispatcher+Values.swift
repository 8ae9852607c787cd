// mapValues, thenMap, and the other operators on sequences with a dispatcher in place of a queue.

import Dispatch
import PromiseCore
import PromiseTrace

extension Thenable where T: Sequence {
  /// Transforms each element of the value.
  ///
  /// - Parameters:
  ///   - on: The dispatcher that runs `transform`.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  ///   - transform: Receives an element and returns the new one.
  /// - Returns: A new promise of the new elements, in the same order.
  @_disfavoredOverload
  public func mapValues<U>(
    on: any Dispatcher, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ transform: @escaping (T.Iterator.Element) throws -> U
  ) -> Promise<[U]> {
    mapping("mapValues", link(on, .body), SourceSite(file, line, function)) { try $0.map(transform) }
  }

  /// Transforms each element of the value into a sequence and concatenates the sequences.
  ///
  /// - Parameters:
  ///   - on: The dispatcher that runs `transform`.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  ///   - transform: Receives an element and returns the new ones.
  /// - Returns: A new promise of the new elements, in the same order.
  @_disfavoredOverload
  public func flatMapValues<U: Sequence>(
    on: any Dispatcher, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ transform: @escaping (T.Iterator.Element) throws -> U
  ) -> Promise<[U.Element]> {
    mapping("flatMapValues", link(on, .body), SourceSite(file, line, function)) { try $0.flatMap(transform) }
  }

  /// Transforms each element of the value and drops the results that are nil.
  ///
  /// - Parameters:
  ///   - on: The dispatcher that runs `transform`.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  ///   - transform: Receives an element and returns the new one, or nil.
  /// - Returns: A new promise of the new elements, in the same order.
  @_disfavoredOverload
  public func compactMapValues<U>(
    on: any Dispatcher, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ transform: @escaping (T.Iterator.Element) throws -> U?
  ) -> Promise<[U]> {
    mapping("compactMapValues", link(on, .body), SourceSite(file, line, function)) {
      try $0.compactMap(transform)
    }
  }

  /// Keeps the elements of the value that satisfy `isIncluded`.
  ///
  /// - Parameters:
  ///   - on: The dispatcher that runs `isIncluded`.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  ///   - isIncluded: Receives an element and returns whether to keep it.
  /// - Returns: A new promise of the elements that are kept, in the same order.
  @_disfavoredOverload
  public func filterValues(
    on: any Dispatcher, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ isIncluded: @escaping (T.Iterator.Element) throws -> Bool
  ) -> Promise<[T.Iterator.Element]> {
    mapping("filterValues", link(on, .body), SourceSite(file, line, function)) { try $0.filter(isIncluded) }
  }

  /// Transforms each element of the value into a promise and waits for all of them.
  ///
  /// - Parameters:
  ///   - on: The dispatcher that runs `transform`.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  ///   - transform: Receives an element and returns a promise of the new one.
  /// - Returns: A new promise of the new elements, in the same order.
  @_disfavoredOverload
  public func thenMap<U: Thenable>(
    on: any Dispatcher, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ transform: @escaping (T.Iterator.Element) throws -> U
  ) -> Promise<[U.T]> {
    thenMapping(link(on, .body), SourceSite(file, line, function), transform)
  }

  /// Transforms each element into a promise of a sequence, waits for all of them, and concatenates the sequences.
  ///
  /// - Parameters:
  ///   - on: The dispatcher that runs `transform`.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  ///   - transform: Receives an element and returns a promise of the new ones.
  /// - Returns: A new promise of the new elements, in the same order.
  @_disfavoredOverload
  public func thenFlatMap<U: Thenable>(
    on: any Dispatcher, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ transform: @escaping (T.Iterator.Element) throws -> U
  ) -> Promise<[U.T.Iterator.Element]> where U.T: Sequence {
    thenFlatMapping(link(on, .body), SourceSite(file, line, function), transform)
  }
}

extension Guarantee where T: Sequence {
  /// Transforms each element of the value.
  ///
  /// - Parameters:
  ///   - on: The dispatcher that runs `transform`.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  ///   - transform: Receives an element and returns the new one.
  /// - Returns: A guarantee of the new elements, in the same order.
  @_disfavoredOverload
  public func mapValues<U>(
    on: any Dispatcher, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ transform: @escaping (T.Iterator.Element) -> U
  ) -> Guarantee<[U]> {
    mapping("mapValues", link(on, .body), SourceSite(file, line, function)) { $0.map(transform) }
  }

  /// Transforms each element of the value into a sequence and concatenates the sequences.
  ///
  /// - Parameters:
  ///   - on: The dispatcher that runs `transform`.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  ///   - transform: Receives an element and returns the new ones.
  /// - Returns: A guarantee of the new elements, in the same order.
  @_disfavoredOverload
  public func flatMapValues<U: Sequence>(
    on: any Dispatcher, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ transform: @escaping (T.Iterator.Element) -> U
  ) -> Guarantee<[U.Element]> {
    mapping("flatMapValues", link(on, .body), SourceSite(file, line, function)) { $0.flatMap(transform) }
  }

  /// Transforms each element of the value and drops the results that are nil.
  ///
  /// - Parameters:
  ///   - on: The dispatcher that runs `transform`.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  ///   - transform: Receives an element and returns the new one, or nil.
  /// - Returns: A guarantee of the new elements, in the same order.
  @_disfavoredOverload
  public func compactMapValues<U>(
    on: any Dispatcher, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ transform: @escaping (T.Iterator.Element) -> U?
  ) -> Guarantee<[U]> {
    mapping("compactMapValues", link(on, .body), SourceSite(file, line, function)) { $0.compactMap(transform) }
  }

  /// Keeps the elements of the value that satisfy `isIncluded`.
  ///
  /// - Parameters:
  ///   - on: The dispatcher that runs `isIncluded`.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  ///   - isIncluded: Receives an element and returns whether to keep it.
  /// - Returns: A guarantee of the elements that are kept, in the same order.
  @_disfavoredOverload
  public func filterValues(
    on: any Dispatcher, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ isIncluded: @escaping (T.Iterator.Element) -> Bool
  ) -> Guarantee<[T.Iterator.Element]> {
    mapping("filterValues", link(on, .body), SourceSite(file, line, function)) { $0.filter(isIncluded) }
  }

  /// Transforms each element of the value into a guarantee and waits for all of them.
  ///
  /// - Parameters:
  ///   - on: The dispatcher that runs `transform`.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  ///   - transform: Receives an element and returns a guarantee of the new one.
  /// - Returns: A guarantee of the new elements, in the same order.
  @_disfavoredOverload
  public func thenMap<U>(
    on: any Dispatcher, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ transform: @escaping (T.Iterator.Element) -> Guarantee<U>
  ) -> Guarantee<[U]> {
    thenMapping(link(on, .body), SourceSite(file, line, function), transform)
  }

  /// Transforms each element into a guarantee of a sequence, waits for all of them, and concatenates the sequences.
  ///
  /// `transform` must not return a promise that is rejected: the handlers of the guarantee would never run.
  ///
  /// - Parameters:
  ///   - on: The dispatcher that runs `transform`.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  ///   - transform: Receives an element and returns a promise of the new ones.
  /// - Returns: A guarantee of the new elements, in the same order.
  @_disfavoredOverload
  public func thenFlatMap<U: Thenable>(
    on: any Dispatcher, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ transform: @escaping (T.Iterator.Element) -> U
  ) -> Guarantee<[U.T.Iterator.Element]> where U.T: Sequence {
    thenFlatMapping(link(on, .body), SourceSite(file, line, function), transform)
  }

  /// Sorts the elements of the value by a predicate.
  ///
  /// - Parameters:
  ///   - on: The dispatcher that runs `areInIncreasingOrder`.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  ///   - areInIncreasingOrder: Whether the first of two elements belongs before the second one.
  /// - Returns: A guarantee of the sorted elements.
  @_disfavoredOverload
  public func sortedValues(
    on: any Dispatcher, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function,
    _ areInIncreasingOrder: @escaping (T.Iterator.Element, T.Iterator.Element) -> Bool
  ) -> Guarantee<[T.Iterator.Element]> {
    mapping("sortedValues", link(on, .body), SourceSite(file, line, function)) {
      $0.sorted(by: areInIncreasingOrder)
    }
  }
}

extension Thenable where T: Collection {
  /// Finds the first element that satisfies `test`; rejects with ``PMKError/emptySequence`` if there is none.
  ///
  /// - Parameters:
  ///   - on: The dispatcher that runs `test`.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  ///   - test: Receives an element and returns whether it is the one to find.
  /// - Returns: A new promise of the element.
  @_disfavoredOverload
  public func firstValue(
    on: any Dispatcher, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, where test: @escaping (T.Iterator.Element) -> Bool
  ) -> Promise<T.Iterator.Element> {
    finding(link(on, .body), SourceSite(file, line, function), test)
  }
}

extension Thenable where T: Sequence, T.Iterator.Element: Comparable {
  /// Sorts the elements of the value in ascending order.
  ///
  /// - Parameters:
  ///   - on: The dispatcher that runs the sorting.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  /// - Returns: A new promise of the sorted elements.
  @_disfavoredOverload
  public func sortedValues(
    on: any Dispatcher, file: StaticString = #fileID,
    line: UInt = #line,
    function: StaticString = #function
  ) -> Promise<[T.Iterator.Element]> {
    mapping("sortedValues", link(on, .body), SourceSite(file, line, function)) { $0.sorted() }
  }
}

extension Guarantee where T: Sequence, T.Iterator.Element: Comparable {
  /// Sorts the elements of the value in ascending order.
  ///
  /// - Parameters:
  ///   - on: The dispatcher that runs the sorting.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  /// - Returns: A guarantee of the sorted elements.
  @_disfavoredOverload
  public func sortedValues(
    on: any Dispatcher, file: StaticString = #fileID,
    line: UInt = #line,
    function: StaticString = #function
  ) -> Guarantee<[T.Iterator.Element]> {
    mapping("sortedValues", link(on, .body), SourceSite(file, line, function)) { $0.sorted() }
  }
}
