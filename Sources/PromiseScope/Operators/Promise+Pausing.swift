// Pausing and resuming what a promise waits for, where its source knows how.

import PromiseCore
import PromiseTrace

extension Promise {
  /// Pauses the work that this promise waits for.
  ///
  /// The wish goes up the chain to every source that is pausable and that nobody else waits for, and through combinators to their
  /// inputs. The promise stays pending, and what is done already stays done. Any thread may call it; costs time for each promise on the
  /// way up.
  ///
  /// - Returns: Whether any source was paused.
  @discardableResult
  public func pause() -> Bool { setPaused(true) }

  /// Lets the work go on that ``pause()`` stopped.
  ///
  /// - Returns: Whether any source went on.
  @discardableResult
  public func resume() -> Bool { setPaused(false) }

  /// Says how to pause the work that this promise stands for.
  ///
  /// - Parameters:
  ///   - pause: Holds the work up. Runs on the thread that pauses, at most once before `resume`, and not once the promise has settled.
  ///   - resume: Lets it go on.
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
