// CancellablePromise: a promise and the cancel context of its chain. Owns the protocols of cancellable promises.

import Dispatch
import PromiseCore
import PromiseTrace
import Synchronization

/// A ``Thenable`` with the context that cancels its chain.
public protocol CancellableThenable: CancellableLink where LinkValue == U.T {
  /// The type of the underlying promise or guarantee.
  associatedtype U: Thenable

  /// The underlying promise or guarantee.
  var thenable: U { get }

  /// The context of the chain.
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

  /// Whether the chain was canceled and has not recovered since.
  public var cancelAttempted: Bool { cancelContext.cancelAttempted }

  /// The error that the chain was canceled with; nil if it was not canceled or has recovered.
  public var cancelledError: (any Error)? { cancelContext.cancelledError }

  /// Registers a task that a cancellation of the chain stops.
  public func appendCancellableTask(_ task: any CancellableTask) { cancelContext.append(task: task) }

  /// Registers a task that a cancellation of the chain stops, and a closure that it then calls with the error.
  public func appendCancellableTask(_ task: (any CancellableTask)?, reject: ((any Error) -> Void)?) {
    if task != nil || reject != nil { cancelContext.append(task: task, reject: reject) }
  }

  /// Cancels another chain together with this one.
  public func appendCancelContext<Z: CancellableThenable>(from other: Z) {
    cancelContext.append(other.cancelContext)
  }

  /// The result; nil while pending.
  public var result: Result<U.T>? { thenable.result }

  /// The value; nil if the promise is pending or rejected.
  public var value: U.T? { thenable.value }

  /// The error; nil if the promise is pending or fulfilled.
  public var error: (any Error)? { thenable.error }

  /// Whether there is no result yet.
  public var isPending: Bool { thenable.isPending }

  /// Whether there is a result.
  public var isResolved: Bool { thenable.isResolved }

  /// Whether the result is a value.
  public var isFulfilled: Bool { thenable.isFulfilled }

  /// Whether the result is an error.
  public var isRejected: Bool { thenable.isRejected }
}

/// A ``CancellableThenable`` that may be rejected.
public protocol CancellableCatchMixin: CancellableThenable {
  /// The type of the underlying promise or guarantee.
  associatedtype C: CatchMixin

  /// The underlying promise or guarantee.
  var catchable: C { get }
}

/// A promise whose chain can be canceled.
///
/// Canceling any promise of a chain cancels the chain: its source is rejected, and the cancellation error propagates to the handlers
/// like any other error. Any thread may call any member.
///
/// ```swift
/// let chain = cancellable(fetch(url)).map { try decode($0) }.done { show($0) }
/// chain.catch(policy: .allErrors) { report($0) }
/// chain.cancel()
/// ```
public final class CancellablePromise<T>: CancellableThenable, CancellableCatchMixin, @unchecked Sendable {
  /// The underlying promise; promises derived from it directly do not belong to the cancellable chain.
  public let promise: Promise<T>

  /// The context of the chain.
  public let cancelContext: CancelContext

  /// The underlying promise.
  public var thenable: Promise<T> { promise }

  /// The underlying promise.
  public var catchable: Promise<T> { promise }

  /// Creates a link of an existing chain.
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
  /// Canceling the chain leaves `bridge` itself alone unless `bridge` has a cancellable, which these provide:
  /// ``Promise/init(cancellable:resolver:file:line:function:)``, ``Promise/setCancellable(_:reject:)``, `after`.
  ///
  /// - Parameters:
  ///   - bridge: The promise or guarantee.
  ///   - cancelContext: The context that cancels the chain; nil creates a new one.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
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

  /// Creates a promise that `body` settles through a ``Resolver``; `body` runs immediately, and canceling stops
  /// `task`.
  ///
  /// - Parameters:
  ///   - task: The task that a cancellation of the chain stops.
  ///   - body: Receives the resolver. An error that it throws rejects the promise.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
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

  /// Creates a rejected promise.
  ///
  /// - Parameters:
  ///   - task: The task that a cancellation of the chain stops.
  ///   - error: The error to reject with.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  public convenience init(
    task: (any CancellableTask)? = nil, error: any Error, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function
  ) {
    self.init(root: Promise(error: error, file: file, line: line, function: function), task: task)
  }

  /// Creates a fulfilled promise.
  ///
  /// - Parameters:
  ///   - value: The value to fulfill with.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  /// - Returns: A fulfilled cancellable promise.
  public static func value(
    _ value: T, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) -> CancellablePromise<T> {
    CancellablePromise(root: Promise.value(value, file: file, line: line, function: function), task: nil)
  }

  /// Creates a pending promise and the resolver that settles it.
  ///
  /// - Parameters:
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  /// - Returns: The promise and its resolver.
  public static func pending(
    file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) -> (promise: CancellablePromise<T>, resolver: Resolver<T>) {
    let (promise, resolver) = Promise<T>.pending(file: file, line: line, function: function)
    return (CancellablePromise(root: promise, task: nil), resolver)
  }

  /// Blocks the calling thread until the promise has settled; see ``Promise/wait()``.
  ///
  /// - Returns: The value.
  /// - Throws: The error that the promise is rejected with.
  public func wait() throws -> T { try promise.wait() }
}

extension CancellablePromise where T == Void {
  /// Creates a fulfilled promise without a value.
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
