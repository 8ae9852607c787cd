// compactMap: another value made of the value, if one can be made.

import Dispatch
import PromiseCore
import PromiseTrace

extension Thenable {
  /// Transforms the value; nil rejects with ``PMKError/compactMap(_:_:)``, and an error that `transform` throws with
  /// itself.
  public func compactMap<U>(
    on: DispatchQueue? = .pmkMap, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ transform: @escaping (T) throws -> U?
  ) -> Promise<U> {
    compactMapping(.running(on: on, flags), SourceSite(file, line, function), transform)
  }

  /// Derives the promise, wherever `transform` runs.
  func compactMapping<U>(
    _ executor: Executor, _ site: SourceSite, _ transform: @escaping (T) throws -> U?
  ) -> Promise<U> {
    Promise(
      derive("compactMap", handles: .fulfilled, on: executor, site) { node, parent in
        let value = parent.fulfilledValue.value
        node.settle {
          guard let result = try transform(value) else { throw PMKError.compactMap(value, U.self) }
          return result
        }
      })
  }
}
