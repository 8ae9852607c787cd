// Which errors cancel a task. Bolts has one, and it cancels only if a closure throws it: passed to a source or to a task's
// initializer, the same error faults. The core has only one form of rejection, so a passed `CancelledError` is wrapped in a `Fault`.

import PromiseCore
import PromiseTrace

/// The error that cancels a task.
///
/// A closure that throws it cancels its task instead of faulting it. No other error does, not even Swift's `CancellationError`.
public struct CancelledError: Error, Hashable, Sendable {
  /// Creates the error.
  public init() {}
}

extension CancelledError: CancellableError, PromisePreviewing {
  /// The description that the log shows.
  public var promisePreview: String { "the task was cancelled" }

  /// Always true.
  public var isCancelled: Bool { true }
}

/// A wrapper for a `CancelledError` that was passed, not thrown, and therefore faults its task.
struct Fault: Error, PromisePreviewing {
  let error: any Error

  var promisePreview: String { String(describing: error) }

  /// The error to reject the core's promise with so that the task faults with `error`.
  static func of(_ error: any Error) -> any Error { error is CancelledError ? Fault(error: error) : error }
}

extension Rejection {
  /// The error that the task faulted with; nil if it was canceled.
  var fault: (any Error)? {
    if error is CancelledError { return nil }
    return (error as? Fault)?.error ?? error
  }
}
