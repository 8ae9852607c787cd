// Owns `pause`, `resume` and `pausable`, which suspend the work that a promise waits for.

import PromiseCore
import PromiseTrace

extension Promise {
  /// Pauses the work that this promise waits for.
  ///
  /// The request propagates up the chain, and through combinators to their inputs, to every pausable source that nothing else waits for.
  /// The promise stays pending, and completed work is kept. Any thread may call it.
  ///
  /// - Returns: Whether any source was paused.
  /// - Complexity: O(*n*) for *n* promises upstream.
  @discardableResult
  public func pause() -> Bool { setPaused(true) }

  /// Resumes the work that ``pause()`` suspended.
  ///
  /// - Returns: Whether any source was resumed.
  @discardableResult
  public func resume() -> Bool { setPaused(false) }

  /// Sets the handlers that pause and resume the underlying work.
  ///
  /// The handlers may pause and resume other promises. In a long chain of such handlers, a further one runs once the one that pauses its
  /// promise has returned.
  ///
  /// - Parameters:
  ///   - pause: Suspends the work. It runs on the thread that pauses, at most once before `resume`, and never after the promise settled.
  ///   - resume: Resumes the work, on the thread that resumes.
  /// - Returns: The promise itself.
  @discardableResult
  public func pausable(
    pause: @escaping @Sendable () -> Void, resume: @escaping @Sendable () -> Void
  ) -> Self {
    onPause { isPaused in
      isPaused ? pause() : resume()
      return true
    }
    return self
  }
}
