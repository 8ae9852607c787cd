// A search for findings that can be interrupted. Between two steps, it keeps what it found and never the store, which would be copied by the
// next event.

import ChainModel
import PromiseTrace

/// A search for what is wrong at a moment, in steps of bounded cost.
///
/// ```swift
/// var search = FindingsSearch(in: store, now: now)
/// // With each frame, until it returns the findings:
/// if let findings = search.advance(analyzer, in: store, steps: 4_096) { show(findings) }
/// ```
///
/// Events may be applied between two steps. What they change is found by this search or by the next one.
/// Not thread-safe: use it from one thread at a time.
public struct FindingsSearch: Sendable {
  private let now: Int64
  private var found = FindingsCollector.Found()
  /// The number of checks that are complete.
  private var complete = 0

  /// Starts a search.
  ///
  /// - Parameters:
  ///   - store: The store that all events were applied to.
  ///   - now: The moment, in nanoseconds since the log's start; nil for the time of the latest event. It decides what is stuck.
  public init(in store: ChainStore, now: Int64? = nil) {
    self.now = Int64(clampedTime: max(now ?? store.lastTime, store.lastTime))
  }

  /// Continues the search.
  ///
  /// - Parameters:
  ///   - analyzer: The analyzer of the store.
  ///   - store: The store that all events were applied to.
  ///   - steps: The number of promises to look at before returning; the last rule may look at some more, of which it keeps at most 20,000.
  /// - Returns: The findings that the settings do not exclude, most serious first; nil if the search is not complete.
  /// - Complexity: O(`steps`), and the first call also a copy of the list of promises that have been open for long; 2 ms for a million.
  public mutating func advance(_ analyzer: Analyzer, in store: ChainStore, steps: Int) -> [Finding]? {
    var report = FindingsCollector(RunView(store: store, watches: analyzer.watches, now: now), found)
    found = FindingsCollector.Found()
    var rest = steps
    let checks = analyzer.checks.all
    while complete < checks.count {
      guard rest > 0, checks[complete].find(&report, steps: &rest) else {
        found = report.found
        return nil
      }
      complete += 1
    }
    return report.sorted
  }
}

extension Analyzer {
  /// What is wrong at this moment, most serious first.
  ///
  /// - Parameters:
  ///   - store: The store that all events were applied to.
  ///   - now: The moment, in nanoseconds since the log's start; nil for the time of the latest event. It decides what is stuck.
  /// - Returns: The findings that the settings do not exclude.
  /// - Complexity: O(*c*) in the number of candidates, not in the length of the history.
  public func findings(in store: ChainStore, now: Int64? = nil) -> [Finding] {
    var search = FindingsSearch(in: store, now: now)
    while true {
      if let findings = search.advance(self, in: store, steps: .max) { return findings }
    }
  }
}
