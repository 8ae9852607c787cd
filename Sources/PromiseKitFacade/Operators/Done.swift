// done: consuming a chain's value.

import Dispatch
import PromiseCore
import PromiseTrace

extension Thenable {
  /// Passes the value to `body` and continues without it; rejects with an error that `body` throws.
  ///
  /// - Parameters:
  ///   - on: The queue on which the closure runs; nil runs it inline.
  ///   - flags: The flags of the work item, if the closure runs on a dispatch queue.
  ///   - body: Receives the value.
  /// - Returns: A new promise without a value. A rejection skips `body`.
  @inlinable
  public func done(
    on: DispatchQueue? = .pmkDefault, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ body: @escaping (T) throws -> Void
  ) -> Promise<Void> {
    mapping("done", .handler(on, flags, .tail), SourceSite(file, line, function), body)
  }
}

extension Guarantee {
  /// Passes the value to `body` and continues without it.
  ///
  /// - Parameters:
  ///   - on: The queue on which `body` runs; nil runs it inline.
  ///   - flags: The flags of the work item, if `body` runs on a dispatch queue.
  ///   - body: Receives the value.
  /// - Returns: A guarantee without a value.
  @inlinable
  @discardableResult
  public func done(
    on: DispatchQueue? = .pmkDefault, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ body: @escaping (T) -> Void
  ) -> Guarantee<Void> {
    mapping("done", .handler(on, flags, .tail), SourceSite(file, line, function), body)
  }
}
