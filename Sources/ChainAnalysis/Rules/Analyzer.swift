// The analyzer: finds what is wrong with a history while it grows. It hands each event to the checks that watch its kind, and does not change
// the store.

import ChainModel
import PlainText
import PromiseTrace

/// Finds what is wrong with the promises of a history.
///
/// Apply each event to a ``ChainStore`` first and then to the analyzer:
///
/// ```swift
/// var store = ChainStore(texts: reader.texts)
/// var analyzer = Analyzer()
/// for event in events {
///   store.apply(event)
///   analyzer.apply(event, in: store)
/// }
/// for finding in analyzer.findings(in: store) { print(finding.sentence) }
/// ```
///
/// Not thread-safe: use it from one thread at a time. Memory is bounded: each rule keeps a limited number of candidates.
public struct Analyzer: Sendable {
  private(set) var watches: Watches
  private(set) var checks = CheckList()

  /// The thresholds, severities and exceptions.
  public var settings: AnalysisSettings { watches.settings }

  /// Creates an analyzer for a store to which no event has been applied.
  public init(settings: AnalysisSettings = AnalysisSettings()) {
    var settings = settings
    settings.stuck = Int64(clampedTime: settings.stuck)
    watches = Watches(settings)
  }

  /// Hands an event to the rules that watch its kind.
  ///
  /// - Parameters:
  ///   - event: The next event.
  ///   - store: The store, to which the event has just been applied.
  /// - Complexity: Amortized O(1).
  public mutating func apply(_ event: Event, in store: ChainStore) {
    let time = Int64(clampedTime: event.time)
    // What is at the top level of its process has no caller.
    let isTopLevel = event.kind == .created && watches.processes.isProcess(event.context)
    guard time == event.time, !isTopLevel else {
      var event = event
      event.time = time
      if isTopLevel {
        watches.join(event, store)
        event.context = 0
      }
      return apply(event, in: store)
    }
    if event.kind == .created, event.promise == 0 || watches.isProcess(event, store) { return }
    watches.apply(event, store)
    checks.watch(event, &watches, store)
  }

  /// The number of possible findings that were not examined, because a rule examines 20,000 at most.
  ///
  /// It is 0 unless a program repeats a mistake that often.
  public var unexamined: Int { checks.all.reduce(0) { $0 + $1.candidates(watches).omitted } }

  /// Who settled the promises of each call site.
  package var settlers: SettlerWatch { watches.settlers }

  /// The latest bodies that held the event loop of each process for long, in the order of their ends.
  ///
  /// - Parameter moment: The latest moment at which they ended.
  /// - Returns: A list for each process.
  package func loopHolds(until moment: Int64) -> [[LoopHold]] { watches.loops.map { $0.holds(until: moment) } }
}

extension BodyIndex {
  /// Takes over what an analyzer knows besides the bodies of queues.
  package mutating func learn(from analyzer: Analyzer, until moment: Int64) {
    holds = analyzer.loopHolds(until: moment)
    let watches = analyzer.watches
    (processes, settlements, settlers) = (watches.processes, watches.settlements, watches.settlers)
  }
}
