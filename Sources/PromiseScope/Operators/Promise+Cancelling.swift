// Cancelling, which none of the six ancestors lets a plain promise do.

import PromiseCore
import PromiseTrace

extension Promise {
  /// Cancels what this promise waits for.
  ///
  /// This promise is rejected with a `CancellationError`, and so is every pending promise upstream, up to the source, that nobody else
  /// waits for. What waits downstream learns of it as of any rejection. A body that is running is not stopped: it may look at its
  /// promise, and its result is refused. Any thread may call it; costs time for each promise on the way up.
  /// - Returns: False where this promise had settled.
  @preconcurrency
  @discardableResult
  public func cancel() -> Bool { cancel(with: CancellationError()) }

  /// Stops what this promise stands for when the promise is cancelled.
  ///
  /// - Parameter handler: Runs once, on the canceller's thread, before `cancel()` returns; not if the promise settles otherwise.
  /// - Returns: The promise itself.
  @preconcurrency
  @discardableResult
  public func cancelling(_ handler: @escaping @Sendable () -> Void) -> Self {
    onCancel(handler)
    return self
  }

  /// Cancels this promise when a token is.
  ///
  /// - Parameter token: The token; one that is cancelled already cancels now.
  /// - Returns: The promise itself.
  @discardableResult
  public func cancelled(by token: CancellationToken) -> Self {
    let registration = token.onCancel { [weak self] in self?.cancel() }
    observeSilently { _ in registration.dispose() }
    return self
  }
}
