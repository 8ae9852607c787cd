// What a person may choose before a scenario starts. Owns the choices and their words on the command line; refuses to parse
// a command line.

/// The choices for one run.
///
/// A scenario ignores those that are not in its ``Scenario/options``.
public struct ScenarioOptions: Sendable, Equatable {
  /// Where the list comes from.
  public var policy = ListPolicy.localThenRemote
  /// Refresh, or load more.
  public var direction = ListDirection.refresh
  /// How long the server takes for one answer, in milliseconds; nil is the scenario's own choice.
  ///
  /// Negative counts as 0.
  public var latency: Int?
  /// Which part fails.
  public var failure = ListFailure.none
  /// What the cache holds at the start.
  public var cache = CacheState.full
  /// How many promises are alive at once; nil is the scenario's own choice.
  ///
  /// Less than 4 counts as 4.
  public var count: Int?
  /// The seed of random choices; nil is the scenario's own.
  public var seed: UInt64?
  /// How fast a live run goes: 2 is twice as fast.
  ///
  /// Must be above 0. A virtual run's times are the same at every speed.
  public var speed = 1.0

  /// Creates the default choices.
  public init() {}
}

/// Where a list comes from.
public enum ListPolicy: String, Sendable, CaseIterable {
  /// The local list at once, then the remote page: two deliveries.
  case localThenRemote = "local-then-remote"
  /// The local list only.
  case local
  /// The remote page only.
  case remote
  /// The remote page; the local list where that fails.
  case remoteElseLocal = "remote-else-local"
}

/// Which end of the list is loaded.
public enum ListDirection: String, Sendable, CaseIterable {
  /// The newest page, on top.
  case refresh
  /// The page below what is already shown.
  case more
}

/// Which part fails.
public enum ListFailure: String, Sendable, CaseIterable {
  /// Nothing fails.
  case none
  /// The server answers with an error.
  case remote
  /// The cache can't be read.
  case local
}

/// What the cache holds when the run starts.
public enum CacheState: String, Sendable, CaseIterable {
  /// A list from an earlier visit.
  case full
  /// A database without rows.
  case empty
  /// A file that is no database.
  case corrupt
}
