// sortedValues: sorting the elements of a sequence.

import Dispatch
import PromiseCore
import PromiseTrace

extension Thenable where T: Sequence, T.Iterator.Element: Comparable {
  /// Sorts the elements of the value in ascending order.
  public func sortedValues(
    on: DispatchQueue? = .pmkDefault, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line,
    function: StaticString = #function
  ) -> Promise<[T.Iterator.Element]> {
    mapping("sortedValues", link(on, flags, .body), SourceSite(file, line, function)) { $0.sorted() }
  }
}

extension Guarantee where T: Sequence, T.Iterator.Element: Comparable {
  /// Sorts the elements of the value in ascending order.
  public func sortedValues(
    on: DispatchQueue? = .pmkDefault, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line,
    function: StaticString = #function
  ) -> Guarantee<[T.Iterator.Element]> {
    mapping("sortedValues", link(on, flags, .body), SourceSite(file, line, function)) { $0.sorted() }
  }
}

extension Guarantee where T: Sequence {
  /// Sorts the elements of the value by a predicate.
  public func sortedValues(
    on: DispatchQueue? = .pmkDefault, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function,
    _ areInIncreasingOrder: @escaping (T.Iterator.Element, T.Iterator.Element) -> Bool
  ) -> Guarantee<[T.Iterator.Element]> {
    mapping("sortedValues", link(on, flags, .body), SourceSite(file, line, function)) {
      $0.sorted(by: areInIncreasingOrder)
    }
  }
}
