// cancel: stopping work that nothing waits for anymore. PromiseKit 8 only has errors that mean a cancellation; this adds the operation.

import PromiseCore
import PromiseTrace

extension Promise {
  /// Cancels this promise and the pending promises and guarantees upstream that only it waits for.
  ///
  /// Cancellation rejects with a `CancellationError`. It propagates up towards the source and stops at the first promise that something
  /// else still waits for; downstream, `ensure` and `finally` run, and `catch` is skipped unless its policy is `allErrors`. A running
  /// handler is not stopped, but its result is ignored. Any thread may call it.
  ///
  /// ```swift
  /// let text = fetch(url).map { try decode($0) }
  /// text.done { show($0) }.catch { report($0) }
  /// text.cancel()
  /// ```
  ///
  /// - Returns: False if this promise has settled already.
  /// - Complexity: O(*n*) for *n* promises canceled upstream.
  @discardableResult
  public func cancel() -> Bool { core.cancel() }

  /// Sets a handler that stops the underlying work when this promise is canceled.
  ///
  /// - Parameter handler: Runs at most once, on the thread that cancels, before `cancel()` returns. It doesn't run if the promise settles
  ///   in any other way.
  /// - Returns: The promise itself.
  @discardableResult
  public func cancelling(_ handler: @escaping () -> Void) -> Self {
    nonisolated(unsafe) let handler = handler
    core.onCancel { handler() }
    return self
  }
}
