// What a handler of a cancellable chain may return: a cancellable promise or a plain one. One protocol covers both, because
// two overloads of each link would make Swift give up on long chains. And `cancellize`, which makes a promise cancellable.

import Dispatch
import PromiseCore
import PromiseTrace

/// What a link of a cancellable chain can wait for: a ``Thenable`` or a ``CancellableThenable``.
public protocol CancellableLink<LinkValue>: AnyObject {
  /// What it is fulfilled with.
  associatedtype LinkValue

  /// A promise that settles as this does, and is canceled with a context.
  func linked(to cancelContext: CancelContext, _ site: SourceSite) -> Promise<LinkValue>
}

extension CancellableThenable {
  /// Lets the context's cancellation reach this chain.
  public func linked(to cancelContext: CancelContext, _ site: SourceSite) -> Promise<U.T> {
    cancelContext.append(self.cancelContext)
    return thenable as? Promise<U.T> ?? Promise(thenable)
  }
}

extension Thenable {
  /// Makes a promise that stops waiting for this one when the context is canceled.
  public func linked(to cancelContext: CancelContext, _ site: SourceSite) -> Promise<T> {
    CancellablePromise(self, cancelContext: cancelContext, site).promise
  }
}

extension Thenable {
  /// Makes this the source of a cancellable chain.
  ///
  /// - Parameters:
  ///   - cancelContext: What cancels the chain; nil means a context of its own.
  ///   - file: The call site, recorded in the log.
  ///   - line: The call site, recorded in the log.
  ///   - function: The call site, recorded in the log.
  /// - Returns: A promise that follows this one until the chain is canceled.
  public func cancellize(
    cancelContext: CancelContext? = nil, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function
  ) -> CancellablePromise<T> {
    CancellablePromise(self, cancelContext: cancelContext, file: file, line: line, function: function)
  }
}

/// Makes a promise or guarantee the source of a cancellable chain.
public func cancellize<U: Thenable>(
  _ thenable: U, cancelContext: CancelContext? = nil, file: StaticString = #fileID, line: UInt = #line,
  function: StaticString = #function
) -> CancellablePromise<U.T> {
  CancellablePromise(thenable, cancelContext: cancelContext, file: file, line: line, function: function)
}
