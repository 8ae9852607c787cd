// mapValues, flatMapValues, compactMapValues, filterValues: `map` and its family for each element of a sequence.

import Dispatch
import PromiseCore
import PromiseTrace

extension Thenable where T: Sequence {
  /// Transforms each element of the value.
  ///
  /// - Parameters:
  ///   - on: The queue on which `transform` runs; nil runs it inline.
  ///   - flags: The flags of the work item, if `transform` runs on a dispatch queue.
  ///   - transform: Receives an element and returns the new one.
  /// - Returns: A new promise of the new elements, in the same order.
  public func mapValues<U>(
    on: DispatchQueue? = .pmkDefault, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ transform: @escaping (T.Iterator.Element) throws -> U
  ) -> Promise<[U]> {
    mapping("mapValues", .handler(on, flags, .body), SourceSite(file, line, function)) { try $0.map(transform) }
  }

  /// Transforms each element of the value into a sequence and concatenates the sequences.
  ///
  /// - Parameters:
  ///   - on: The queue on which `transform` runs; nil runs it inline.
  ///   - flags: The flags of the work item, if `transform` runs on a dispatch queue.
  ///   - transform: Receives an element and returns the new ones.
  /// - Returns: A new promise of the new elements, in the same order.
  public func flatMapValues<U: Sequence>(
    on: DispatchQueue? = .pmkDefault, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ transform: @escaping (T.Iterator.Element) throws -> U
  ) -> Promise<[U.Element]> {
    mapping("flatMapValues", .handler(on, flags, .body), SourceSite(file, line, function)) { try $0.flatMap(transform) }
  }

  /// Transforms each element of the value and drops the results that are nil.
  ///
  /// - Parameters:
  ///   - on: The queue on which `transform` runs; nil runs it inline.
  ///   - flags: The flags of the work item, if `transform` runs on a dispatch queue.
  ///   - transform: Receives an element and returns the new one, or nil.
  /// - Returns: A new promise of the new elements, in the same order.
  public func compactMapValues<U>(
    on: DispatchQueue? = .pmkDefault, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ transform: @escaping (T.Iterator.Element) throws -> U?
  ) -> Promise<[U]> {
    mapping("compactMapValues", .handler(on, flags, .body), SourceSite(file, line, function)) {
      try $0.compactMap(transform)
    }
  }

  /// Keeps the elements of the value that satisfy `isIncluded`.
  ///
  /// - Parameters:
  ///   - on: The queue on which `isIncluded` runs; nil runs it inline.
  ///   - flags: The flags of the work item, if `isIncluded` runs on a dispatch queue.
  ///   - isIncluded: Receives an element and returns whether to keep it.
  /// - Returns: A new promise of the elements that are kept, in the same order.
  public func filterValues(
    on: DispatchQueue? = .pmkDefault, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ isIncluded: @escaping (T.Iterator.Element) -> Bool
  ) -> Promise<[T.Iterator.Element]> {
    mapping("filterValues", .handler(on, flags, .body), SourceSite(file, line, function)) { $0.filter(isIncluded) }
  }
}

extension Guarantee where T: Sequence {
  /// Transforms each element of the value.
  ///
  /// - Parameters:
  ///   - on: The queue on which `transform` runs; nil runs it inline.
  ///   - flags: The flags of the work item, if `transform` runs on a dispatch queue.
  ///   - transform: Receives an element and returns the new one.
  /// - Returns: A guarantee of the new elements, in the same order.
  public func mapValues<U>(
    on: DispatchQueue? = .pmkDefault, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ transform: @escaping (T.Iterator.Element) -> U
  ) -> Guarantee<[U]> {
    mapping("mapValues", .handler(on, flags, .body), SourceSite(file, line, function)) { $0.map(transform) }
  }

  /// Transforms each element of the value into a sequence and concatenates the sequences.
  ///
  /// - Parameters:
  ///   - on: The queue on which `transform` runs; nil runs it inline.
  ///   - flags: The flags of the work item, if `transform` runs on a dispatch queue.
  ///   - transform: Receives an element and returns the new ones.
  /// - Returns: A guarantee of the new elements, in the same order.
  public func flatMapValues<U: Sequence>(
    on: DispatchQueue? = .pmkDefault, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ transform: @escaping (T.Iterator.Element) -> U
  ) -> Guarantee<[U.Element]> {
    mapping("flatMapValues", .handler(on, flags, .body), SourceSite(file, line, function)) { $0.flatMap(transform) }
  }

  /// Transforms each element of the value and drops the results that are nil.
  ///
  /// - Parameters:
  ///   - on: The queue on which `transform` runs; nil runs it inline.
  ///   - flags: The flags of the work item, if `transform` runs on a dispatch queue.
  ///   - transform: Receives an element and returns the new one, or nil.
  /// - Returns: A guarantee of the new elements, in the same order.
  public func compactMapValues<U>(
    on: DispatchQueue? = .pmkDefault, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ transform: @escaping (T.Iterator.Element) -> U?
  ) -> Guarantee<[U]> {
    mapping("compactMapValues", .handler(on, flags, .body), SourceSite(file, line, function)) {
      $0.compactMap(transform)
    }
  }

  /// Keeps the elements of the value that satisfy `isIncluded`.
  ///
  /// - Parameters:
  ///   - on: The queue on which `isIncluded` runs; nil runs it inline.
  ///   - flags: The flags of the work item, if `isIncluded` runs on a dispatch queue.
  ///   - isIncluded: Receives an element and returns whether to keep it.
  /// - Returns: A guarantee of the elements that are kept, in the same order.
  public func filterValues(
    on: DispatchQueue? = .pmkDefault, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ isIncluded: @escaping (T.Iterator.Element) -> Bool
  ) -> Guarantee<[T.Iterator.Element]> {
    mapping("filterValues", .handler(on, flags, .body), SourceSite(file, line, function)) { $0.filter(isIncluded) }
  }
}
