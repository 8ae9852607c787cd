// catch, ensure, finally for cancellable chains, with a dispatcher in place of a queue.

import Dispatch
import PromiseCore
import PromiseTrace

extension CancellablePromise {
  /// Passes the error to `body` and ends the chain; `policy` decides whether `body` also handles cancellations.
  ///
  /// - Parameters:
  ///   - on: The dispatcher that runs `body`.
  ///   - policy: Whether `body` also handles cancellations; ``PMKConfiguration/catchPolicy`` by default.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  ///   - body: Receives the error.
  /// - Returns: The finalizer of the chain, for `finally`.
  @discardableResult
  @_disfavoredOverload
  public func `catch`(
    on: any Dispatcher,
    policy: CatchPolicy = .configured, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function,
    _ body: @escaping (any Error) -> Void
  ) -> CancellableFinalizer {
    CancellableFinalizer(
      promise.catch(on: on, policy: policy, file: file, line: line, function: function, body),
      cancelContext)
  }

  /// Passes one specific error to `body`; other errors continue to the next `catch`.
  ///
  /// - Parameters:
  ///   - only: The error to handle; others pass on.
  ///   - on: The dispatcher that runs `body`.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  ///   - body: Receives the error.
  /// - Returns: A finalizer on which further `catch` handlers can take other errors.
  @_disfavoredOverload
  public func `catch`<E: Error>(
    only: E, on: any Dispatcher, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function,
    _ body: @escaping (E) -> Void
  ) -> CancellableCascadingFinalizer where E: Equatable {
    CancellableCascadingFinalizer(
      promise.catch(only: only, on: on, file: file, line: line, function: function, body), cancelContext)
  }

  /// Passes errors of one type to `body`; other errors continue to the next `catch`.
  ///
  /// - Parameters:
  ///   - only: The type of the errors to handle; the others pass on.
  ///   - on: The dispatcher that runs `body`.
  ///   - policy: Whether `body` also handles cancellations; ``PMKConfiguration/catchPolicy`` by default.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  ///   - body: Receives the error.
  /// - Returns: A finalizer on which further `catch` handlers can take other errors.
  @_disfavoredOverload
  public func `catch`<E: Error>(
    only: E.Type, on: any Dispatcher,
    policy: CatchPolicy = .configured, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function,
    _ body: @escaping (E) -> Void
  ) -> CancellableCascadingFinalizer {
    CancellableCascadingFinalizer(
      promise.catch(only: only, on: on, policy: policy, file: file, line: line, function: function, body),
      cancelContext)
  }

  /// Calls `body` when this promise settles, fulfilled or rejected, and continues with the same outcome.
  ///
  /// - Parameters:
  ///   - on: The dispatcher that runs `body`.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  ///   - body: The closure to call. It does not handle an error.
  /// - Returns: A cancellable promise with the same outcome.
  @_disfavoredOverload
  public func ensure(
    on: any Dispatcher, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ body: @escaping () -> Void
  ) -> CancellablePromise<T> {
    CancellablePromise(
      link: promise.ensuring(promise.link(on, .visit), SourceSite(file, line, function), unless: cancelContext, body),
      cancelContext)
  }

  /// Calls `body` when this promise settles, waits for the promise that it returns, and continues with the same outcome.
  ///
  /// - Parameters:
  ///   - on: The dispatcher that runs `body`.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  ///   - body: Returns the promise to wait for. It does not handle an error.
  /// - Returns: A cancellable promise with the same outcome.
  @_disfavoredOverload
  public func ensureThen(
    on: any Dispatcher, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function,
    _ body: @escaping () -> CancellablePromise<Void>
  ) -> CancellablePromise<T> {
    let context = cancelContext
    return CancellablePromise(
      link: promise.ensuringThen(promise.link(on, .visit), SourceSite(file, line, function), unless: context) {
        let inner = body()
        if !context.cancelAttempted { context.append(inner.cancelContext) }
        return inner.promise
      }, context)
  }
}

extension CancellableFinalizer {
  /// Calls `body` when the chain ends, fulfilled or rejected, and returns the context that cancels the chain.
  ///
  /// - Parameters:
  ///   - on: The dispatcher that runs `body`.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  ///   - body: Called when the chain has settled.
  /// - Returns: The context, which can cancel the chain.
  @discardableResult
  @_disfavoredOverload
  public func finally(
    on: any Dispatcher, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ body: @escaping () -> Void
  ) -> CancelContext {
    finalizer.finally(on: on, file: file, line: line, function: function, body)
    return cancelContext
  }
}

extension CancellableCascadingFinalizer {
  /// Passes the remaining errors to `body`.
  ///
  /// - Parameters:
  ///   - on: The dispatcher that runs `body`.
  ///   - policy: Whether `body` also handles cancellations; ``PMKConfiguration/catchPolicy`` by default.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  ///   - body: Receives the error.
  /// - Returns: The finalizer of the chain, for `finally`.
  @discardableResult
  @_disfavoredOverload
  public func `catch`(
    on: any Dispatcher,
    policy: CatchPolicy = .configured, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function,
    _ body: @escaping (any Error) -> Void
  ) -> CancellableFinalizer {
    CancellableFinalizer(
      finalizer.catch(on: on, policy: policy, file: file, line: line, function: function, body),
      cancelContext)
  }

  /// Passes one specific error of the remaining ones to `body`.
  ///
  /// - Parameters:
  ///   - only: The error to handle; others pass on.
  ///   - on: The dispatcher that runs `body`.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  ///   - body: Receives the error.
  /// - Returns: A finalizer on which further `catch` handlers can take other errors.
  @_disfavoredOverload
  public func `catch`<E: Error>(
    only: E, on: any Dispatcher, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function,
    _ body: @escaping (E) -> Void
  ) -> CancellableCascadingFinalizer where E: Equatable {
    CancellableCascadingFinalizer(
      finalizer.catch(only: only, on: on, file: file, line: line, function: function, body), cancelContext
    )
  }

  /// Passes the remaining errors of one type to `body`.
  ///
  /// - Parameters:
  ///   - only: The type of the errors to handle; the others pass on.
  ///   - on: The dispatcher that runs `body`.
  ///   - policy: Whether `body` also handles cancellations; ``PMKConfiguration/catchPolicy`` by default.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  ///   - body: Receives the error.
  /// - Returns: A finalizer on which further `catch` handlers can take other errors.
  @_disfavoredOverload
  public func `catch`<E: Error>(
    only: E.Type, on: any Dispatcher,
    policy: CatchPolicy = .configured, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function,
    _ body: @escaping (E) -> Void
  ) -> CancellableCascadingFinalizer {
    CancellableCascadingFinalizer(
      finalizer.catch(
        only: only, on: on, policy: policy, file: file, line: line, function: function, body),
      cancelContext)
  }
}
