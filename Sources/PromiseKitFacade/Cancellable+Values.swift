// mapValues, thenMap, and the other operators on sequences for cancellable chains.

import Dispatch
import PromiseCore
import PromiseTrace

extension CancellablePromise where T: Sequence {
  /// Transforms each element of the value.
  ///
  /// - Parameters:
  ///   - on: The queue on which `transform` runs; nil runs it inline.
  ///   - flags: The flags of the work item, if `transform` runs on a dispatch queue.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  ///   - transform: Receives an element and returns the new one.
  /// - Returns: A cancellable promise of the new elements, in the same order.
  public func mapValues<V>(
    on: DispatchQueue? = .pmkDefault, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ transform: @escaping (T.Iterator.Element) throws -> V
  ) -> CancellablePromise<[V]> {
    CancellablePromise<[V]>(
      link: promise.mapValues(
        on: on, flags: flags, file: file, line: line, function: function, cancelContext.checking(transform)),
      cancelContext)
  }

  /// Transforms each element of the value into a sequence and concatenates the sequences.
  ///
  /// - Parameters:
  ///   - on: The queue on which `transform` runs; nil runs it inline.
  ///   - flags: The flags of the work item, if `transform` runs on a dispatch queue.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  ///   - transform: Receives an element and returns the new ones.
  /// - Returns: A cancellable promise of the new elements, in the same order.
  public func flatMapValues<V: Sequence>(
    on: DispatchQueue? = .pmkDefault, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ transform: @escaping (T.Iterator.Element) throws -> V
  ) -> CancellablePromise<[V.Element]> {
    CancellablePromise<[V.Element]>(
      link: promise.flatMapValues(
        on: on, flags: flags, file: file, line: line, function: function, cancelContext.checking(transform)),
      cancelContext)
  }

  /// Transforms each element of the value and drops the results that are nil.
  ///
  /// - Parameters:
  ///   - on: The queue on which `transform` runs; nil runs it inline.
  ///   - flags: The flags of the work item, if `transform` runs on a dispatch queue.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  ///   - transform: Receives an element and returns the new one, or nil.
  /// - Returns: A cancellable promise of the new elements, in the same order.
  public func compactMapValues<V>(
    on: DispatchQueue? = .pmkDefault, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ transform: @escaping (T.Iterator.Element) throws -> V?
  ) -> CancellablePromise<[V]> {
    CancellablePromise<[V]>(
      link: promise.compactMapValues(
        on: on, flags: flags, file: file, line: line, function: function, cancelContext.checking(transform)),
      cancelContext)
  }

  /// Keeps the elements of the value that satisfy `isIncluded`.
  ///
  /// - Parameters:
  ///   - on: The queue on which `isIncluded` runs; nil runs it inline.
  ///   - flags: The flags of the work item, if `isIncluded` runs on a dispatch queue.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  ///   - isIncluded: Receives an element and returns whether to keep it.
  /// - Returns: A cancellable promise of the elements that are kept, in the same order.
  public func filterValues(
    on: DispatchQueue? = .pmkDefault, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ isIncluded: @escaping (T.Iterator.Element) throws -> Bool
  ) -> CancellablePromise<[T.Iterator.Element]> {
    CancellablePromise<[T.Iterator.Element]>(
      link: promise.filterValues(
        on: on, flags: flags, file: file, line: line, function: function, cancelContext.checking(isIncluded)),
      cancelContext)
  }

  /// Transforms each element of the value into a promise and waits for all of them.
  ///
  /// - Parameters:
  ///   - on: The queue on which `transform` runs; nil runs it inline.
  ///   - flags: The flags of the work item, if `transform` runs on a dispatch queue.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  ///   - transform: Receives an element and returns a promise of the new one.
  /// - Returns: A cancellable promise of the new elements, in the same order.
  public func thenMap<V: CancellableLink>(
    on: DispatchQueue? = .pmkDefault, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ transform: @escaping (T.Iterator.Element) throws -> V
  ) -> CancellablePromise<[V.LinkValue]> {
    CancellablePromise<[V.LinkValue]>(
      link: promise.thenMap(
        on: on, flags: flags, file: file, line: line, function: function,
        cancelContext.joining(SourceSite(file, line, function), transform)),
      cancelContext)
  }

  /// Transforms each element into a promise and waits for all of them; canceling the chain stops waiting for them.
  ///
  /// - Parameters:
  ///   - on: The queue on which `transform` runs; nil runs it inline.
  ///   - flags: The flags of the work item, if `transform` runs on a dispatch queue.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  ///   - transform: Receives an element and returns a promise of the new one.
  /// - Returns: A cancellable promise of the new elements, in the same order.
  public func cancellableThenMap<V: Thenable>(
    on: DispatchQueue? = .pmkDefault, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ transform: @escaping (T.Iterator.Element) throws -> V
  ) -> CancellablePromise<[V.T]> {
    thenMap(on: on, flags: flags, file: file, line: line, function: function) {
      CancellablePromise<V.T>(try transform($0), file: file, line: line, function: function)
    }
  }

  /// Transforms each element into a promise of a sequence, waits for all of them, and concatenates the sequences.
  ///
  /// - Parameters:
  ///   - on: The queue on which `transform` runs; nil runs it inline.
  ///   - flags: The flags of the work item, if `transform` runs on a dispatch queue.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  ///   - transform: Receives an element and returns a promise of the new ones.
  /// - Returns: A cancellable promise of the new elements, in the same order.
  public func thenFlatMap<V: CancellableLink>(
    on: DispatchQueue? = .pmkDefault, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ transform: @escaping (T.Iterator.Element) throws -> V
  ) -> CancellablePromise<[V.LinkValue.Iterator.Element]> where V.LinkValue: Sequence {
    CancellablePromise<[V.LinkValue.Iterator.Element]>(
      link: promise.thenFlatMap(
        on: on, flags: flags, file: file, line: line, function: function,
        cancelContext.joining(SourceSite(file, line, function), transform)),
      cancelContext)
  }

  /// Transforms each element into a promise of a sequence, waits for all of them, and concatenates the sequences;
  /// canceling the chain stops waiting for them.
  ///
  /// - Parameters:
  ///   - on: The queue on which `transform` runs; nil runs it inline.
  ///   - flags: The flags of the work item, if `transform` runs on a dispatch queue.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  ///   - transform: Receives an element and returns a promise of the new ones.
  /// - Returns: A cancellable promise of the new elements, in the same order.
  public func cancellableThenFlatMap<V: Thenable>(
    on: DispatchQueue? = .pmkDefault, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ transform: @escaping (T.Iterator.Element) throws -> V
  ) -> CancellablePromise<[V.T.Iterator.Element]> where V.T: Sequence {
    thenFlatMap(on: on, flags: flags, file: file, line: line, function: function) {
      CancellablePromise<V.T>(try transform($0), file: file, line: line, function: function)
    }
  }
}

extension CancellablePromise where T: Collection {
  /// The first element of the value; rejects with ``PMKError/emptySequence`` if the value is empty.
  public var firstValue: CancellablePromise<T.Iterator.Element> {
    CancellablePromise<T.Iterator.Element>(link: promise.firstValue, cancelContext)
  }

  /// Finds the first element that satisfies `test`; rejects with ``PMKError/emptySequence`` if there is none.
  ///
  /// - Parameters:
  ///   - on: The queue on which `test` runs; nil runs it inline.
  ///   - flags: The flags of the work item, if `test` runs on a dispatch queue.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  ///   - test: Receives an element and returns whether it is the one to find.
  /// - Returns: A cancellable promise of the element.
  public func firstValue(
    on: DispatchQueue? = .pmkDefault, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, where test: @escaping (T.Iterator.Element) -> Bool
  ) -> CancellablePromise<T.Iterator.Element> {
    CancellablePromise<T.Iterator.Element>(
      link: promise.firstValue(on: on, flags: flags, file: file, line: line, function: function, where: test),
      cancelContext)
  }

  /// The last element of the value; rejects with ``PMKError/emptySequence`` if the value is empty.
  public var lastValue: CancellablePromise<T.Iterator.Element> {
    CancellablePromise<T.Iterator.Element>(link: promise.lastValue, cancelContext)
  }
}

extension CancellablePromise where T: Sequence, T.Iterator.Element: Comparable {
  /// Sorts the elements of the value in ascending order.
  ///
  /// - Parameters:
  ///   - on: The queue on which the sorting runs; nil runs it inline.
  ///   - flags: The flags of the work item, if the sorting runs on a dispatch queue.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  /// - Returns: A cancellable promise of the sorted elements.
  public func sortedValues(
    on: DispatchQueue? = .pmkDefault, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line,
    function: StaticString = #function
  ) -> CancellablePromise<[T.Iterator.Element]> {
    CancellablePromise<[T.Iterator.Element]>(
      link: promise.sortedValues(on: on, flags: flags, file: file, line: line, function: function), cancelContext)
  }
}
