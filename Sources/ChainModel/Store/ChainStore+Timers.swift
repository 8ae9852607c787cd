// When the timers of pending promises started, and when they are up. Owns the rule for each kind of operator, which docs/event-log.md
// states: the log has a timer's duration, but no event for its start.

import PromiseTrace

extension ChainStore {
  /// When the running timer of a pending promise started.
  ///
  /// - `timeout`: at its creation, beside whatever it waits for.
  /// - `retry`: when its latest attempt was rejected; nil while an attempt is pending.
  /// - Any other promise that derives from one, such as `delay`: when that one was fulfilled.
  /// - Any other promise: at its creation.
  ///
  /// No timer runs after a runtime with an event loop has ended because nothing was left to do.
  ///
  /// - Parameter facts: The facts about the promise.
  /// - Returns: Nanoseconds since the log's start; nil if no timer runs, or that is not known.
  /// - Complexity: O(1).
  package func timerStart(_ facts: NodeFacts) -> Int64? {
    guard facts.isOpen, facts.adopts == 0, !facts.isPlaceholder, !isOrphan(facts.id) else { return nil }
    if isEnded, endReason == .drained, !runtime.isLibrary { return nil }
    let operation = texts[facts.operation] ?? ""
    guard facts.timer != nil || operation == "retry" || OperatorTraits(operation).contains(.timer) else { return nil }
    switch operation {
    case "timeout": return facts.created
    case "retry": return pauseStart(facts)
    default:
      guard facts.from != 0 else { return facts.created }
      guard state(of: facts.from) == .fulfilled else { return nil }
      return settledTime(of: facts.from).map { max(facts.created, $0) }
    }
  }

  /// When the running timer of a pending promise is up, in nanoseconds since the log's start.
  ///
  /// - Parameter id: The promise.
  /// - Returns: Nil if no timer runs, or the log does not have its duration. The moment may have passed: then the timer is late.
  /// - Complexity: O(1).
  public func deadline(of id: PromiseID) -> Int64? {
    guard let facts = facts(id), let timer = facts.timer, let start = timerStart(facts) else { return nil }
    let (moment, hasOverflowed) = start.addingReportingOverflow(timer)
    return hasOverflowed ? .max : moment
  }

  /// When the latest attempt of a `retry` was rejected.
  private func pauseStart(_ facts: NodeFacts) -> Int64? {
    let row = rows.row(of: facts.id, in: ids)
    guard row != .none, links[Int(row)].inputs != .max else { return nil }
    let attempt = edges[Int(links[Int(row)].inputs)].promise
    guard let attempt = self.facts(ids[Int(attempt)]), attempt.isRejected else { return nil }
    return attempt.settled
  }
}
