// A search for findings that can be interrupted. Owns the order of the rules, and what is kept between two steps: never the store, which would be
// copied by the next event.

import ChainModel
import PlainText
import PromiseTrace

/// A search for what is wrong at a moment, in steps of bounded cost.
///
/// ```swift
/// var search = FindingsSearch(analyzer, in: store, now: now)
/// // With each frame, until it returns the findings:
/// if let findings = search.advance(analyzer, in: store, steps: 4_096) { show(findings) }
/// ```
///
/// Events may be applied between two steps. What they change is found by this search or by the next one.
/// Not thread-safe: use it from one thread at a time.
public struct FindingsSearch: Sendable {
  private let now: Int64
  private let language: Language
  private var found = FindingsCollector.Found()
  private let deadlocked: Set<PromiseID>
  private var open: OpenSearch
  /// The number of groups of rules that are complete, after those about open promises.
  private var groups = 0
  /// The promises that carried a rejection last, and have a finding already.
  private var floating: Set<PromiseID> = []

  /// Starts a search.
  ///
  /// - Parameters:
  ///   - analyzer: The analyzer of the store.
  ///   - store: The store that all events were applied to.
  ///   - now: The moment, in nanoseconds since the log's start; nil for the time of the latest event. It decides what is stuck.
  ///   - language: The language of the sentences.
  /// - Complexity: A copy of the list of promises that have been open for long; 2 ms for a million.
  public init(_ analyzer: Analyzer, in store: ChainStore, now: Int64? = nil, language: Language = .english) {
    self.now = Int64(clampedTime: max(now ?? store.lastTime, store.lastTime))
    self.language = language
    var report = FindingsCollector(store: store, settings: analyzer.settings, now: self.now, language: language)
    deadlocked = analyzer.findDeadlocks(&report)
    open = OpenSearch(analyzer.openCandidates(report))
    found = report.found
  }

  /// Continues the search.
  ///
  /// - Parameters:
  ///   - analyzer: The analyzer.
  ///   - store: The store that all events were applied to.
  ///   - steps: The number of open promises to look at before returning.
  /// - Returns: The findings that the settings do not exclude, most serious first; nil if the search is not complete.
  /// - Complexity: O(`steps`), and the last four calls O(*c*) in the number of other candidates, of which each rule keeps at most 20,000. At
  ///   most `steps` candidates take one call.
  public mutating func advance(_ analyzer: Analyzer, in store: ChainStore, steps: Int) -> [Finding]? {
    var report = FindingsCollector(
      store: store, settings: analyzer.settings, now: now, language: language, found: found)
    found = FindingsCollector.Found()
    var rest = steps
    guard groups > 0 || analyzer.findOpen(&open, &report, besides: deadlocked, steps: &rest) else {
      found = report.found
      return nil
    }
    while groups < 4 {
      switch groups {
      case 0:
        analyzer.findLeaked(&report)
        analyzer.findEmptyCombinators(&report)
        floating = analyzer.findCalls(&report)
      case 1: analyzer.findRejections(&report, besides: floating)
      case 2:
        analyzer.findHandlers(&report)
        analyzer.findQueues(&report, besides: deadlocked.union(open.found))
      default:
        analyzer.findBlocks(&report)
        analyzer.findBursts(&report)
        analyzer.findShapes(&report)
        analyzer.findRequests(&report)
      }
      groups += 1
      guard analyzer.candidates <= steps else {
        found = report.found
        return nil
      }
    }
    return report.sorted
  }
}
