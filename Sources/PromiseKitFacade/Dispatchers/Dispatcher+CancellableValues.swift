// mapValues, thenMap, and the other operators on sequences for cancellable chains, with a dispatcher in place of a queue.

import Dispatch
import PromiseCore
import PromiseTrace

extension CancellablePromise where T: Sequence {
  /// Transforms each element of the value.
  ///
  /// - Parameters:
  ///   - on: The dispatcher that runs `transform`.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  ///   - transform: Receives an element and returns the new one.
  /// - Returns: A cancellable promise of the new elements, in the same order.
  @_disfavoredOverload
  public func mapValues<V>(
    on: any Dispatcher, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ transform: @escaping (T.Iterator.Element) throws -> V
  ) -> CancellablePromise<[V]> {
    CancellablePromise<[V]>(
      link: promise.mapValues(
        on: on, file: file, line: line, function: function, cancelContext.checking(transform)),
      cancelContext)
  }

  /// Transforms each element of the value into a sequence and concatenates the sequences.
  ///
  /// - Parameters:
  ///   - on: The dispatcher that runs `transform`.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  ///   - transform: Receives an element and returns the new ones.
  /// - Returns: A cancellable promise of the new elements, in the same order.
  @_disfavoredOverload
  public func flatMapValues<V: Sequence>(
    on: any Dispatcher, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ transform: @escaping (T.Iterator.Element) throws -> V
  ) -> CancellablePromise<[V.Element]> {
    CancellablePromise<[V.Element]>(
      link: promise.flatMapValues(
        on: on, file: file, line: line, function: function, cancelContext.checking(transform)),
      cancelContext)
  }

  /// Transforms each element of the value and drops the results that are nil.
  ///
  /// - Parameters:
  ///   - on: The dispatcher that runs `transform`.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  ///   - transform: Receives an element and returns the new one, or nil.
  /// - Returns: A cancellable promise of the new elements, in the same order.
  @_disfavoredOverload
  public func compactMapValues<V>(
    on: any Dispatcher, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ transform: @escaping (T.Iterator.Element) throws -> V?
  ) -> CancellablePromise<[V]> {
    CancellablePromise<[V]>(
      link: promise.compactMapValues(
        on: on, file: file, line: line, function: function, cancelContext.checking(transform)),
      cancelContext)
  }

  /// Keeps the elements of the value that satisfy `isIncluded`.
  ///
  /// - Parameters:
  ///   - on: The dispatcher that runs `isIncluded`.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  ///   - isIncluded: Receives an element and returns whether to keep it.
  /// - Returns: A cancellable promise of the elements that are kept, in the same order.
  @_disfavoredOverload
  public func filterValues(
    on: any Dispatcher, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ isIncluded: @escaping (T.Iterator.Element) throws -> Bool
  ) -> CancellablePromise<[T.Iterator.Element]> {
    CancellablePromise<[T.Iterator.Element]>(
      link: promise.filterValues(
        on: on, file: file, line: line, function: function, cancelContext.checking(isIncluded)),
      cancelContext)
  }

  /// Transforms each element of the value into a promise and waits for all of them.
  ///
  /// - Parameters:
  ///   - on: The dispatcher that runs `transform`.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  ///   - transform: Receives an element and returns a promise of the new one.
  /// - Returns: A cancellable promise of the new elements, in the same order.
  @_disfavoredOverload
  public func thenMap<V: CancellableLink>(
    on: any Dispatcher, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ transform: @escaping (T.Iterator.Element) throws -> V
  ) -> CancellablePromise<[V.LinkValue]> {
    CancellablePromise<[V.LinkValue]>(
      link: promise.thenMap(
        on: on, file: file, line: line, function: function,
        cancelContext.joining(SourceSite(file, line, function), transform)),
      cancelContext)
  }

  /// Transforms each element into a promise and waits for all of them; canceling the chain stops waiting for them.
  ///
  /// - Parameters:
  ///   - on: The dispatcher that runs `transform`.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  ///   - transform: Receives an element and returns a promise of the new one.
  /// - Returns: A cancellable promise of the new elements, in the same order.
  @_disfavoredOverload
  public func cancellableThenMap<V: Thenable>(
    on: any Dispatcher, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ transform: @escaping (T.Iterator.Element) throws -> V
  ) -> CancellablePromise<[V.T]> {
    thenMap(on: on, file: file, line: line, function: function) {
      CancellablePromise<V.T>(try transform($0), file: file, line: line, function: function)
    }
  }

  /// Transforms each element into a promise of a sequence, waits for all of them, and concatenates the sequences.
  ///
  /// - Parameters:
  ///   - on: The dispatcher that runs `transform`.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  ///   - transform: Receives an element and returns a promise of the new ones.
  /// - Returns: A cancellable promise of the new elements, in the same order.
  @_disfavoredOverload
  public func thenFlatMap<V: CancellableLink>(
    on: any Dispatcher, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ transform: @escaping (T.Iterator.Element) throws -> V
  ) -> CancellablePromise<[V.LinkValue.Iterator.Element]> where V.LinkValue: Sequence {
    CancellablePromise<[V.LinkValue.Iterator.Element]>(
      link: promise.thenFlatMap(
        on: on, file: file, line: line, function: function,
        cancelContext.joining(SourceSite(file, line, function), transform)),
      cancelContext)
  }

  /// Transforms each element into a promise of a sequence, waits for all of them, and concatenates the sequences;
  /// canceling the chain stops waiting for them.
  ///
  /// - Parameters:
  ///   - on: The dispatcher that runs `transform`.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  ///   - transform: Receives an element and returns a promise of the new ones.
  /// - Returns: A cancellable promise of the new elements, in the same order.
  @_disfavoredOverload
  public func cancellableThenFlatMap<V: Thenable>(
    on: any Dispatcher, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ transform: @escaping (T.Iterator.Element) throws -> V
  ) -> CancellablePromise<[V.T.Iterator.Element]> where V.T: Sequence {
    thenFlatMap(on: on, file: file, line: line, function: function) {
      CancellablePromise<V.T>(try transform($0), file: file, line: line, function: function)
    }
  }
}

extension CancellablePromise where T: Collection {
  /// Finds the first element that satisfies `test`; rejects with ``PMKError/emptySequence`` if there is none.
  ///
  /// - Parameters:
  ///   - on: The dispatcher that runs `test`.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  ///   - test: Receives an element and returns whether it is the one to find.
  /// - Returns: A cancellable promise of the element.
  @_disfavoredOverload
  public func firstValue(
    on: any Dispatcher, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, where test: @escaping (T.Iterator.Element) -> Bool
  ) -> CancellablePromise<T.Iterator.Element> {
    CancellablePromise<T.Iterator.Element>(
      link: promise.firstValue(on: on, file: file, line: line, function: function, where: test),
      cancelContext)
  }
}

extension CancellablePromise where T: Sequence, T.Iterator.Element: Comparable {
  /// Sorts the elements of the value in ascending order.
  ///
  /// - Parameters:
  ///   - on: The dispatcher that runs the sorting.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  /// - Returns: A cancellable promise of the sorted elements.
  @_disfavoredOverload
  public func sortedValues(
    on: any Dispatcher, file: StaticString = #fileID,
    line: UInt = #line,
    function: StaticString = #function
  ) -> CancellablePromise<[T.Iterator.Element]> {
    CancellablePromise<[T.Iterator.Element]>(
      link: promise.sortedValues(on: on, file: file, line: line, function: function), cancelContext)
  }
}
