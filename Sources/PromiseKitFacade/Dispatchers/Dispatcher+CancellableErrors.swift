// catch, recover, ensure, finally of a cancellable chain on a dispatcher: as on a queue.

import Dispatch
import PromiseCore
import PromiseTrace

extension CancellablePromise {
  /// Does something with the error, and ends the chain; a cancellation counts only where `policy` says so.
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

  /// Does something with one certain error; others go on to the next `catch`.
  @_disfavoredOverload
  public func `catch`<E: Error>(
    only: E, on: any Dispatcher, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function,
    _ body: @escaping (E) -> Void
  ) -> CancellableCascadingFinalizer where E: Equatable {
    CancellableCascadingFinalizer(
      promise.catch(only: only, on: on, file: file, line: line, function: function, body), cancelContext)
  }

  /// Does something with errors of one type; others go on to the next `catch`.
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

  /// Goes on after an error with the promise that a body makes of it.
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

  /// Goes on after an error with the promise that a body makes of it.
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

  /// Goes on after an error, unless the body throws.
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

  /// Does something once this has settled, however it did, and goes on with the same outcome.
  @_disfavoredOverload
  public func ensure(
    on: any Dispatcher, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ body: @escaping () -> Void
  ) -> CancellablePromise<T> {
    CancellablePromise(
      link: promise.ensuring(promise.link(on, .visit), SourceSite(file, line, function), unless: cancelContext, body),
      cancelContext)
  }

  /// Waits for what a body makes once this has settled, however it did, and then goes on with the same outcome.
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

  /// Goes on after one certain error with the promise that a body makes of it.
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

  /// Goes on after errors of one type with the promise that a body makes of it.
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

  /// Goes on after one certain error, unless the body throws.
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

  /// Goes on after errors of one type, unless the body throws.
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

extension CancellableFinalizer {
  /// Does something when the chain has ended, however it did, and returns what cancels the chain.
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
  /// Does something with the errors that are left.
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

  /// Does something with one certain error of those that are left.
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

  /// Does something with errors of one type of those that are left.
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
