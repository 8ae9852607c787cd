// sortedValues: sorting the elements of a sequence.

import Dispatch
import PromiseCore
import PromiseTrace

extension Thenable where T: Sequence, T.Iterator.Element: Comparable {
  /// Sorts the elements of the value in ascending order.
  ///
  /// - Parameters:
  ///   - on: The queue on which the sorting runs; nil runs it inline.
  ///   - flags: The flags of the work item, if the sorting runs on a dispatch queue.
  /// - Returns: A new promise of the sorted elements.
  public func sortedValues(
    on: DispatchQueue? = .pmkDefault, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line,
    function: StaticString = #function
  ) -> Promise<[T.Iterator.Element]> {
    mapping("sortedValues", .handler(on, flags, .body), SourceSite(file, line, function)) { $0.sorted() }
  }
}

extension Guarantee where T: Sequence, T.Iterator.Element: Comparable {
  /// Sorts the elements of the value in ascending order.
  ///
  /// - Parameters:
  ///   - on: The queue on which the sorting runs; nil runs it inline.
  ///   - flags: The flags of the work item, if the sorting runs on a dispatch queue.
  /// - Returns: A guarantee of the sorted elements.
  public func sortedValues(
    on: DispatchQueue? = .pmkDefault, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line,
    function: StaticString = #function
  ) -> Guarantee<[T.Iterator.Element]> {
    mapping("sortedValues", .handler(on, flags, .body), SourceSite(file, line, function)) { $0.sorted() }
  }
}

extension Guarantee where T: Sequence {
  /// Sorts the elements of the value by a predicate.
  ///
  /// - Parameters:
  ///   - on: The queue on which `areInIncreasingOrder` runs; nil runs it inline.
  ///   - flags: The flags of the work item, if `areInIncreasingOrder` runs on a dispatch queue.
  ///   - areInIncreasingOrder: Whether the first of two elements belongs before the second one.
  /// - Returns: A guarantee of the sorted elements.
  public func sortedValues(
    on: DispatchQueue? = .pmkDefault, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function,
    _ areInIncreasingOrder: @escaping (T.Iterator.Element, T.Iterator.Element) -> Bool
  ) -> Guarantee<[T.Iterator.Element]> {
    mapping("sortedValues", .handler(on, flags, .body), SourceSite(file, line, function)) {
      $0.sorted(by: areInIncreasingOrder)
    }
  }
}
