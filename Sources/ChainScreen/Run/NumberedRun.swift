// What remains of a run once the next one is shown, and a former run beside the shown one. `RunDiff` compares; no log is read again.

import ChainAnalysis
import ChainModel
import PromiseTrace

/// A run with its number and its name, its call sites, and its problems.
struct NumberedRun: Sendable {
  let number: Int
  /// The name of its log or program.
  let name: String
  let facts: RunSummary
  /// The name of the promises of each call site, by the first of them.
  let names: [PromiseID: String]
  /// The time of its last event, in nanoseconds since the start of its log.
  let end: Int64

  init(_ history: ScreenHistory, number: Int, name: String, end: Int64) {
    (self.number, self.name, self.end) = (number, name, end)
    facts = RunSummary(history.groupsAtEnd.all, findings: history.knownProblems.findings)
    var (names, history) = ([PromiseID: String](), history)
    history.withEnd(&names) { [facts] names, store in
      for group in facts.groups { names[group.first] = Self.name(of: group, in: store) }
    }
    self.names = names
  }

  /// The name of a call site's promises: what their labels have in common, or the name of the first one.
  static func name(of group: CallSiteGroup, in store: ChainStore) -> String {
    group.label ?? (group.count == 1 ? store.name(of: group.first) : nil) ?? group.operation
  }
}

/// A former run beside the shown one, as their page shows them.
struct RunComparison: Sendable {
  let former: NumberedRun
  let shown: NumberedRun
  let diff: RunDiff
  /// The call sites, those that became slower first.
  let rows: [RunRow]
  /// The number of events that were compared.
  private let events: UInt64

  init(_ former: NumberedRun, _ shown: NumberedRun, events: UInt64) {
    (self.former, self.shown, self.events) = (former, shown, events)
    diff = RunDiff(from: former.facts, to: shown.facts)
    rows = diff.rows
  }

  /// Whether the runs have to be compared again: with another one, or because a tenth of a second of a growing run has passed.
  func isOutdated(_ history: ScreenHistory, _ former: NumberedRun, end: Int64) -> Bool {
    if former.number != self.former.number || history.problemCount != shown.facts.problems { return true }
    return history.playback.count != events && (history.playback.isEnded || end - shown.end > 100_000_000)
  }
}
