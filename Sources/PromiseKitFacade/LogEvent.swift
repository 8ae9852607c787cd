// The warnings that PromiseKit gives.

/// Something that a program should know of although no promise was rejected for it.
///
/// Version 8 knows the first four. A `switch` that names all cases of one version needs a `default` for those of another.
public enum LogEvent: Sendable {
  /// `wait()` was called on the main thread.
  case waitOnMainThread
  /// The last resolver of a pending promise is gone.
  case pendingPromiseDeallocated
  /// The last closure that could fulfill a pending guarantee is gone.
  case pendingGuaranteeDeallocated
  /// An error ended in `cauterize`.
  case cauterized(any Error)
  /// An operator got flags for a work item, and `nil` instead of a queue. The flags are ignored.
  case nilDispatchQueueWithFlags
  /// An operator got flags for a work item, and its default dispatcher is no dispatch queue. The flags are ignored.
  case extraneousFlagsSpecified

  /// The warning as a line of text.
  public func asString() -> String {
    switch self {
    case .waitOnMainThread: "PromiseKit: warning: `wait()` called on main thread!"
    case .pendingPromiseDeallocated: "PromiseKit: warning: pending promise deallocated"
    case .pendingGuaranteeDeallocated: "PromiseKit: warning: pending guarantee deallocated"
    case .cauterized(let misuse as ChainDispatcherMisuse): "PromiseKit: warning: \(misuse)"
    case .cauterized(let error): "PromiseKit:cauterized-error: \(error)"
    case .nilDispatchQueueWithFlags:
      "PromiseKit: warning: nil DispatchQueue specified, but DispatchWorkItemFlags were also supplied (ignored)"
    case .extraneousFlagsSpecified:
      "PromiseKit: warning: DispatchWorkItemFlags flags specified, but default Dispatcher is not a DispatchQueue (ignored)"
    }
  }
}

/// What can be wrong with a chain's own dispatcher.
public enum ChainDispatcherMisuse: Error, Hashable, CustomStringConvertible {
  /// The end of a chain uses the chain's dispatcher without saying so.
  case unconfirmed
  /// There is no chain's dispatcher for `on: .chain`.
  case missing

  /// What is wrong, and what to write instead.
  public var description: String {
    switch self {
    case .unconfirmed:
      "the end of a chain runs on the dispatcher that `dispatch(on:)` set; write `on: .chain` in its first `done`, `catch` or `finally` to confirm that"
    case .missing: "`on: .chain` where no dispatcher was set by `dispatch(on:)` (ignored)"
    }
  }
}

/// The warnings about a chain's own dispatcher.
///
/// No cases: each one more would break programs that switch over all cases of PromiseKit's. They are `cauterized` with a
/// ``ChainDispatcherMisuse``, and match by these names.
extension LogEvent {
  /// The end of a chain uses the chain's dispatcher without saying so.
  public static var failedToConfirmChainDispatcher: LogEvent { .cauterized(ChainDispatcherMisuse.unconfirmed) }

  /// There is no chain's dispatcher for `on: .chain`.
  public static var chainWithoutChainDispatcher: LogEvent { .cauterized(ChainDispatcherMisuse.missing) }

  /// Matches a warning about a chain's dispatcher in a `switch`.
  public static func ~= (pattern: LogEvent, event: LogEvent) -> Bool {
    guard case .cauterized(let expected as ChainDispatcherMisuse) = pattern,
      case .cauterized(let found as ChainDispatcherMisuse) = event
    else { return false }
    return expected == found
  }
}
