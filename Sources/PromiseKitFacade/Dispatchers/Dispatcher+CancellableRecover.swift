// recover for cancellable chains, with a dispatcher in place of a queue.

import Dispatch
import PromiseCore
import PromiseTrace

extension CancellablePromise {
  /// Recovers from an error with the promise that `body` returns.
  ///
  /// - Parameters:
  ///   - on: The dispatcher that runs `body`.
  ///   - policy: Whether `body` also handles cancellations; ``PMKConfiguration/catchPolicy`` by default.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  ///   - body: Receives the error and returns the promise to follow.
  /// - Returns: A cancellable promise with this promise's value, or with the outcome of the promise that `body` returns.
  @_disfavoredOverload
  public func recover<V: CancellableLink>(
    on: any Dispatcher,
    policy: CatchPolicy = .configured, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function,
    _ body: @escaping (any Error) throws -> V
  ) -> CancellablePromise<T> where V.LinkValue == T {
    recovered(
      fromCancellation: policy == .allErrors,
      promise.recover(
        on: on, policy: policy, file: file, line: line, function: function,
        cancelContext.rejoining(policy, SourceSite(file, line, function), body)))
  }

  /// Recovers from an error with the promise that `body` returns.
  ///
  /// - Parameters:
  ///   - on: The dispatcher that runs `body`.
  ///   - policy: Whether `body` also handles cancellations; ``PMKConfiguration/catchPolicy`` by default.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  ///   - body: Receives the error and returns the promise to follow.
  /// - Returns: A cancellable promise with this promise's value, or with the outcome of the promise that `body` returns.
  @_disfavoredOverload
  public func cancellableRecover<V: Thenable>(
    on: any Dispatcher,
    policy: CatchPolicy = .configured, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function,
    _ body: @escaping (any Error) throws -> V
  ) -> CancellablePromise<T> where V.T == T {
    recover(on: on, policy: policy, file: file, line: line, function: function) {
      CancellablePromise(try body($0), file: file, line: line, function: function)
    }
  }

  /// Recovers from an error unless `body` throws.
  ///
  /// - Parameters:
  ///   - on: The dispatcher that runs `body`.
  ///   - policy: Whether `body` also handles cancellations; ``PMKConfiguration/catchPolicy`` by default.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  ///   - body: Receives the error.
  /// - Returns: A cancellable promise that is fulfilled if this promise is, or once `body` has returned.
  @_disfavoredOverload
  public func recover(
    on: any Dispatcher,
    policy: CatchPolicy = .configured, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function,
    _ body: @escaping (any Error) throws -> Void
  ) -> CancellablePromise<Void> where T == Void {
    recovered(
      fromCancellation: policy == .allErrors,
      promise.recover(
        on: on, policy: policy, file: file, line: line, function: function, cancelContext.recovering(policy, body)))
  }

  /// Recovers from one specific error with the promise that `body` returns.
  ///
  /// - Parameters:
  ///   - only: The error to handle; others pass on.
  ///   - on: The dispatcher that runs `body`.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  ///   - body: Receives the error and returns the promise to follow.
  /// - Returns: A cancellable promise with this promise's value, or with the outcome of the promise that `body` returns.
  @_disfavoredOverload
  public func recover<V: CancellableLink, E: Error>(
    only: E, on: any Dispatcher,
    file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
    _ body: @escaping (E) throws -> V
  ) -> CancellablePromise<T> where V.LinkValue == T, E: Equatable {
    recovered(
      fromCancellation: only.isCancelled,
      promise.recover(
        only: only, on: on, file: file, line: line, function: function,
        cancelContext.rejoining(.allErrors, SourceSite(file, line, function), body)))
  }

  /// Recovers from errors of one type with the promise that `body` returns.
  ///
  /// - Parameters:
  ///   - only: The type of the errors to handle; the others pass on.
  ///   - on: The dispatcher that runs `body`.
  ///   - policy: Whether `body` also handles cancellations; ``PMKConfiguration/catchPolicy`` by default.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  ///   - body: Receives the error and returns the promise to follow.
  /// - Returns: A cancellable promise with this promise's value, or with the outcome of the promise that `body` returns.
  @_disfavoredOverload
  public func recover<V: CancellableLink, E: Error>(
    only: E.Type, on: any Dispatcher,
    policy: CatchPolicy = .configured,
    file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
    _ body: @escaping (E) throws -> V
  ) -> CancellablePromise<T> where V.LinkValue == T {
    recovered(
      fromCancellation: policy == .allErrors,
      promise.recover(
        only: only, on: on, policy: policy, file: file, line: line, function: function,
        cancelContext.rejoining(policy, SourceSite(file, line, function), body)))
  }

  /// Recovers from one specific error unless `body` throws.
  ///
  /// - Parameters:
  ///   - only: The error to handle; others pass on.
  ///   - on: The dispatcher that runs `body`.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  ///   - body: Receives the error.
  /// - Returns: A cancellable promise that is fulfilled if this promise is, or once `body` has returned.
  @_disfavoredOverload
  public func recover<E: Error>(
    only: E, on: any Dispatcher,
    file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
    _ body: @escaping (E) throws -> Void
  ) -> CancellablePromise<Void> where T == Void, E: Equatable {
    recovered(
      fromCancellation: only.isCancelled,
      promise.recover(
        only: only, on: on, file: file, line: line, function: function, cancelContext.recovering(.allErrors, body)))
  }

  /// Recovers from errors of one type unless `body` throws.
  ///
  /// - Parameters:
  ///   - only: The type of the errors to handle; the others pass on.
  ///   - on: The dispatcher that runs `body`.
  ///   - policy: Whether `body` also handles cancellations; ``PMKConfiguration/catchPolicy`` by default.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  ///   - body: Receives the error.
  /// - Returns: A cancellable promise that is fulfilled if this promise is, or once `body` has returned.
  @_disfavoredOverload
  public func recover<E: Error>(
    only: E.Type, on: any Dispatcher,
    policy: CatchPolicy = .configured,
    file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
    _ body: @escaping (E) throws -> Void
  ) -> CancellablePromise<Void> where T == Void {
    recovered(
      fromCancellation: policy == .allErrors,
      promise.recover(
        only: only, on: on, policy: policy, file: file, line: line, function: function,
        cancelContext.recovering(policy, body)))
  }
}
