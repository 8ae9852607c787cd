// CancellableLink: what a handler of a cancellable chain may return, a cancellable promise or a plain one. One protocol covers both,
// because the type checker fails on long chains if each operator has two overloads. Also `cancellize`, which makes a promise
// cancellable.

import Dispatch
import PromiseCore
import PromiseTrace

/// A ``Thenable`` or ``CancellableThenable`` that a handler of a cancellable chain may return.
public protocol CancellableLink<LinkValue>: AnyObject {
  /// The type of the value.
  associatedtype LinkValue

  /// Returns a promise that settles like this one and that a context cancels.
  func linked(to cancelContext: CancelContext, _ site: SourceSite) -> Promise<LinkValue>
}

extension CancellableThenable {
  /// Adds this chain to the context.
  public func linked(to cancelContext: CancelContext, _ site: SourceSite) -> Promise<U.T> {
    cancelContext.append(self.cancelContext)
    return thenable as? Promise<U.T> ?? Promise(thenable)
  }
}

extension Thenable {
  /// Returns a promise that follows this one until the context is canceled.
  public func linked(to cancelContext: CancelContext, _ site: SourceSite) -> Promise<T> {
    CancellablePromise(self, cancelContext: cancelContext, site).promise
  }
}

extension Thenable {
  /// Makes this the source of a cancellable chain.
  ///
  /// - Parameters:
  ///   - cancelContext: The context that cancels the chain; nil creates a new one.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  /// - Returns: A promise that follows this one until the chain is canceled.
  public func cancellize(
    cancelContext: CancelContext? = nil, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function
  ) -> CancellablePromise<T> {
    CancellablePromise(self, cancelContext: cancelContext, file: file, line: line, function: function)
  }
}

/// Makes a promise or guarantee the source of a cancellable chain.
///
/// - Parameters:
///   - thenable: The promise or guarantee.
///   - cancelContext: The context that cancels the chain; nil creates a new one.
///   - file: The call site, recorded in the log.
///   - line: The line of the call site.
///   - function: The function of the call site.
/// - Returns: A cancellable promise with the outcome of the promise or guarantee.
public func cancellize<U: Thenable>(
  _ thenable: U, cancelContext: CancelContext? = nil, file: StaticString = #fileID, line: UInt = #line,
  function: StaticString = #function
) -> CancellablePromise<U.T> {
  CancellablePromise(thenable, cancelContext: cancelContext, file: file, line: line, function: function)
}
