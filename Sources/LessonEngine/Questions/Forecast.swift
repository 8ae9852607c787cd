// How the rows of a run end, which a student says before it plays: few rows, of which each way to end is one, if the run has it.

import ChainAnalysis
import ChainModel
import PromiseTrace

/// How a row ends.
public enum RowEnd: Int, Sendable, Hashable, CaseIterable {
  case fulfilled
  /// Rejected or canceled.
  case rejected
  /// It still waits when the run ends, and may settle later.
  case open
  /// It can never settle.
  case never
}

/// A row whose end a student says before the run plays.
public struct ForecastRow: Sendable, Hashable {
  /// Its promise.
  public var promise: PromiseID
  /// Its label.
  public var label: String
  /// Where it is created.
  public var site: Site
  /// How it ends.
  public var end: RowEnd
  /// The number of events after which that is known.
  public var knownAt: UInt64
}

extension ForecastRow {
  /// The number of rows, at most.
  private static let limit = 6

  /// The rows of a run to ask about, in the order in which they are created.
  static func rows(of facts: RunFacts, _ faults: FaultQuestions) -> [ForecastRow] {
    // What a gap or a missing end hides, nobody can say.
    guard facts.isWhole else { return [] }
    var rows: [ForecastRow] = []
    var (labels, known): (Set<String>, [PromiseID: UInt64]) = ([], [:])
    for (index, event) in facts.events.enumerated() where event.kind == .fulfilled || event.kind == .rejected {
      known[event.promise] = known[event.promise] ?? UInt64(index + 1)
    }
    // A label that several rows have does not tell which one is meant.
    for event in facts.events where event.kind == .created && event.promise != 0 && event.site.line > 0 {
      guard let label = facts.label(of: event.promise), labels.insert(label).inserted else { continue }
      rows.append(
        ForecastRow(
          promise: event.promise, label: label, site: event.site, end: faults.end(of: event.promise),
          knownAt: known[event.promise] ?? UInt64(facts.events.count)))
    }
    let first = RowEnd.allCases.compactMap { end in rows.firstIndex { $0.end == end } }
    let chosen = Set((first + rows.indices.filter { !first.contains($0) }).prefix(limit))
    return rows.indices.filter(chosen.contains).map { rows[$0] }
  }
}

extension FaultQuestions {
  /// How a promise has ended, as far as the run shows it.
  func end(of id: PromiseID) -> RowEnd {
    guard store.settledTime(of: id) == nil else { return store.state(of: id) == .fulfilled ? .fulfilled : .rejected }
    return findings.contains { $0.kind == .hang && ($0.promises + $0.evidence).contains(id) } ? .never : .open
  }
}
