// The findings as a person reads them: by promise, by kind, and as a list to step through. Decides nothing about a rule.

import ChainModel
import PlainText
import PromiseTrace

/// The findings of one moment, arranged by row and by kind.
package struct Problems: Sendable {
  /// The findings, most serious first.
  package private(set) var findings: [Finding]
  /// The number of problems of each kind, by raw value: a call site that has one many times has one problem.
  package private(set) var counts = [Int](repeating: 0, count: ProblemKind.allCases.count)
  /// The number of their occurrences, by raw value.
  private var occurrences = [Int](repeating: 0, count: ProblemKind.allCases.count)
  /// The kinds that occur, in the order of their first findings.
  package private(set) var kinds: [ProblemKind] = []
  /// The number of promises that hang because of another, each counted once.
  package private(set) var victims = 0
  /// The most serious finding about each promise and its occurrence there, as indexes of ``findings`` and of its list; no occurrence if the
  /// promise is only the row that shows another one's problem.
  private var byPromise: [PromiseID: (finding: Int, occurrence: Int?)] = [:]
  /// The kinds of problem that a row shows, most serious first.
  package private(set) var badges: [PromiseID: [ProblemKind]] = [:]
  /// The rows that have a badge, each once, in the order of the findings.
  package private(set) var rows: [PromiseID] = []
  /// The promise to go to for each finding: the first one that no finding before it goes to.
  package private(set) var promises: [PromiseID] = []

  package init(_ findings: [Finding] = []) {
    self.findings = findings
    for (index, finding) in findings.enumerated() {
      let kind = finding.kind
      if kind == .hang { victims += finding.newVictims }
      if counts[kind.rawValue] == 0 { kinds.append(kind) }
      counts[kind.rawValue] += 1
      occurrences[kind.rawValue] += finding.occurrences
      for (number, occurrence) in finding.list.enumerated() {
        if byPromise[occurrence.promise] == nil { byPromise[occurrence.promise] = (index, number) }
        guard badges[occurrence.row]?.contains(kind) != true else { continue }
        if badges[occurrence.row] == nil { rows.append(occurrence.row) }
        badges[occurrence.row, default: []].append(kind)
      }
    }
    var seen: Set<PromiseID> = []
    for finding in findings {
      promises.append(finding.list.first { !seen.contains($0.promise) }?.promise ?? finding.promise)
      seen.insert(promises[promises.count - 1])
    }
    // Where the row of a problem is another one than its root, it leads to the same finding.
    for (index, finding) in findings.enumerated() {
      for occurrence in finding.list where byPromise[occurrence.row] == nil { byPromise[occurrence.row] = (index, nil) }
    }
  }

  /// Updates how long promises have been pending that may settle yet, between two searches for problems.
  package mutating func age(to now: Int64, in store: ChainStore) {
    findings.age(to: now, in: store)
  }

  /// The most serious finding about a promise; nil if there is none.
  package func finding(about promise: PromiseID) -> Finding? { byPromise[promise].map { findings[$0.finding] } }

  /// The occurrence of a promise in the finding about it; nil if there is none.
  func occurrence(of promise: PromiseID) -> Occurrence? {
    byPromise[promise].flatMap { place in place.occurrence.map { findings[place.finding].list[$0] } }
  }

  /// The kind of the most serious finding about a promise; nil if there is none.
  package func kind(of promise: PromiseID) -> ProblemKind? { finding(about: promise)?.kind }

  /// Whether there is anything to step through.
  package var isEmpty: Bool { findings.isEmpty }

  /// Every promise that a filter for problems shows.
  package var shown: Set<PromiseID> { Set(byPromise.keys) }

  /// `2 hangs (655 times, 3 wait)`: the number of problems of a kind.
  package func text(of kind: ProblemKind, _ language: Language) -> String {
    let count = counts[kind.rawValue]
    return "\(NumberText.grouped(count)) \(kind.word(count, language))\(extent(of: kind, language) ?? "")"
  }

  /// ` (655 times, 3 wait)`: how often the problems of a kind occurred, and what waits for them; nil for one occurrence each.
  package func extent(of kind: ProblemKind, _ language: Language) -> String? {
    let parts = [
      repetitions(of: kind).map(RowWords(language).times),
      kind == .hang && victims > 0 ? RowWords(language).wait(victims) : nil,
    ].compactMap(\.self)
    let numbers = parts.joined(separator: language(", ", "，"))
    return parts.isEmpty ? nil : language(" (\(numbers))", "（\(numbers)）")
  }

  /// How often the problems of a kind occurred; nil for one occurrence each.
  package func repetitions(of kind: ProblemKind) -> Int? {
    let times = occurrences[kind.rawValue]
    return times > counts[kind.rawValue] ? times : nil
  }

  /// The number of problems of each kind.
  package func texts(_ language: Language) -> [String] { kinds.map { text(of: $0, language) } }

  /// The hang that each promise waits for, directly or through others, by the promise that waits.
  ///
  /// - Complexity: O(*n*) in the number of promises that wait for a hang.
  package func rootsOfHangs(in store: ChainStore) -> [PromiseID: PromiseID] {
    var roots: [PromiseID: PromiseID] = [:]
    for finding in findings where [.hang, .cycle].contains(finding.kind) {
      for occurrence in finding.list {
        var next = [occurrence.promise]
        while let id = next.popLast() {
          store.forEachDependent(of: id) { dependent, _, _ in
            guard dependent != 0, dependent != occurrence.promise, roots[dependent] == nil else { return true }
            switch store.state(of: dependent) {
            case .pending, .running, .waiting, .leaked:
              roots[dependent] = occurrence.promise
              next.append(dependent)
            case .fulfilled, .rejected, .cancelled, .unhandled, .unknown, nil: break
            }
            return true
          }
        }
      }
    }
    return roots
  }
}
