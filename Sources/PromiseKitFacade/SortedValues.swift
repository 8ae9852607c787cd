// sortedValues: the elements in order.

import Dispatch
import PromiseCore
import PromiseTrace

extension Thenable where T: Sequence, T.Iterator.Element: Comparable {
  /// The elements of the value, the least first.
  public func sortedValues(
    on: DispatchQueue? = .pmkDefault, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line,
    function: StaticString = #function
  ) -> Promise<[T.Iterator.Element]> {
    mapping("sortedValues", link(on, flags, .body), SourceSite(file, line, function)) { $0.sorted() }
  }
}

extension Guarantee where T: Sequence, T.Iterator.Element: Comparable {
  /// The elements of the value, the least first.
  public func sortedValues(
    on: DispatchQueue? = .pmkDefault, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line,
    function: StaticString = #function
  ) -> Guarantee<[T.Iterator.Element]> {
    mapping("sortedValues", link(on, flags, .body), SourceSite(file, line, function)) { $0.sorted() }
  }
}

extension Guarantee where T: Sequence {
  /// The elements of the value in the order that a closure says.
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
