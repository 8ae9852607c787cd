// What finds the findings of a rule: what it keeps while events arrive, and how it examines that at a moment.

import ChainModel
import PromiseTrace

/// The check of a rule, or of several whose findings one search tells apart.
///
/// Events only add candidates: promises for which a rule may hold. ``find(_:)`` checks them against the store, so a finding that no longer holds,
/// such as an unhandled rejection that is handled late, disappears by itself.
protocol RuleCheck: Sendable {
  /// The rules whose findings it reports.
  static var rules: [Rule] { get }
  /// The thresholds that the settings can change.
  static var thresholds: [Rule: RuleThreshold] { get }
  /// The events that it watches.
  static var events: [WatchedEvent] { get }
  /// The checks that have to come before, because what they report needs no other explanation.
  static var after: [any RuleCheck.Type] { get }

  init()

  /// Notes what an event says. Takes constant time.
  ///
  /// - Parameters:
  ///   - event: An event of one of the kinds that it watches.
  ///   - watches: What rules share, after the event; changed by nothing but its own memory of names.
  ///   - store: The store, to which the event has just been applied.
  mutating func watch(_ event: Event, _ watches: inout Watches, _ store: ChainStore)

  /// The number of promises to examine, and of those beyond the limit, which are left out.
  func candidates(_ watches: Watches) -> CandidateCount

  /// Reports what is wrong at a moment.
  func find(_ report: inout FindingsCollector)

  /// Continues to report what is wrong, where that may take longer than a frame of the screen.
  ///
  /// - Parameters:
  ///   - report: Receives the findings.
  ///   - steps: The number of promises that may still be looked at; reduced by those that were.
  /// - Returns: Whether the search is complete.
  func find(_ report: inout FindingsCollector, steps: inout Int) -> Bool
}

extension RuleCheck {
  static var thresholds: [Rule: RuleThreshold] { [:] }
  static var events: [WatchedEvent] { [] }
  static var after: [any RuleCheck.Type] { [] }
  mutating func watch(_ event: Event, _ watches: inout Watches, _ store: ChainStore) {}
  func find(_ report: inout FindingsCollector) {}

  func find(_ report: inout FindingsCollector, steps: inout Int) -> Bool {
    find(&report)
    steps -= candidates(report.run.watches).kept
    return true
  }
}

/// Events that a check watches: those of a kind, perhaps only some of them, so that others cost nothing.
struct WatchedEvent {
  var kind: EventKind
  /// Whether they name another promise, as the creation of a derived one does; nil if that does not matter.
  var hasPeer: Bool?
  /// Whether they occurred in a body; nil if that does not matter.
  var isInBody: Bool?

  init(_ kind: EventKind, hasPeer: Bool? = nil, isInBody: Bool? = nil) {
    (self.kind, self.hasPeer, self.isInBody) = (kind, hasPeer, isInBody)
  }

  /// The number of values of ``index(_:hasPeer:isInBody:)``.
  static let count = 4 * (Int(UInt8.max) + 1)

  /// The index of an event in a table of checks.
  @inline(__always)
  static func index(_ kind: EventKind, hasPeer: Bool, isInBody: Bool) -> Int {
    Int(kind.rawValue) << 2 | (hasPeer ? 2 : 0) | (isInBody ? 1 : 0)
  }

  /// The indexes of its events.
  var indexes: [Int] {
    [false, true].filter { $0 == hasPeer ?? $0 }.flatMap { peer in
      [false, true].filter { $0 == isInBody ?? $0 }.map { Self.index(kind, hasPeer: peer, isInBody: $0) }
    }
  }
}

/// What the settings can change about a rule.
package enum RuleThreshold: Sendable {
  /// A time in nanoseconds.
  case duration(WritableKeyPath<AnalysisSettings, Int64> & Sendable)
  /// A number, which is at least some other one, and the word after it.
  case count(WritableKeyPath<AnalysisSettings, Int> & Sendable, least: Int, word: String)
  /// A number of retries and the time within which they are counted.
  case retries
}
