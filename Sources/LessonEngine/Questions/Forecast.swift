// The forecast: a few rows of a run, of which a student predicts, before it plays, how each one ends, or in which order they settle. Each way to end
// that occurs in the run is among the rows.

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

/// A row that a student predicts before the run plays.
public struct ForecastRow: Sendable, Hashable {
  /// Its promise.
  public var promise: PromiseID
  /// Its label.
  public var label: String
  /// Its number, from 1, among the promises of the run with its label; nil if it is the only one.
  public var ordinal: Int?
  /// The call site that creates it.
  public var site: Site
  /// How it ends.
  public var end: RowEnd
  /// The number of events of the run after which its end is known.
  public var knownAt: UInt64
}

/// The rows that a student predicts before the run plays, and what to predict of them.
public struct Forecast: Sendable, Hashable {
  /// The rows, in the order in which they are created.
  public private(set) var rows: [ForecastRow] = []
  /// How all rows settle, so that their order is the question; nil if the question is how each of them ends.
  public private(set) var common: RowEnd?

  /// The maximum number of rows.
  private static let limit = 6

  /// Nothing to predict.
  init() {}

  init(of facts: RunFacts, _ faults: FaultQuestions) {
    // With a gap, or without an end, the events do not show how each row ends.
    guard facts.isWhole else { return }
    var (all, counts, known): ([ForecastRow], [String: Int], [PromiseID: UInt64]) = ([], [:], [:])
    for (index, event) in facts.events.enumerated() where event.kind == .fulfilled || event.kind == .rejected {
      known[event.promise] = known[event.promise] ?? UInt64(index + 1)
    }
    for event in facts.events where event.kind == .created && event.promise != 0 && event.site.line > 0 {
      guard let label = facts.label(of: event.promise) else { continue }
      counts[label, default: 0] += 1
      all.append(
        ForecastRow(
          promise: event.promise, label: label, ordinal: counts[label], site: event.site,
          end: faults.end(of: event.promise), knownAt: known[event.promise] ?? UInt64(facts.events.count)))
    }
    // The first row of each end, then one of each label, then any others.
    let first = RowEnd.allCases.compactMap { end in all.firstIndex { $0.end == end } }
    var chosen: Set<Int> = []
    for index in first + all.indices.filter({ all[$0].ordinal == 1 }) + all.indices where chosen.count < Self.limit {
      chosen.insert(index)
    }
    rows = chosen.sorted().map { all[$0] }
    for index in rows.indices where counts[rows[index].label] == 1 { rows[index].ordinal = nil }
    guard let end = rows.first?.end, end == .fulfilled || end == .rejected else { return }
    if rows.count > 1, rows.allSatisfy({ $0.end == end }) { common = end }
  }

  /// The number of answers from which a student chooses for each row.
  public var answers: Int { common == nil ? RowEnd.allCases.count : rows.count }

  /// The right answer to a row, from 1: its place in the order, or the number of its end.
  public func answer(to row: ForecastRow) -> Int {
    1 + (common == nil ? row.end.rawValue : rows.count { $0.knownAt < row.knownAt })
  }
}

/// A row of the forecast that a student has marked.
public struct ForecastMark: Sendable, Hashable {
  /// The row.
  public var row: ForecastRow
  /// The predicted answer, from 1.
  public var said: Int
  /// The right answer.
  public var right: Int
  /// Whether the run has shown the row's end.
  public var isKnown: Bool

  /// Whether the prediction was right.
  public var isRight: Bool { said == right }
}

extension FaultQuestions {
  /// How a promise has ended, as far as the run shows it.
  func end(of id: PromiseID) -> RowEnd {
    guard store.settledTime(of: id) == nil else { return store.state(of: id) == .fulfilled ? .fulfilled : .rejected }
    return findings.contains { $0.kind == .hang && ($0.promises + $0.evidence).contains(id) } ? .never : .open
  }
}
