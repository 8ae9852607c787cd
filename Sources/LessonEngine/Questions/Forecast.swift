// The forecast: a few rows of a run, whose ends a student predicts before it plays. Each way to end that occurs in the run is among them.

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

/// A row whose end a student predicts before the run plays.
public struct ForecastRow: Sendable, Hashable {
  /// Its promise.
  public var promise: PromiseID
  /// Its label.
  public var label: String
  /// The call site that creates it.
  public var site: Site
  /// How it ends.
  public var end: RowEnd
  /// The number of events of the run after which its end is known.
  public var knownAt: UInt64
}

extension ForecastRow {
  /// The maximum number of rows.
  private static let limit = 6

  /// The rows of a run to predict, in the order in which they are created.
  static func rows(of facts: RunFacts, _ faults: FaultQuestions) -> [ForecastRow] {
    // With a gap, or without an end, the events do not show how each row ends.
    guard facts.isWhole else { return [] }
    var rows: [ForecastRow] = []
    var (labels, known): (Set<String>, [PromiseID: UInt64]) = ([], [:])
    for (index, event) in facts.events.enumerated() where event.kind == .fulfilled || event.kind == .rejected {
      known[event.promise] = known[event.promise] ?? UInt64(index + 1)
    }
    // Of the rows with the same label, only the first is asked about.
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
