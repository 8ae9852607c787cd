// The settings of a scenario. Owns the settings; the command owns their words on the command line.

/// The settings of one run.
///
/// A scenario ignores settings that are not in its ``Scenario/options``.
public struct ScenarioOptions: Sendable, Equatable {
  /// The source of the list.
  public var policy = ListPolicy.localThenRemote
  /// Refresh, or load more.
  public var direction = ListDirection.refresh
  /// The latency of one server response in milliseconds; nil for the scenario's default.
  ///
  /// Negative values count as 0.
  public var latency: Int?
  /// Which part fails.
  public var failure = ListFailure.none
  /// The contents of the cache at the start.
  public var cache = CacheState.full
  /// The step of the login that fails; nil for none.
  public var failingStep: LoginStep?
  /// The number of promises that are alive at once; nil for the scenario's default.
  ///
  /// Values below 4 count as 4.
  public var count: Int?
  /// The seed of random choices; nil for the scenario's default.
  public var seed: UInt64?
  /// The label of the work that takes ``WorkChange/delay`` longer; nil for none.
  ///
  /// Applies to every scenario, as does ``failingWork``.
  public var slowWork: String?
  /// The label of the work that takes only a tenth of its time; nil for none.
  public var quickWork: String?
  /// The label of the work that fails; nil for none.
  public var failingWork: String?
  /// When to cancel the flow, in seconds from its start at normal speed, as a user who taps Cancel does; nil for never.
  ///
  /// Applies to every scenario. Negative values count as 0.
  public var cancelAfter: Double?
  /// The speed of a live run: 2 is twice as fast.
  ///
  /// Must be above 0. The times of a virtual run do not depend on it.
  public var speed = 1.0

  /// Creates the default settings.
  public init() {}
}

/// The source of a list.
public enum ListPolicy: Sendable, CaseIterable {
  /// The local list first, then the remote page: two deliveries.
  case localThenRemote
  /// The local list only.
  case local
  /// The remote page only.
  case remote
  /// The remote page, or the local list if the server fails.
  case remoteElseLocal
}

/// Which end of the list is loaded.
public enum ListDirection: Sendable, CaseIterable {
  /// The newest page, on top.
  case refresh
  /// The page below the list that is already shown.
  case more
}

/// Which part fails.
public enum ListFailure: Sendable, CaseIterable {
  /// Nothing fails.
  case none
  /// The server answers with an error.
  case remote
  /// The cache cannot be read.
  case local
}

/// The contents of the cache at the start of a run.
public enum CacheState: Sendable, CaseIterable {
  /// A list from an earlier visit.
  case full
  /// A database without rows.
  case empty
  /// A file that is not a database.
  case corrupt
}

/// A step of the login.
public enum LoginStep: Sendable, CaseIterable {
  /// The first request.
  case logIn
  /// The second request, which needs the session.
  case token
  /// The third request, which needs the token.
  case contacts
}
