// The order in which watchers get reports that several threads make. Owns that order, and that no fraction is below an earlier one;
// refuses to know what the reports are about.

/// Reports that wait to be delivered, one at a time.
///
/// Not synchronized: its owner keeps it behind a lock, adds a report while it holds the lock under which the fraction was computed, and
/// delivers outside that lock. One thread at a time has the turn to deliver; what other threads add meanwhile is delivered by that one.
package struct ReportQueue: Sendable {
  /// The highest fraction so far.
  private var best = 0.0
  private var waiting: [PromiseProgress] = []
  /// The number of those that have been delivered.
  private var delivered = 0
  private var isDelivering = false

  package init() {}

  /// Adds a report behind the others.
  ///
  /// - Parameter report: What to deliver. A fraction below an earlier one is raised to that one.
  package mutating func add(_ report: PromiseProgress) {
    var report = report
    if let fraction = report.fraction {
      best = max(best, fraction)
      report.fraction = best
    }
    waiting.append(report)
  }

  /// Takes the next report to deliver.
  ///
  /// - Parameter hasTurn: Whether the caller got the report before from here, so that the turn is still its own.
  /// - Returns: The report; nil where another thread has the turn, or no report is left, which gives up the turn.
  package mutating func next(hasTurn: Bool) -> PromiseProgress? {
    guard hasTurn || !isDelivering else { return nil }
    isDelivering = delivered < waiting.count
    guard isDelivering else {
      waiting.removeAll(keepingCapacity: true)
      delivered = 0
      return nil
    }
    delivered += 1
    return waiting[delivered - 1]
  }
}
