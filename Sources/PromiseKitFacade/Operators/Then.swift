// then: continuing with another promise.

import Dispatch
import PromiseCore
import PromiseTrace

extension Thenable {
  /// Continues with the promise that `body` returns; rejects with an error that it throws.
  ///
  /// - Parameters:
  ///   - on: The queue on which the closure runs; nil runs it inline.
  ///   - flags: The flags of the work item, if the closure runs on a dispatch queue.
  ///   - body: Receives the value and returns the promise to follow.
  /// - Returns: A new promise with the outcome of the promise that `body` returns. A rejection skips `body`.
  @inlinable
  public func then<U: Thenable>(
    on: DispatchQueue? = .pmkDefault, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ body: @escaping (T) throws -> U
  ) -> Promise<U.T> {
    following("then", .handler(on, flags, .body), SourceSite(file, line, function), body)
  }

  /// Derives a promise that follows the one that `body` returns, for any operator's name.
  @inlinable
  func following<U: Thenable>(
    _ operation: StaticString, _ executor: Executor, _ site: SourceSite, _ body: @escaping (T) throws -> U
  ) -> Promise<U.T> {
    Promise(
      Core<U.T>(
        from: core, operation, handles: .fulfilled, on: executor, site: site, work: .following(body)))
  }
}

extension Guarantee {
  /// Continues with the guarantee that `body` returns.
  ///
  /// - Parameters:
  ///   - on: The queue on which `body` runs; nil runs it inline.
  ///   - flags: The flags of the work item, if `body` runs on a dispatch queue.
  ///   - body: Receives the value and returns the guarantee to follow.
  /// - Returns: A guarantee with the outcome of the guarantee that `body` returns. A rejection skips `body`.
  @inlinable
  @discardableResult
  public func then<U>(
    on: DispatchQueue? = .pmkDefault, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ body: @escaping (T) -> Guarantee<U>
  ) -> Guarantee<U> {
    following("then", .handler(on, flags, .body), SourceSite(file, line, function), body)
  }

  /// Derives a guarantee that follows the promise that `body` returns, which must not be rejected, for any operator's name.
  @inlinable
  func following<U: Thenable>(
    _ operation: StaticString, _ executor: Executor, _ site: SourceSite, _ body: @escaping (T) -> U
  ) -> Guarantee<U.T> {
    Guarantee<U.T>(
      Core<U.T>(
        from: core, operation, handles: .fulfilled, on: executor, site: site, work: .following(body)))
  }
}
