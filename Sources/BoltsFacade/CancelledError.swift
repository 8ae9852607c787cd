// The error that is none: what a cancelled task is rejected with, and what a closure throws to cancel its own.

import PromiseCore

/// Says that a task was cancelled.
///
/// A closure that throws it makes its task cancelled, not faulted. So does any other error that means cancellation: Swift's
/// `CancellationError`, and a `CancellableError` that says so.
public struct CancelledError: Error, Hashable, Sendable {
  /// Creates the error.
  public init() {}
}

extension CancelledError: CancellableError, CustomStringConvertible {
  /// A sentence.
  public var description: String { "the task was cancelled" }

  /// Always true.
  public var isCancelled: Bool { true }
}
