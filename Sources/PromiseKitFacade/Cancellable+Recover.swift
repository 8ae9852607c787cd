// recover after certain errors of a cancellable chain: the promise's own, in the chain's context.

import Dispatch
import PromiseCore
import PromiseTrace

extension CancellablePromise {
  /// Makes a link of what `recover` derived.
  ///
  /// - Parameters:
  ///   - isForCancellation: Whether the handler is for cancellations: then a chain that has settled already continues.
  ///   - promise: The derived promise.
  /// - Returns: The link.
  func recovered(fromCancellation isForCancellation: Bool, _ promise: Promise<T>) -> CancellablePromise<T> {
    if isForCancellation, self.promise.isResolved { cancelContext.recover() }
    return CancellablePromise(link: promise, cancelContext)
  }

  /// Continues after one certain error with the promise that `body` makes of it.
  public func recover<V: CancellableLink, E: Error>(
    only: E, on: DispatchQueue? = .pmkDefault, flags: DispatchWorkItemFlags? = nil,
    file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
    _ body: @escaping (E) throws -> V
  ) -> CancellablePromise<T> where V.LinkValue == T, E: Equatable {
    recovered(
      fromCancellation: only.isCancelled,
      promise.recover(
        only: only, on: on, flags: flags, file: file, line: line, function: function,
        cancelContext.rejoining(.allErrors, SourceSite(file, line, function), body)))
  }

  /// Continues after errors of one type with the promise that `body` makes of it.
  public func recover<V: CancellableLink, E: Error>(
    only: E.Type, on: DispatchQueue? = .pmkDefault, flags: DispatchWorkItemFlags? = nil,
    policy: CatchPolicy = .configured,
    file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
    _ body: @escaping (E) throws -> V
  ) -> CancellablePromise<T> where V.LinkValue == T {
    recovered(
      fromCancellation: policy == .allErrors,
      promise.recover(
        only: only, on: on, flags: flags, policy: policy, file: file, line: line, function: function,
        cancelContext.rejoining(policy, SourceSite(file, line, function), body)))
  }

  /// Continues after one certain error, unless `body` throws.
  public func recover<E: Error>(
    only: E, on: DispatchQueue? = .pmkDefault, flags: DispatchWorkItemFlags? = nil,
    file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
    _ body: @escaping (E) throws -> Void
  ) -> CancellablePromise<Void> where T == Void, E: Equatable {
    recovered(
      fromCancellation: only.isCancelled,
      promise.recover(
        only: only, on: on, flags: flags, file: file, line: line, function: function,
        cancelContext.recovering(.allErrors, body)))
  }

  /// Continues after errors of one type, unless `body` throws.
  public func recover<E: Error>(
    only: E.Type, on: DispatchQueue? = .pmkDefault, flags: DispatchWorkItemFlags? = nil,
    policy: CatchPolicy = .configured,
    file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
    _ body: @escaping (E) throws -> Void
  ) -> CancellablePromise<Void> where T == Void {
    recovered(
      fromCancellation: policy == .allErrors,
      promise.recover(
        only: only, on: on, flags: flags, policy: policy, file: file, line: line, function: function,
        cancelContext.recovering(policy, body)))
  }
}
