// Owns the cancellation of promises: `cancel`, the handlers that it calls, and tokens.

import PromiseCore
import PromiseTrace

extension Promise {
  /// Cancels this promise and the pending promises upstream that only it waits for.
  ///
  /// Cancellation rejects with a `CancellationError`. It propagates up towards the source and stops at the first promise that something
  /// else still waits for; waiters downstream receive it like any rejection. It doesn't stop a running body: the body can check its
  /// promise, and its result is ignored. Any thread may call it.
  ///
  /// - Returns: False if this promise has settled already.
  /// - Complexity: O(*n*) for *n* promises canceled upstream.
  @preconcurrency
  @discardableResult
  public func cancel() -> Bool { cancel(with: CancellationError()) }

  /// Sets a handler that stops the underlying work when this promise is canceled.
  ///
  /// - Parameter handler: Runs at most once, on the thread that cancels, before `cancel()` returns. It doesn't run if the promise settles
  ///   in any other way.
  /// - Returns: The promise itself.
  @available(swift, introduced: 6)
  @discardableResult
  public func cancelling(_ handler: @escaping @Sendable () -> Void) -> Self where Value: Sendable {
    cancelling(handler, _unchecked: ())
  }

  /// In Swift 5 mode, where nothing needs to be `Sendable`.
  @available(swift, obsoleted: 6)
  @preconcurrency
  @discardableResult
  public func cancelling(_ handler: @escaping @Sendable () -> Void, _unchecked: Void = ()) -> Self {
    onCancel(handler)
    return self
  }

  /// Cancels this promise when a token is canceled.
  ///
  /// - Parameter token: The token. If it is canceled already, this promise is canceled immediately.
  /// - Returns: The promise itself.
  @discardableResult
  public func cancelled(by token: CancellationToken) -> Self {
    obey(token)
    return self
  }
}
