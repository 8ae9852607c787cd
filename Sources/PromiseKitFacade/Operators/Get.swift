// get: reading the value, which then passes.

import Dispatch
import PromiseCore
import PromiseTrace

extension Thenable {
  /// Passes the value to `body` and continues with the same value; rejects with an error that `body` throws.
  ///
  /// - Parameters:
  ///   - on: The queue on which the closure runs; nil runs it inline.
  ///   - flags: The flags of the work item, if the closure runs on a dispatch queue.
  ///   - body: Receives the value.
  /// - Returns: A new promise with the same value. A rejection skips `body`.
  @inlinable
  public func get(
    on: DispatchQueue? = .pmkDefault, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ body: @escaping (T) throws -> Void
  ) -> Promise<T> {
    Promise(
      Core<T>(
        from: core, "get", handles: .fulfilled, on: .handler(on, flags, .tail), site: SourceSite(file, line, function),
        work: .passing(body)))
  }
}

extension Guarantee {
  /// Passes the value to `body` and continues with the same value.
  ///
  /// - Parameters:
  ///   - on: The queue on which `body` runs; nil runs it inline.
  ///   - flags: The flags of the work item, if `body` runs on a dispatch queue.
  ///   - body: Receives the value.
  /// - Returns: A guarantee with the same outcome, unless `body` throws.
  @inlinable
  public func get(
    on: DispatchQueue? = .pmkDefault, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ body: @escaping (T) -> Void
  ) -> Guarantee<T> {
    Guarantee(
      Core<T>(
        from: core, "get", handles: .fulfilled, on: .handler(on, flags, .tail), site: SourceSite(file, line, function),
        work: .passing(body)))
  }
}
