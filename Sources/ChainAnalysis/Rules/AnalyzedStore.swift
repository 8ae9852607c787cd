// A store together with its analyzer, which sees each event after it. The store is never copied for it.

import ChainModel
import PromiseTrace

/// The history of a run and what is wrong with it.
///
/// ```swift
/// var history = AnalyzedStore(texts: reader.texts)
/// for event in events { history.apply(event) }
/// for finding in history.findings() { print(finding.sentence) }
/// ```
///
/// Not thread-safe: use it from one thread at a time.
public struct AnalyzedStore: Sendable {
  /// The history.
  public private(set) var store: ChainStore
  /// What may be wrong with it.
  public private(set) var analyzer: Analyzer
  private let isAnalyzed: Bool

  /// Creates an empty history.
  ///
  /// - Parameters:
  ///   - texts: The table of the source whose events will be applied.
  ///   - limit: The number of promises to keep; see ``ChainStore/init(texts:limit:historyLimit:)``.
  ///   - historyLimit: The number of events to keep for timelines; 0 keeps none.
  ///   - settings: The thresholds, severities and exceptions; nil to find nothing, which is faster.
  public init(
    texts: TextTable, limit: Int = 1_000_000, historyLimit: Int = 65_536,
    settings: AnalysisSettings? = AnalysisSettings()
  ) {
    store = ChainStore(texts: texts, limit: limit, historyLimit: historyLimit)
    analyzer = Analyzer(settings: settings ?? AnalysisSettings())
    isAnalyzed = settings != nil
  }

  /// Applies the next event.
  ///
  /// - Parameter event: The next event in `sequence` order.
  /// - Complexity: Amortized O(1).
  public mutating func apply(_ event: Event) {
    store.apply(event)
    if isAnalyzed { analyzer.apply(event, in: store) }
  }

  /// The bodies of each queue, and those that held an event loop.
  ///
  /// - Complexity: O(*n* log *n*) in the number of promises.
  public var bodies: BodyIndex {
    var bodies = BodyIndex(store)
    if isAnalyzed { bodies.learn(from: analyzer, until: store.lastTime) }
    return bodies
  }

  /// What is wrong at this moment, most serious first.
  ///
  /// - Parameter now: The moment, in nanoseconds since the log's start; nil for the time of the latest event.
  /// - Returns: The findings that the settings do not exclude.
  public func findings(now: Int64? = nil) -> [Finding] {
    isAnalyzed ? analyzer.findings(in: store, now: now) : []
  }
}
