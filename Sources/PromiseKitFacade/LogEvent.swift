// LogEvent: PromiseKit's warnings and their texts.

/// A warning about a problem that rejected no promise.
///
/// PromiseKit 8 has the first four cases. A `switch` over the cases of one version needs a `default` for those of another.
public enum LogEvent: Sendable {
  /// `wait()` was called on the main thread.
  case waitOnMainThread
  /// The last reference to the resolver of a pending promise was released.
  case pendingPromiseDeallocated
  /// The last closure that could fulfill a pending guarantee was released.
  case pendingGuaranteeDeallocated
  /// `cauterize` received an error.
  case cauterized(any Error)
  /// An operator received flags for a work item and `nil` instead of a queue. The flags are ignored.
  case nilDispatchQueueWithFlags
  /// An operator received flags for a work item, but its default dispatcher is not a dispatch queue. The flags are ignored.
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

/// A misuse of a chain's own dispatcher.
public enum ChainDispatcherMisuse: Error, Hashable, CustomStringConvertible {
  /// The end of a chain uses the chain's dispatcher without confirming it.
  case unconfirmed
  /// `on: .chain` was passed to a chain without its own dispatcher.
  case missing

  /// The problem and its remedy.
  public var description: String {
    switch self {
    case .unconfirmed:
      "the end of a chain runs on the dispatcher that `dispatch(on:)` set; pass `on: .chain` to its first `done`, `catch` or `finally` to confirm it"
    case .missing: "`on: .chain` requires a dispatcher that `dispatch(on:)` set earlier in the chain (ignored)"
    }
  }
}

/// The warnings about a chain's own dispatcher.
///
/// They are not cases, because an additional case would break a `switch` over all of PromiseKit's cases. They are `cauterized` events
/// with a ``ChainDispatcherMisuse`` and match by these names.
extension LogEvent {
  /// The end of a chain uses the chain's dispatcher without confirming it.
  public static var failedToConfirmChainDispatcher: LogEvent { .cauterized(ChainDispatcherMisuse.unconfirmed) }

  /// `on: .chain` was passed to a chain without its own dispatcher.
  public static var chainWithoutChainDispatcher: LogEvent { .cauterized(ChainDispatcherMisuse.missing) }

  /// Matches a warning about a chain's dispatcher in a `switch`.
  public static func ~= (pattern: LogEvent, event: LogEvent) -> Bool {
    guard case .cauterized(let expected as ChainDispatcherMisuse) = pattern,
      case .cauterized(let found as ChainDispatcherMisuse) = event
    else { return false }
    return expected == found
  }
}
