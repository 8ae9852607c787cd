// The analyzer: finds what is wrong with a history while it grows. Owns the state between events. Does not change the store.
//
// Events only add candidates: promises for which a rule may hold. `findings(in:)` checks the candidates against the store, so a rule that
// no longer holds, such as an unhandled rejection that is handled late, disappears by itself.

import ChainModel
import PromiseTrace

/// Finds what is wrong with the promises of a history.
///
/// Not thread-safe: use it from one thread at a time. Memory is bounded: each rule keeps a limited number of candidates.
public struct Analyzer: Sendable {
  /// The thresholds, severities and exceptions.
  public let settings: AnalysisSettings

  /// Creates an analyzer for a store to which no event has been applied.
  public init(settings: AnalysisSettings = AnalysisSettings()) { self.settings = settings }

  /// Takes an event into account.
  ///
  /// - Parameters:
  ///   - event: The next event.
  ///   - store: The store, to which the event has just been applied.
  /// - Complexity: Amortized O(1).
  public mutating func apply(_ event: Event, in store: ChainStore) {}

  /// What is wrong at this moment, most serious first.
  ///
  /// - Parameters:
  ///   - store: The store that all events were applied to.
  ///   - now: The moment, in nanoseconds since the log's start; nil for the time of the latest event. It decides what is stuck.
  /// - Returns: The findings that the settings do not exclude.
  /// - Complexity: O(*c*) in the number of candidates, not in the length of the history.
  public func findings(in store: ChainStore, now: Int64? = nil) -> [Finding] { [] }
}
