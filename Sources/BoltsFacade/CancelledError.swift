// Which errors cancel. Bolts knows one, and only where a closure throws it: given to a source or to a task's initializer the same
// error is one like others. The core has one way of being rejected, so what was given goes through it as a ``Fault``.

import PromiseCore
import PromiseTrace

/// Says that a task was canceled.
///
/// A closure that throws it makes its task canceled, not faulted. No other error does, Swift's `CancellationError` neither.
public struct CancelledError: Error, Hashable, Sendable {
  /// Creates the error.
  public init() {}
}

extension CancelledError: CancellableError, PromisePreviewing {
  /// The sentence that the log shows.
  public var promisePreview: String { "the task was cancelled" }

  /// Always true.
  public var isCancelled: Bool { true }
}

/// An error that looks like a cancellation and is none.
struct Fault: Error, PromisePreviewing {
  let error: any Error

  var promisePreview: String { String(describing: error) }

  /// The error to reject with, so that a task has faulted with `error`.
  static func of(_ error: any Error) -> any Error { error is CancelledError ? Fault(error: error) : error }
}

extension Rejection {
  /// The error that a task has faulted with; nil where it was canceled.
  var fault: (any Error)? {
    if error is CancelledError { return nil }
    return (error as? Fault)?.error ?? error
  }
}
