// catch, recover, ensure, ensureThen, cauterize for cancellable chains: the operators of `Promise`, joined to the chain's context.

import Dispatch
import PromiseCore
import PromiseTrace

extension CancellablePromise {
  /// Passes the error to `body` and ends the chain; `policy` decides whether `body` also handles cancellations.
  ///
  /// - Parameters:
  ///   - on: The queue on which `body` runs; nil runs it inline.
  ///   - flags: The flags of the work item, if `body` runs on a dispatch queue.
  ///   - policy: Whether `body` also handles cancellations; ``PMKConfiguration/catchPolicy`` by default.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  ///   - body: Receives the error.
  /// - Returns: The finalizer of the chain, for `finally`.
  @discardableResult
  public func `catch`(
    on: DispatchQueue? = .pmkDefault, flags: DispatchWorkItemFlags? = nil,
    policy: CatchPolicy = .configured, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function,
    _ body: @escaping (any Error) -> Void
  ) -> CancellableFinalizer {
    CancellableFinalizer(
      promise.catch(on: on, flags: flags, policy: policy, file: file, line: line, function: function, body),
      cancelContext)
  }

  /// Passes one specific error to `body`; other errors continue to the next `catch`.
  ///
  /// - Parameters:
  ///   - only: The error to handle; others pass on.
  ///   - on: The queue on which `body` runs; nil runs it inline.
  ///   - flags: The flags of the work item, if `body` runs on a dispatch queue.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  ///   - body: Receives the error.
  /// - Returns: A finalizer on which further `catch` handlers can take other errors.
  public func `catch`<E: Error>(
    only: E, on: DispatchQueue? = .pmkDefault, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function,
    _ body: @escaping (E) -> Void
  ) -> CancellableCascadingFinalizer where E: Equatable {
    CancellableCascadingFinalizer(
      promise.catch(only: only, on: on, flags: flags, file: file, line: line, function: function, body), cancelContext)
  }

  /// Passes errors of one type to `body`; other errors continue to the next `catch`.
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
  /// - Returns: A finalizer on which further `catch` handlers can take other errors.
  public func `catch`<E: Error>(
    only: E.Type, on: DispatchQueue? = .pmkDefault, flags: DispatchWorkItemFlags? = nil,
    policy: CatchPolicy = .configured, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function,
    _ body: @escaping (E) -> Void
  ) -> CancellableCascadingFinalizer {
    CancellableCascadingFinalizer(
      promise.catch(only: only, on: on, flags: flags, policy: policy, file: file, line: line, function: function, body),
      cancelContext)
  }

  /// Ends the chain; an error other than a cancellation goes to ``PMKConfiguration/logHandler``.
  ///
  /// - Parameters:
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  /// - Returns: The finalizer of the chain, for `finally`.
  @discardableResult
  public func cauterize(
    file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) -> CancellableFinalizer {
    CancellableFinalizer(promise.cauterize(file: file, line: line, function: function), cancelContext)
  }

  /// Recovers from an error with the promise that `body` returns.
  ///
  /// - Parameters:
  ///   - on: The queue on which `body` runs; nil runs it inline.
  ///   - flags: The flags of the work item, if `body` runs on a dispatch queue.
  ///   - policy: Whether `body` also handles cancellations; ``PMKConfiguration/catchPolicy`` by default.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  ///   - body: Receives the error and returns the promise to follow.
  /// - Returns: A cancellable promise with this promise's value, or with the outcome of the promise that `body` returns.
  public func recover<V: CancellableLink>(
    on: DispatchQueue? = .pmkDefault, flags: DispatchWorkItemFlags? = nil,
    policy: CatchPolicy = .configured, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function,
    _ body: @escaping (any Error) throws -> V
  ) -> CancellablePromise<T> where V.LinkValue == T {
    recovered(
      fromCancellation: policy == .allErrors,
      promise.recover(
        on: on, flags: flags, policy: policy, file: file, line: line, function: function,
        cancelContext.rejoining(policy, SourceSite(file, line, function), body)))
  }

  /// Recovers from an error with the promise that `body` returns.
  ///
  /// - Parameters:
  ///   - on: The queue on which `body` runs; nil runs it inline.
  ///   - flags: The flags of the work item, if `body` runs on a dispatch queue.
  ///   - policy: Whether `body` also handles cancellations; ``PMKConfiguration/catchPolicy`` by default.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  ///   - body: Receives the error and returns the promise to follow.
  /// - Returns: A cancellable promise with this promise's value, or with the outcome of the promise that `body` returns.
  public func cancellableRecover<V: Thenable>(
    on: DispatchQueue? = .pmkDefault, flags: DispatchWorkItemFlags? = nil,
    policy: CatchPolicy = .configured, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function,
    _ body: @escaping (any Error) throws -> V
  ) -> CancellablePromise<T> where V.T == T {
    recover(on: on, flags: flags, policy: policy, file: file, line: line, function: function) {
      CancellablePromise(try body($0), file: file, line: line, function: function)
    }
  }

  /// Recovers from an error unless `body` throws.
  ///
  /// - Parameters:
  ///   - on: The queue on which `body` runs; nil runs it inline.
  ///   - flags: The flags of the work item, if `body` runs on a dispatch queue.
  ///   - policy: Whether `body` also handles cancellations; ``PMKConfiguration/catchPolicy`` by default.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  ///   - body: Receives the error.
  /// - Returns: A cancellable promise that is fulfilled if this promise is, or once `body` has returned.
  public func recover(
    on: DispatchQueue? = .pmkDefault, flags: DispatchWorkItemFlags? = nil,
    policy: CatchPolicy = .configured, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function,
    _ body: @escaping (any Error) throws -> Void
  ) -> CancellablePromise<Void> where T == Void {
    recovered(
      fromCancellation: policy == .allErrors,
      promise.recover(
        on: on, flags: flags, policy: policy, file: file, line: line, function: function,
        cancelContext.recovering(policy, body)))
  }

  /// Calls `body` when this promise settles, fulfilled or rejected, and continues with the same outcome.
  ///
  /// - Parameters:
  ///   - on: The queue on which `body` runs; nil runs it inline.
  ///   - flags: The flags of the work item, if `body` runs on a dispatch queue.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  ///   - body: The closure to call. It does not handle an error.
  /// - Returns: A cancellable promise with the same outcome.
  public func ensure(
    on: DispatchQueue? = .pmkDefault, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ body: @escaping () -> Void
  ) -> CancellablePromise<T> {
    CancellablePromise(
      link: promise.ensuring(
        promise.link(on, flags, .visit), SourceSite(file, line, function), unless: cancelContext, body),
      cancelContext)
  }

  /// Calls `body` when this promise settles, waits for the promise that it returns, and continues with the same outcome.
  ///
  /// - Parameters:
  ///   - on: The queue on which `body` runs; nil runs it inline.
  ///   - flags: The flags of the work item, if `body` runs on a dispatch queue.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  ///   - body: Returns the promise to wait for. It does not handle an error.
  /// - Returns: A cancellable promise with the same outcome.
  public func ensureThen(
    on: DispatchQueue? = .pmkDefault, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function,
    _ body: @escaping () -> CancellablePromise<Void>
  ) -> CancellablePromise<T> {
    let context = cancelContext
    return CancellablePromise(
      link: promise.ensuringThen(promise.link(on, flags, .visit), SourceSite(file, line, function), unless: context) {
        let inner = body()
        if !context.cancelAttempted { context.append(inner.cancelContext) }
        return inner.promise
      }, context)
  }
}
