// The sequence forms on a dispatcher: as on a queue.

import Dispatch
import PromiseCore
import PromiseTrace

extension Thenable where T: Sequence {
  /// Transforms each element of the value.
  @_disfavoredOverload
  public func mapValues<U>(
    on: any Dispatcher, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ transform: @escaping (T.Iterator.Element) throws -> U
  ) -> Promise<[U]> {
    mapping("mapValues", link(on, .body), SourceSite(file, line, function)) { try $0.map(transform) }
  }

  /// Makes a sequence of each element of the value, and one array of them.
  @_disfavoredOverload
  public func flatMapValues<U: Sequence>(
    on: any Dispatcher, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ transform: @escaping (T.Iterator.Element) throws -> U
  ) -> Promise<[U.Element]> {
    mapping("flatMapValues", link(on, .body), SourceSite(file, line, function)) { try $0.flatMap(transform) }
  }

  /// Transforms each element of the value and leaves out those that become nil.
  @_disfavoredOverload
  public func compactMapValues<U>(
    on: any Dispatcher, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ transform: @escaping (T.Iterator.Element) throws -> U?
  ) -> Promise<[U]> {
    mapping("compactMapValues", link(on, .body), SourceSite(file, line, function)) {
      try $0.compactMap(transform)
    }
  }

  /// Keeps the elements of the value for which a closure is true.
  @_disfavoredOverload
  public func filterValues(
    on: any Dispatcher, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ isIncluded: @escaping (T.Iterator.Element) throws -> Bool
  ) -> Promise<[T.Iterator.Element]> {
    mapping("filterValues", link(on, .body), SourceSite(file, line, function)) { try $0.filter(isIncluded) }
  }

  /// Makes a promise of each element of the value, and waits for all.
  @_disfavoredOverload
  public func thenMap<U: Thenable>(
    on: any Dispatcher, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ transform: @escaping (T.Iterator.Element) throws -> U
  ) -> Promise<[U.T]> {
    thenMapping(link(on, .body), SourceSite(file, line, function), transform)
  }

  /// Makes a promise of a sequence of each element of the value, waits for all, and makes one array of them.
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
  @_disfavoredOverload
  public func mapValues<U>(
    on: any Dispatcher, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ transform: @escaping (T.Iterator.Element) -> U
  ) -> Guarantee<[U]> {
    mapping("mapValues", link(on, .body), SourceSite(file, line, function)) { $0.map(transform) }
  }

  /// Makes a sequence of each element of the value, and one array of them.
  @_disfavoredOverload
  public func flatMapValues<U: Sequence>(
    on: any Dispatcher, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ transform: @escaping (T.Iterator.Element) -> U
  ) -> Guarantee<[U.Element]> {
    mapping("flatMapValues", link(on, .body), SourceSite(file, line, function)) { $0.flatMap(transform) }
  }

  /// Transforms each element of the value and leaves out those that become nil.
  @_disfavoredOverload
  public func compactMapValues<U>(
    on: any Dispatcher, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ transform: @escaping (T.Iterator.Element) -> U?
  ) -> Guarantee<[U]> {
    mapping("compactMapValues", link(on, .body), SourceSite(file, line, function)) { $0.compactMap(transform) }
  }

  /// Keeps the elements of the value for which a closure is true.
  @_disfavoredOverload
  public func filterValues(
    on: any Dispatcher, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ isIncluded: @escaping (T.Iterator.Element) -> Bool
  ) -> Guarantee<[T.Iterator.Element]> {
    mapping("filterValues", link(on, .body), SourceSite(file, line, function)) { $0.filter(isIncluded) }
  }

  /// Makes a guarantee of each element of the value, and waits for all.
  @_disfavoredOverload
  public func thenMap<U>(
    on: any Dispatcher, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ transform: @escaping (T.Iterator.Element) -> Guarantee<U>
  ) -> Guarantee<[U]> {
    thenMapping(link(on, .body), SourceSite(file, line, function), transform)
  }

  /// Makes a guarantee of a sequence of each element of the value, waits for all, and makes one array of them.
  ///
  /// What is made had better not be rejected: no handler of the guarantee would ever run.
  @_disfavoredOverload
  public func thenFlatMap<U: Thenable>(
    on: any Dispatcher, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ transform: @escaping (T.Iterator.Element) -> U
  ) -> Guarantee<[U.T.Iterator.Element]> where U.T: Sequence {
    thenFlatMapping(link(on, .body), SourceSite(file, line, function), transform)
  }

  /// The elements of the value in the order that a closure says.
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
  /// The first element for which a closure is true; if there is none, rejects with ``PMKError/emptySequence``.
  @_disfavoredOverload
  public func firstValue(
    on: any Dispatcher, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, where test: @escaping (T.Iterator.Element) -> Bool
  ) -> Promise<T.Iterator.Element> {
    finding(link(on, .body), SourceSite(file, line, function), test)
  }
}

extension Thenable where T: Sequence, T.Iterator.Element: Comparable {
  /// The elements of the value, the least first.
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
  /// The elements of the value, the least first.
  @_disfavoredOverload
  public func sortedValues(
    on: any Dispatcher, file: StaticString = #fileID,
    line: UInt = #line,
    function: StaticString = #function
  ) -> Guarantee<[T.Iterator.Element]> {
    mapping("sortedValues", link(on, .body), SourceSite(file, line, function)) { $0.sorted() }
  }
}
