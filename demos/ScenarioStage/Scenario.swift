// One demo: its name, what it shows, the options that it supports, and its source file.
//
// Owns this description and the flow behind it. Does not know how it is shown, or whether its parts are real.

/// A demo that runs live or virtually.
///
/// The flow is one file of 20 to 60 lines. Both modes use the same code, so their logs have the same labels,
/// kinds, and edges.
public struct Scenario: Sendable, Identifiable {
  /// The name on the command line: `list-loader`.
  public let name: String
  /// What it shows, in one sentence.
  public let summary: String
  /// The options that it supports; it ignores all others.
  public let options: Set<ScenarioOption>
  /// The file of the flow, relative to ``Scenario/sourceRoot``, as in the sites of the log.
  public let file: String
  /// Whether a live run keeps every event until the screen has read it, because it produces more than a ring holds while the screen
  /// evicts promises.
  public let keepsEveryEvent: Bool
  /// Its flow.
  let flow: Flow

  /// Describes a scenario.
  ///
  /// - Parameters:
  ///   - name: The name on the command line.
  ///   - summary: What it shows, in one sentence.
  ///   - options: The options that it supports.
  ///   - file: The file of the flow, relative to ``sourceRoot``.
  ///   - keepsEveryEvent: Whether a live run keeps every event until the screen has read it.
  ///   - flow: Its flow.
  package init(
    name: String, summary: String, options: Set<ScenarioOption> = [], file: String, keepsEveryEvent: Bool = false,
    flow: Flow
  ) {
    self.name = name
    self.summary = summary
    self.options = options
    self.file = file
    self.keepsEveryEvent = keepsEveryEvent
    self.flow = flow
  }

  /// The scenario's name.
  public var id: String { name }

  /// The absolute path of the flow's file on the machine that built it.
  public var path: String { Self.sourceRoot + "/" + file }

  /// The folder that ``Scenario/file`` and the sites of the log are relative to, on the machine that built it.
  public static let sourceRoot: String = {
    let here = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    return here.dropLast(2).joined(separator: "/")
  }()
}

/// A command-line option that a scenario can support.
public enum ScenarioOption: String, Sendable, CaseIterable {
  /// The source of the list: ``ListPolicy``.
  case policy
  /// Refresh or load more: ``ListDirection``.
  case direction
  /// The latency of the server, in milliseconds.
  case latency
  /// Which part fails: ``ListFailure``.
  case failure
  /// The contents of the cache at the start: ``CacheState``.
  case cache
  /// The number of promises that are alive at once.
  case count
  /// The seed of the scenario's random choices.
  case seed
}
