// compactMap: another value made of the value, if one can be made.

import Dispatch
import PromiseCore
import PromiseTrace

extension Thenable {
  /// Transforms the value; nil rejects with ``PMKError/compactMap(_:_:)``, and an error that `transform` throws with
  /// itself.
  @inlinable
  public func compactMap<U>(
    on: DispatchQueue? = .pmkDefault, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ transform: @escaping (T) throws -> U?
  ) -> Promise<U> {
    compactMapping(link(on, flags, .body), SourceSite(file, line, function), transform)
  }

  /// Derives the promise, wherever `transform` runs.
  @inlinable
  func compactMapping<U>(
    _ link: Link, _ site: SourceSite, _ transform: @escaping (T) throws -> U?
  ) -> Promise<U> {
    let work = StoredWork(keeping: UncheckedHandler(transform)) { node, parent, work in
      let transform = StoredWork.reveal(work, as: UncheckedHandler<T, U?>.self)
      let value = unsafeDowncast(parent, to: Core<T>.self).fulfilledValue
      unsafeDowncast(node, to: Core<U>.self).settle {
        guard let result = try transform.call(value) else { throw PMKError.compactMap(value, U.self) }
        return result
      }
    }
    return Promise(
      Core<U>(from: core, "compactMap", handles: .fulfilled, on: link.executor, site: site, work: work), link.chain)
  }
}
