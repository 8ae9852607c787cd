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
  /// Whether it ended by itself, so that its length is a fact about the program.
  let hasEndedByItself: Bool

  init(_ history: ScreenHistory, number: Int, name: String, end: Int64, _ stream: StreamState) {
    (self.number, self.name, self.end) = (number, name, end)
    hasEndedByItself = stream == .ended && history.playback.store.endReason != .signal
    var facts = RunSummary(history.groupsAtEnd.all, findings: history.knownProblems.findings)
    facts.isOver = !stream.isRunning
    self.facts = facts
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
  /// The number of events that were compared, and the state of what was known to be wrong.
  private let (events, problems): (UInt64, Int)

  init(_ former: NumberedRun, _ shown: NumberedRun, _ history: ScreenHistory) {
    (self.former, self.shown) = (former, shown)
    (events, problems) = (history.playback.count, history.problemsRevision)
    diff = RunDiff(from: former.facts, to: shown.facts)
    rows = diff.rows
  }

  /// Whether the runs have to be compared again: with another one, or because a tenth of a second of a growing run has passed.
  func isOutdated(_ history: ScreenHistory, _ former: NumberedRun, end: Int64, isOver: Bool) -> Bool {
    if former.number != self.former.number || history.problemsRevision != problems { return true }
    return isOver != shown.facts.isOver
      || history.playback.count != events && (isOver || end - shown.end > 100_000_000)
  }
}
