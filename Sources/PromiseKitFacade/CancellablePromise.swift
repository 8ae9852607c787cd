// A promise that can be canceled: a promise, and the context of its chain.

import Dispatch
import PromiseCore
import PromiseTrace
import Synchronization

/// What can be waited for and canceled.
public protocol CancellableThenable: CancellableLink where LinkValue == U.T {
  /// The type of what is waited for.
  associatedtype U: Thenable

  /// What is waited for.
  var thenable: U { get }

  /// The context of the chain it belongs to.
  var cancelContext: CancelContext { get }
}

extension CancellableThenable {
  /// Cancels the whole chain.
  ///
  /// - Parameter error: The error to reject with.
  public func cancel(with error: any Error = PMKError.cancelled) { cancelContext.cancel(with: error) }

  /// Cancels the whole chain with an error.
  public func cancel(error: any Error) { cancelContext.cancel(with: error) }

  /// Whether the chain was canceled and none of its work is still running.
  public var isCancelled: Bool { cancelContext.isCancelled }

  /// Whether the chain was canceled, and has not recovered since.
  public var cancelAttempted: Bool { cancelContext.cancelAttempted }

  /// The error that the chain was canceled with.
  public var cancelledError: (any Error)? { cancelContext.cancelledError }

  /// Lets the chain's cancellation stop a task.
  public func appendCancellableTask(_ task: any CancellableTask) { cancelContext.append(task: task) }

  /// Lets the chain's cancellation stop a task, and then calls a closure with the error.
  public func appendCancellableTask(_ task: (any CancellableTask)?, reject: ((any Error) -> Void)?) {
    if task != nil || reject != nil { cancelContext.append(task: task, reject: reject) }
  }

  /// Lets the chain's cancellation reach another chain.
  public func appendCancelContext<Z: CancellableThenable>(from other: Z) {
    cancelContext.append(other.cancelContext)
  }

  /// The result, or nil while pending.
  public var result: Result<U.T>? { thenable.result }

  /// The value, if it is fulfilled.
  public var value: U.T? { thenable.value }

  /// The error, if it is rejected.
  public var error: (any Error)? { thenable.error }

  /// Whether it has no result yet.
  public var isPending: Bool { thenable.isPending }

  /// Whether it has a result.
  public var isResolved: Bool { thenable.isResolved }

  /// Whether it has a value.
  public var isFulfilled: Bool { thenable.isFulfilled }

  /// Whether it has an error.
  public var isRejected: Bool { thenable.isRejected }
}

/// A ``CancellableThenable`` that may be rejected.
public protocol CancellableCatchMixin: CancellableThenable {
  /// The type of what is waited for.
  associatedtype C: CatchMixin

  /// What is waited for.
  var catchable: C { get }
}

/// A value to come, unless its chain is canceled.
///
/// Canceling any promise of a chain cancels the chain: its source is rejected, and every handler learns of it as of
/// any error.
public final class CancellablePromise<T>: CancellableThenable, CancellableCatchMixin, @unchecked Sendable {
  /// The promise; what is chained to it directly is no part of the cancellable chain.
  public let promise: Promise<T>

  /// The context of the chain it belongs to.
  public let cancelContext: CancelContext

  /// The promise.
  public var thenable: Promise<T> { promise }

  /// The promise.
  public var catchable: Promise<T> { promise }

  /// Makes a link of a chain that exists.
  init(link promise: Promise<T>, _ context: CancelContext) {
    self.promise = promise
    cancelContext = context
  }

  private convenience init(root promise: Promise<T>, task: (any CancellableTask)?) {
    self.init(link: promise, CancelContext())
    cancelContext.append(promise.core, task: task)
  }

  /// Makes a promise or guarantee the source of a cancellable chain.
  ///
  /// Canceling the chain leaves `bridge` itself alone, unless it says how it can be stopped:
  /// ``Promise/init(cancellable:resolver:file:line:function:)``, ``Promise/setCancellable(_:reject:)``, `after`.
  public convenience init<U: Thenable>(
    _ bridge: U, cancelContext: CancelContext? = nil, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function
  ) where U.T == T {
    self.init(bridge, cancelContext: cancelContext ?? CancelContext(), SourceSite(file, line, function))
  }

  convenience init<U: Thenable>(_ bridge: U, cancelContext: CancelContext, _ site: SourceSite) where U.T == T {
    let promise = bridge as? Promise<T>
    let stopper = promise?.stopper.load() ?? (bridge as? Guarantee<T>)?.stopper.load()
    if let promise, let stopper, stopper.reject != nil {
      self.init(link: promise, cancelContext)
      cancelContext.append(promise.core, stoppedBy: stopper)
    } else {
      let follower = Core<T>(
        from: bridge._node, "cancellable", handles: [], on: .inline, site: site, work: .handingOn(T.self))
      self.init(link: Promise(follower, bridge.linkInline().chain), cancelContext)
      cancelContext.append(follower, following: stopper)
    }
  }

  /// Creates a promise that its body settles through a ``Resolver``; the body runs at once, and canceling stops
  /// `task`.
  public convenience init(
    task: (any CancellableTask)? = nil, resolver body: (Resolver<T>) throws -> Void, file: StaticString = #fileID,
    line: UInt = #line,
    function: StaticString = #function
  ) {
    self.init(
      root: Promise(resolver: body, file: file, line: line, function: function), task: task)
  }

  /// Makes a promise and its resolver the source of a cancellable chain.
  public convenience init(task: (any CancellableTask)? = nil, promise: Promise<T>, resolver: Resolver<T>) {
    self.init(root: promise, task: task)
  }

  /// Creates a promise that is rejected already.
  public convenience init(
    task: (any CancellableTask)? = nil, error: any Error, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function
  ) {
    self.init(root: Promise(error: error, file: file, line: line, function: function), task: task)
  }

  /// A promise that is fulfilled already.
  public static func value(
    _ value: T, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) -> CancellablePromise<T> {
    CancellablePromise(root: Promise.value(value, file: file, line: line, function: function), task: nil)
  }

  /// A pending promise, and what settles it.
  public static func pending(
    file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) -> (promise: CancellablePromise<T>, resolver: Resolver<T>) {
    let (promise, resolver) = Promise<T>.pending(file: file, line: line, function: function)
    return (CancellablePromise(root: promise, task: nil), resolver)
  }

  /// Blocks this thread until there is a result, and returns its value.
  ///
  /// - Throws: Its error.
  public func wait() throws -> T { try promise.wait() }
}

extension CancellablePromise where T == Void {
  /// Creates a promise of nothing that is fulfilled already.
  public convenience init(task: (any CancellableTask)? = nil) {
    self.init(root: Promise(), task: task)
  }
}

/// Makes a promise or guarantee the source of a cancellable chain.
public func cancellable<U: Thenable>(
  _ thenable: U, cancelContext: CancelContext? = nil, file: StaticString = #fileID, line: UInt = #line,
  function: StaticString = #function
) -> CancellablePromise<U.T> {
  CancellablePromise(thenable, cancelContext: cancelContext, file: file, line: line, function: function)
}
