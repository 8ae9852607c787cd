// What PromiseKit warns of.

/// Something that a program should know of but that is no error of a promise.
public enum LogEvent: Sendable {
  /// `wait()` was called on the main thread.
  case waitOnMainThread
  /// The last resolver of a pending promise is gone.
  case pendingPromiseDeallocated
  /// The last closure that could fulfil a pending guarantee is gone.
  case pendingGuaranteeDeallocated
  /// An error ended in `cauterize`.
  case cauterized(any Error)

  /// The warning as a line of text.
  public func asString() -> String {
    switch self {
    case .waitOnMainThread: "PromiseKit: warning: `wait()` called on main thread!"
    case .pendingPromiseDeallocated: "PromiseKit: warning: pending promise deallocated"
    case .pendingGuaranteeDeallocated: "PromiseKit: warning: pending guarantee deallocated"
    case .cauterized(let error): "PromiseKit:cauterized-error: \(error)"
    }
  }
}
