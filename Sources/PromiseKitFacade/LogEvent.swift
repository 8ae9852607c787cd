// LogEvent: PromiseKit's warnings and their texts.

/// A warning about a problem that rejected no promise.
public enum LogEvent: Sendable {
  /// `wait()` was called on the main thread.
  case waitOnMainThread
  /// The last reference to the resolver of a pending promise was released.
  case pendingPromiseDeallocated
  /// The last closure that could fulfill a pending guarantee was released.
  case pendingGuaranteeDeallocated
  /// `cauterize` received an error.
  case cauterized(any Error)

  /// The warning as a line of text.
  var text: String {
    switch self {
    case .waitOnMainThread: "PromiseKit: warning: `wait()` called on main thread!"
    case .pendingPromiseDeallocated: "PromiseKit: warning: pending promise deallocated"
    case .pendingGuaranteeDeallocated: "PromiseKit: warning: pending guarantee deallocated"
    case .cauterized(let error): "PromiseKit:cauterized-error: \(error)"
    }
  }
}
