// firstValue, lastValue: one element of a collection.

import Dispatch
import PromiseCore
import PromiseTrace

extension Thenable where T: Collection {
  /// The first element of the value; rejects with ``PMKError/emptySequence`` if the value is empty.
  public var firstValue: Promise<T.Iterator.Element> {
    picking("firstValue") { $0.first }
  }

  /// Finds the first element that satisfies `test`; rejects with ``PMKError/emptySequence`` if there is none.
  ///
  /// - Parameters:
  ///   - on: The queue on which `test` runs; nil runs it inline.
  ///   - flags: The flags of the work item, if `test` runs on a dispatch queue.
  ///   - test: Receives an element and returns whether it is the one to find.
  /// - Returns: A new promise of the element.
  public func firstValue(
    on: DispatchQueue? = .pmkDefault, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, where test: @escaping (T.Iterator.Element) -> Bool
  ) -> Promise<T.Iterator.Element> {
    mapping("firstValue", .handler(on, flags, .body), SourceSite(file, line, function)) {
      guard let found = $0.first(where: test) else { throw PMKError.emptySequence }
      return found
    }
  }

  /// The last element of the value; rejects with ``PMKError/emptySequence`` if the value is empty.
  public var lastValue: Promise<T.Iterator.Element> {
    picking("lastValue") { $0.isEmpty ? nil : $0[$0.index($0.startIndex, offsetBy: $0.count - 1)] }
  }
}

extension Thenable where T: Collection {
  /// Derives the promise of an element that is selected without a handler of the program.
  fileprivate func picking(
    _ operation: StaticString, _ pick: __owned @escaping (T) -> T.Iterator.Element?
  ) -> Promise<T.Iterator.Element> {
    let work = StoredWork(keeping: UncheckedHandler(consume pick)) { node, parent, work in
      let pick = work.reveal(as: UncheckedHandler<T, T.Iterator.Element?>.self)
      let node = unsafeDowncast(node, to: Core<T.Iterator.Element>.self)
      if let element = try? pick.call(unsafeDowncast(parent, to: Core<T>.self).fulfilledValue) {
        node.fulfill(element, cause: .passthrough, via: parent)
      } else {
        node.reject(PMKError.emptySequence, cause: .combinator)
      }
    }
    return Promise(
      Core<T.Iterator.Element>(from: core, operation, handles: [], on: .inline, site: SourceSite(), work: work))
  }
}
