// What remains of a run once the next one is shown: its call sites and its problems. Does not read a log again.

import ChainAnalysis
import ChainModel
import PromiseTrace

/// A run that a screen has shown before.
struct FormerRun: Sendable {
  let number: Int
  /// The name of its log or program.
  let name: String
  /// Its call sites and its problems.
  let facts: RunSummary
  /// The name of the promises of each call site, by the first of them.
  let names: [PromiseID: String]
  /// The number of its promises.
  let promises: Int
  /// The number of its problems, notes included.
  let problems: Int
  /// The time of its last event, in nanoseconds since the start of its log.
  let end: Int64

  /// Summarizes a run up to now.
  ///
  /// Searches for problems to the end.
  ///
  /// - Parameters:
  ///   - history: The run.
  ///   - number: Its number.
  ///   - name: Its name.
  ///   - end: The time of its last event.
  ///   - now: The moment up to which pending promises are measured.
  init(_ history: ScreenHistory, number: Int, name: String, end: Int64, now: Int64) {
    var history = history
    history.end()
    history.limitsEveryFrame = false
    _ = history.problems(now: now)
    let (findings, groups) = (history.knownProblems.findings, history.groupsAtEnd.all)
    (self.number, self.name, self.end) = (number, name, end)
    facts = RunSummary(groups, findings: findings)
    names = Self.names(of: groups, in: history)
    problems = findings.reduce(0) { $0 + $1.occurrences }
    promises = groups.reduce(0) { $0 + $1.count }
  }

  /// The name of the promises of each call site, by the first of them.
  static func names(of groups: [CallSiteGroup], in history: ScreenHistory) -> [PromiseID: String] {
    var (names, history) = ([PromiseID: String](), history)
    history.withEnd(&names) { names, store in
      for group in groups { names[group.first] = name(of: group, in: store) }
    }
    return names
  }

  /// The name of a call site's promises: what their labels have in common, or the name of the first one.
  static func name(of group: CallSiteGroup, in store: ChainStore) -> String {
    group.label ?? (group.count == 1 ? store.name(of: group.first) : nil) ?? group.operation
  }
}
