// One demo: its name, what it shows, its group, the options that it supports, and its source file.
//
// Owns this description and the flow behind it. Does not know how it is shown, or whether its parts are real.

import PlainText

/// A demo that runs live or virtually.
///
/// The flow is one file, short enough to read in the source pane. Both modes use the same code, so their logs have the same labels,
/// kinds, and edges.
public struct Scenario: Sendable, Identifiable {
  /// The name on the command line: `list-loader`.
  public let name: String
  /// What it shows, in one sentence.
  public let summary: Text
  /// The heading under which it is listed.
  public let group: ScenarioGroup
  /// The options that it supports; it ignores all others.
  public let options: Set<ScenarioOption>
  /// The file of the flow, relative to ``Scenario/sourceRoot``.
  public let file: String
  /// Whether a live run keeps every event until the screen has read it, because it produces more than a ring holds while the screen
  /// evicts promises.
  public let keepsEveryEvent: Bool
  /// Whether the program is killed at the end, so that its log stops without an `ended` event and without releasing what is pending.
  public let isKilled: Bool
  let flow: Flow

  /// Describes a scenario.
  ///
  /// - Parameters:
  ///   - name: The name on the command line.
  ///   - summary: What it shows, in one sentence.
  ///   - group: The heading under which it is listed.
  ///   - options: The options that it supports.
  ///   - file: The file of the flow, relative to ``sourceRoot``.
  ///   - keepsEveryEvent: Whether a live run keeps every event until the screen has read it.
  ///   - isKilled: Whether the program is killed at the end.
  ///   - flow: Its flow.
  package init(
    name: String, summary: Text, group: ScenarioGroup = .flows,
    options: Set<ScenarioOption> = [], file: String, keepsEveryEvent: Bool = false, isKilled: Bool = false, flow: Flow
  ) {
    self.name = name
    self.summary = summary
    self.group = group
    self.options = options
    self.file = file
    self.keepsEveryEvent = keepsEveryEvent
    self.isKilled = isKilled
    self.flow = flow
  }

  /// The scenario's name.
  public var id: String { name }

  /// The absolute path of the flow's file on the machine that built it.
  public var path: String { Self.sourceRoot + "/" + file }

  /// The folder that ``Scenario/file`` is relative to, on the machine that built it.
  public static let sourceRoot: String = {
    let here = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    return here.dropLast(2).joined(separator: "/")
  }()
}

/// The headings of the list of scenarios.
public enum ScenarioGroup: String, Sendable, CaseIterable {
  /// Programs that show how promises work together.
  case flows
  /// What a library does inside.
  case insides
  /// A chain that shows what a misconception leads to, and its repaired version, whose name ends in `-fixed`.
  case misconceptions
  /// A chain with the fault that a rule finds, named like the rule, and its repaired version, whose name ends in `-fixed`.
  case faults
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
  /// The step that fails: ``LoginStep``.
  case fails
  /// The number of promises that are alive at once.
  case count
  /// The seed of the scenario's random choices.
  case seed
}
