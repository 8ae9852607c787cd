// compactMap: transforming a value, with an error for nil.

import Dispatch
import PromiseCore
import PromiseTrace

extension Thenable {
  /// Transforms the value; rejects with an error that `transform` throws, or with ``PMKError/compactMap(_:_:)`` if it
  /// returns nil.
  ///
  /// - Parameters:
  ///   - on: The queue on which the closure runs; nil runs it inline.
  ///   - flags: The flags of the work item, if the closure runs on a dispatch queue.
  ///   - transform: Receives the value and returns the new one, or nil.
  /// - Returns: A new promise with the transformed value. A rejection skips `transform`.
  @inlinable
  public func compactMap<U>(
    on: DispatchQueue? = .pmkDefault, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ transform: __owned @escaping (T) throws -> U?
  ) -> Promise<U> {
    let work = StoredWork(keeping: UncheckedHandler(consume transform)) { node, parent, work in
      let transform = work.reveal(as: UncheckedHandler<T, U?>.self)
      let value = unsafeDowncast(parent, to: Core<T>.self).fulfilledValue
      unsafeDowncast(node, to: Core<U>.self).settle {
        guard let result = try transform.call(value) else { throw PMKError.compactMap(value, U.self) }
        return result
      }
    }
    return Promise(
      Core<U>(
        from: core, "compactMap", handles: .fulfilled, on: .handler(on, flags, .body),
        site: SourceSite(file, line, function), work: work))
  }
}
