// catch, recover, ensure, ensureThen, cauterize of a cancellable chain: the promise's own, in the chain's context.

import Dispatch
import PromiseCore
import PromiseTrace

extension CancellablePromise {
  /// Does something with the error, and ends the chain; a cancellation counts only where `policy` says so.
  @discardableResult
  public func `catch`(
    on: DispatchQueue? = conf.Q.return, flags: DispatchWorkItemFlags? = nil,
    policy: CatchPolicy = conf.catchPolicy, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function,
    _ body: @escaping (any Error) -> Void
  ) -> CancellableFinalizer {
    CancellableFinalizer(
      promise.catch(on: on, flags: flags, policy: policy, file: file, line: line, function: function, body),
      cancelContext)
  }

  /// Ends the chain: an error that is no cancellation goes to ``PMKConfiguration/logHandler``.
  @discardableResult
  public func cauterize(
    file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) -> CancellableFinalizer {
    CancellableFinalizer(promise.cauterize(file: file, line: line, function: function), cancelContext)
  }

  /// Goes on after an error with the cancellable promise that a body makes of it.
  public func recover<V: CancellableThenable>(
    on: DispatchQueue? = conf.Q.map, flags: DispatchWorkItemFlags? = nil,
    policy: CatchPolicy = conf.catchPolicy, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function,
    _ body: @escaping (any Error) throws -> V
  ) -> CancellablePromise<T> where V.U.T == T {
    let context = cancelContext
    return CancellablePromise(
      link: promise.recover(on: on, flags: flags, policy: policy, file: file, line: line, function: function) { error in
        let inner = try body(error)
        // Who recovers from a cancellation goes on; there is nothing to cancel it with any more.
        if !context.cancelAttempted { context.append(inner.cancelContext) }
        return inner.thenable
      }, context)
  }

  /// Goes on after an error with the promise that a body makes of it.
  public func cancellableRecover<V: Thenable>(
    on: DispatchQueue? = conf.Q.map, flags: DispatchWorkItemFlags? = nil,
    policy: CatchPolicy = conf.catchPolicy, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function,
    _ body: @escaping (any Error) throws -> V
  ) -> CancellablePromise<T> where V.T == T {
    recover(on: on, flags: flags, policy: policy, file: file, line: line, function: function) {
      CancellablePromise(try body($0), file: file, line: line, function: function)
    }
  }

  /// Goes on after an error, unless the body throws.
  public func recover(
    on: DispatchQueue? = conf.Q.map, flags: DispatchWorkItemFlags? = nil,
    policy: CatchPolicy = conf.catchPolicy, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function,
    _ body: @escaping (any Error) throws -> Void
  ) -> CancellablePromise<Void> where T == Void {
    CancellablePromise(
      link: promise.recover(on: on, flags: flags, policy: policy, file: file, line: line, function: function, body),
      cancelContext)
  }

  /// Does something once this has settled, however it did, and goes on with the same outcome.
  public func ensure(
    on: DispatchQueue? = conf.Q.return, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ body: @escaping () -> Void
  ) -> CancellablePromise<T> {
    CancellablePromise(
      link: promise.ensure(on: on, flags: flags, file: file, line: line, function: function, body), cancelContext)
  }

  /// Waits for what a body makes once this has settled, however it did, and then goes on with the same outcome.
  public func ensureThen(
    on: DispatchQueue? = conf.Q.return, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function,
    _ body: @escaping () -> CancellablePromise<Void>
  ) -> CancellablePromise<T> {
    let context = cancelContext
    return CancellablePromise(
      link: promise.ensureThen(on: on, flags: flags, file: file, line: line, function: function) {
        let inner = body()
        if !context.cancelAttempted { context.append(inner.cancelContext) }
        return inner.promise.recover(on: nil) { _ in }
      }, context)
  }
}

/// The end of a cancellable chain whose errors have been caught.
public final class CancellableFinalizer: Sendable {
  private let finalizer: PMKFinalizer

  /// The context of the chain.
  public let cancelContext: CancelContext

  init(_ finalizer: PMKFinalizer, _ context: CancelContext) {
    self.finalizer = finalizer
    cancelContext = context
  }

  /// Does something when the chain has ended, however it did, and returns what cancels the chain.
  @discardableResult
  public func finally(
    on: DispatchQueue? = conf.Q.return, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ body: @escaping () -> Void
  ) -> CancelContext {
    finalizer.finally(on: on, flags: flags, file: file, line: line, function: function, body)
    return cancelContext
  }

  /// Cancels the whole chain.
  ///
  /// - Parameter error: The error to reject with.
  public func cancel(with error: any Error = PMKError.cancelled) { cancelContext.cancel(with: error) }

  /// Whether the chain was cancelled and nothing of it is still at work.
  public var isCancelled: Bool { cancelContext.isCancelled }

  /// Whether somebody cancelled the chain.
  public var cancelAttempted: Bool { cancelContext.cancelAttempted }

  /// The error that the chain was cancelled with.
  public var cancelledError: (any Error)? { cancelContext.cancelledError }
}
