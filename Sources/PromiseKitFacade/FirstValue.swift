// firstValue, lastValue: one element of a collection.

import Dispatch
import PromiseCore
import PromiseTrace

extension Thenable where T: Collection {
  /// The first element of the value; of an empty one rejects with ``PMKError/emptySequence``.
  public var firstValue: Promise<T.Iterator.Element> {
    Promise(
      derive("firstValue", handles: [], on: .inline, SourceSite()) { node, parent in
        node.fulfill(parent.fulfilledValue.value.first, orReject: .emptySequence, via: parent)
      })
  }

  /// The first element for which a closure is true; if there is none, rejects with ``PMKError/emptySequence``.
  public func firstValue(
    on: DispatchQueue? = .pmkMap, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, where test: @escaping (T.Iterator.Element) -> Bool
  ) -> Promise<T.Iterator.Element> {
    finding(.running(on: on, flags), SourceSite(file, line, function), test)
  }

  /// Derives the promise, wherever `test` runs.
  func finding(
    _ executor: Executor, _ site: SourceSite, _ test: @escaping (T.Iterator.Element) -> Bool
  ) -> Promise<T.Iterator.Element> {
    Promise(
      derive("firstValue", handles: .fulfilled, on: executor, site) { node, parent in
        node.settle {
          guard let found = parent.fulfilledValue.value.first(where: test) else { throw PMKError.emptySequence }
          return found
        }
      })
  }

  /// The last element of the value; of an empty one rejects with ``PMKError/emptySequence``.
  public var lastValue: Promise<T.Iterator.Element> {
    Promise(
      derive("lastValue", handles: [], on: .inline, SourceSite()) { node, parent in
        let value = parent.fulfilledValue.value
        let last = value.isEmpty ? nil : value[value.index(value.startIndex, offsetBy: value.count - 1)]
        node.fulfill(last, orReject: .emptySequence, via: parent)
      })
  }
}

extension PromiseCore.Promise {
  fileprivate func fulfill<T>(_ value: T?, orReject error: PMKError, via parent: PromiseNode) where Value == Box<T> {
    if let value {
      fulfill(Box(value), cause: .passthrough, via: parent)
    } else {
      reject(error, cause: .combinator)
    }
  }
}
