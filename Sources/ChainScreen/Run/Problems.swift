// The findings as the screen needs them: by promise, by kind, and as a list to step through. Owns that each problem that is counted has one row
// with its badge, and the order of the problems. Decides nothing about a rule.

import ChainAnalysis
import PromiseTrace

/// The findings of one moment, arranged for the screen.
struct Problems: Sendable {
  /// The findings, most serious first.
  let findings: [Finding]
  /// The number of badges of each kind, by raw value.
  private(set) var counts = [Int](repeating: 0, count: ProblemKind.allCases.count)
  /// The kinds that occur, in the order of their first findings.
  private(set) var kinds: [ProblemKind] = []
  /// The number of promises that hang because of another.
  private(set) var victims = 0
  /// The most serious finding about each promise, as an index of ``findings``.
  private var byPromise: [PromiseID: Int] = [:]
  /// The kinds of problem that a row shows, most serious first.
  private(set) var badges: [PromiseID: [ProblemKind]] = [:]
  /// The rows of each kind, in the order of the findings.
  private(set) var rows: [PromiseID] = []
  /// The promises to step through: the first one of each finding, in the order of the findings, then the others, each once.
  private(set) var promises: [PromiseID] = []

  init(_ findings: [Finding] = []) {
    self.findings = findings
    for (index, finding) in findings.enumerated() {
      let kind = ProblemKind(finding)
      if kind == .hang { victims += finding.victims }
      for occurrence in finding.list {
        if byPromise[occurrence.promise] == nil { byPromise[occurrence.promise] = index }
        guard badges[occurrence.row]?.contains(kind) != true else { continue }
        if badges[occurrence.row] == nil { rows.append(occurrence.row) }
        badges[occurrence.row, default: []].append(kind)
        if counts[kind.rawValue] == 0 { kinds.append(kind) }
        counts[kind.rawValue] += 1
      }
    }
    var seen: Set<PromiseID> = []
    for finding in findings where seen.insert(finding.promise).inserted { promises.append(finding.promise) }
    for finding in findings {
      for occurrence in finding.list where seen.insert(occurrence.promise).inserted {
        promises.append(occurrence.promise)
      }
    }
    // Where the row of a problem is another one than its root, it leads to the same finding.
    for (index, finding) in findings.enumerated() {
      for occurrence in finding.list where byPromise[occurrence.row] == nil { byPromise[occurrence.row] = index }
    }
  }

  /// The most serious finding about a promise; nil if there is none.
  func finding(about promise: PromiseID) -> Finding? { byPromise[promise].map { findings[$0] } }

  /// The kind of the most serious finding about a promise; nil if there is none.
  func kind(of promise: PromiseID) -> ProblemKind? { finding(about: promise).map { ProblemKind($0) } }

  /// Whether there is anything to step through.
  var isEmpty: Bool { findings.isEmpty }

  /// Every promise that a filter for problems shows.
  var shown: Set<PromiseID> { Set(byPromise.keys) }
}
