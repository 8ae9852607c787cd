// One demo: its name, what it shows, the options it understands, and where a person reads it.
//
// Owns that description and the flow behind it. Refuses to know how it is shown, or whether its parts are real.

/// A demo that runs live or virtually.
///
/// The flow is one file of 20 to 60 lines; both ways of running it use that same code, so their logs have the same labels,
/// kinds and edges.
public struct Scenario: Sendable, Identifiable {
  /// What a person types to run it: `list-loader`.
  public let name: String
  /// What it shows, in one sentence.
  public let summary: String
  /// The options it understands; it ignores the others.
  public let options: Set<ScenarioOption>
  /// The flow's file, relative to ``Scenario/sourceRoot``: what the log's sites name too.
  public let file: String
  /// Whether a live run keeps every event until the screen has read it, because it has more of them than a ring holds while a
  /// screen forgets.
  public let keepsEveryEvent: Bool
  /// Its code.
  let flow: Flow

  /// Describes a scenario.
  ///
  /// - Parameters:
  ///   - name: What a person types.
  ///   - summary: What it shows, in one sentence.
  ///   - options: The options it understands.
  ///   - file: The flow's file, relative to ``sourceRoot``.
  ///   - keepsEveryEvent: Whether a live run keeps every event until the screen has read it.
  ///   - flow: Its code.
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

  /// The flow's file as an absolute path on the machine that built it.
  public var path: String { Self.sourceRoot + "/" + file }

  /// The folder that ``Scenario/file`` and the sites of the log are relative to, on the machine that built it.
  public static let sourceRoot: String = {
    let here = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    return here.dropLast(2).joined(separator: "/")
  }()
}

/// An option of the command line that a scenario may understand.
public enum ScenarioOption: String, Sendable, CaseIterable {
  /// Where the list comes from: ``ListPolicy``.
  case policy
  /// Refresh or load more: ``ListDirection``.
  case direction
  /// How long the server takes, in milliseconds.
  case latency
  /// Which part fails: ``ListFailure``.
  case failure
  /// What the cache holds at the start: ``CacheState``.
  case cache
  /// How many promises are alive at once.
  case count
  /// The seed of the scenario's random choices.
  case seed
}
