// A former run beside the shown one, as a page shows them. `RunDiff` compares.

import ChainAnalysis
import ChainModel
import PromiseTrace

/// Two runs side by side.
struct RunsBeside: Sendable {
  let former: FormerRun
  /// The number of the run that is shown.
  let number: Int
  /// The call sites, those that became slower first.
  let rows: [RunRow]
  let newFindings: [Finding]
  let goneFindings: [Finding]
  /// The names of the call sites of the run that is shown.
  let names: [PromiseID: String]
  /// The promises, the problems, and the last moment of the run that is shown.
  let now: (promises: Int, problems: Int, end: Int64)
  /// The number of events that were compared.
  private let events: UInt64

  /// Compares the whole of a run with a former one.
  init(_ former: FormerRun, _ history: ScreenHistory, number: Int, end: Int64) {
    (self.former, self.number, events) = (former, number, history.playback.count)
    let (groups, findings) = (history.groupsAtEnd.all, history.knownProblems.findings)
    let diff = RunDiff(from: former.facts, to: RunSummary(groups, findings: findings))
    (rows, newFindings, goneFindings) = (diff.rows, diff.newFindings, diff.goneFindings)
    names = FormerRun.names(of: groups, in: history)
    now = (groups.reduce(0) { $0 + $1.count }, findings.reduce(0) { $0 + $1.occurrences }, end)
  }

  /// Whether a comparison has to be made again: with another run, or because a tenth of a second of a growing run has passed.
  func isOutdated(_ history: ScreenHistory, _ former: FormerRun, end: Int64) -> Bool {
    if former.number != self.former.number { return true }
    let problems = history.knownProblems.findings.reduce(0) { $0 + $1.occurrences }
    return problems != now.problems
      || history.playback.count != events && (history.playback.isEnded || end - now.end > 100_000_000)
  }
}
