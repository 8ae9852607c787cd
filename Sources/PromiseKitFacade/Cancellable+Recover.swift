// recover(only:) for cancellable chains: the operator of `Promise`, joined to the chain's context.

import Dispatch
import PromiseCore
import PromiseTrace

extension CancellablePromise {
  /// Makes the derived promise of a `recover` a link of this chain.
  ///
  /// - Parameters:
  ///   - isForCancellation: Whether the handler handles cancellations. If so, a chain that has already settled continues.
  ///   - promise: The derived promise.
  /// - Returns: The link.
  func recovered(fromCancellation isForCancellation: Bool, _ promise: Promise<T>) -> CancellablePromise<T> {
    if isForCancellation, self.promise.isResolved { cancelContext.recover() }
    return CancellablePromise(link: promise, cancelContext)
  }

  /// Recovers from one specific error with the promise that `body` returns.
  ///
  /// - Parameters:
  ///   - only: The error to handle; others pass on.
  ///   - on: The queue on which `body` runs; nil runs it inline.
  ///   - flags: The flags of the work item, if `body` runs on a dispatch queue.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  ///   - body: Receives the error and returns the promise to follow.
  /// - Returns: A cancellable promise with this promise's value, or with the outcome of the promise that `body` returns.
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

  /// Recovers from errors of one type with the promise that `body` returns.
  ///
  /// - Parameters:
  ///   - only: The type of the errors to handle; the others pass on.
  ///   - on: The queue on which `body` runs; nil runs it inline.
  ///   - flags: The flags of the work item, if `body` runs on a dispatch queue.
  ///   - policy: Whether `body` also handles cancellations; ``PMKConfiguration/catchPolicy`` by default.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  ///   - body: Receives the error and returns the promise to follow.
  /// - Returns: A cancellable promise with this promise's value, or with the outcome of the promise that `body` returns.
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

  /// Recovers from one specific error unless `body` throws.
  ///
  /// - Parameters:
  ///   - only: The error to handle; others pass on.
  ///   - on: The queue on which `body` runs; nil runs it inline.
  ///   - flags: The flags of the work item, if `body` runs on a dispatch queue.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  ///   - body: Receives the error.
  /// - Returns: A cancellable promise that is fulfilled if this promise is, or once `body` has returned.
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

  /// Recovers from errors of one type unless `body` throws.
  ///
  /// - Parameters:
  ///   - only: The type of the errors to handle; the others pass on.
  ///   - on: The queue on which `body` runs; nil runs it inline.
  ///   - flags: The flags of the work item, if `body` runs on a dispatch queue.
  ///   - policy: Whether `body` also handles cancellations; ``PMKConfiguration/catchPolicy`` by default.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  ///   - body: Receives the error.
  /// - Returns: A cancellable promise that is fulfilled if this promise is, or once `body` has returned.
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
