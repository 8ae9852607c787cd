// The findings as the screen needs them: by promise, by kind, and as a list to step through. Decides nothing about a rule.

import ChainAnalysis
import PromiseTrace

/// The findings of one moment, arranged for the screen.
struct Problems: Sendable {
  /// The findings, most serious first.
  let findings: [Finding]
  /// The number of occurrences of each kind, by raw value.
  private(set) var counts = [Int](repeating: 0, count: ProblemKind.allCases.count)
  /// The number of promises that hang because of another.
  private(set) var victims = 0
  /// The most serious finding about each promise, as an index of ``findings``.
  private var byPromise: [PromiseID: Int] = [:]
  /// The promises whose rows show a finding, in the order of the findings, each once.
  private(set) var promises: [PromiseID] = []

  init(_ findings: [Finding] = []) {
    self.findings = findings
    for (index, finding) in findings.enumerated() {
      let kind = ProblemKind(finding)
      counts[kind.rawValue] += finding.occurrences
      if kind == .hang { victims += finding.victims }
      for promise in finding.promises where byPromise[promise] == nil {
        byPromise[promise] = index
        promises.append(promise)
      }
    }
  }

  /// The most serious finding about a promise; nil if there is none.
  func finding(about promise: PromiseID) -> Finding? { byPromise[promise].map { findings[$0] } }

  /// The kind of the most serious finding about a promise; nil if there is none.
  func kind(of promise: PromiseID) -> ProblemKind? { finding(about: promise).map { ProblemKind($0) } }

  /// Whether there is anything to step through.
  var isEmpty: Bool { findings.isEmpty }

  /// The promises to step through: errors, then warnings, then notes, each in the order of the tree.
  ///
  /// - Parameter row: The row of a promise in the outline; promises without one come last.
  /// - Returns: The promises, each once.
  func inOrder(_ row: (PromiseID) -> Int?) -> [PromiseID] {
    var ordered: [(severity: Severity, row: Int, promise: PromiseID)] = []
    for promise in promises {
      guard let index = byPromise[promise] else { continue }
      ordered.append((findings[index].severity, row(promise) ?? .max, promise))
    }
    ordered.sort { ($1.severity, $0.row, $0.promise) < ($0.severity, $1.row, $1.promise) }
    return ordered.map(\.promise)
  }
}
