// A thread that reports when a test takes too long, while the test hangs. Owns the waiting. Prints what its owner gives it.

import Dispatch
import PromiseTrace

/// Calls a closure on a thread of its own, unless it is stopped in time.
///
/// A thread, because a test that hangs may block every thread of the pools.
final class TimeLimit: Sendable {
  private let stopped = DispatchSemaphore(value: 0)

  /// Starts to count.
  ///
  /// - Parameters:
  ///   - limit: The time until the call.
  ///   - isOver: Receives whether the time is over, on another thread; false if the limit was stopped before.
  init(_ limit: Duration, then isOver: @escaping @Sendable (Bool) -> Void) {
    let stopped = stopped
    let nanoseconds = limit.components.seconds * 1_000_000_000 + limit.components.attoseconds / 1_000_000_000
    let deadline = DispatchTime.now() + .nanoseconds(Int(max(0, nanoseconds)))
    detachThread { isOver(stopped.wait(timeout: deadline) == .timedOut) }
  }

  /// Stops counting; any thread may call it, more than once.
  func stop() { stopped.signal() }
}

/// Prints a text on standard error in one piece, because other tests may print at the same time.
func printOnStandardError(_ text: String) { _ = writeAll(Array(text.utf8), to: 2) }
