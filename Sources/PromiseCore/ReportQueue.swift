// Orders the progress reports that several threads make for one promise, and keeps their fractions from decreasing.

/// A queue of reports, delivered one at a time.
///
/// Not synchronized: the owner protects it with the lock under which it computes fractions, and delivers outside that lock. One thread at
/// a time has the turn to deliver; it also delivers the reports that other threads add meanwhile.
package struct ReportQueue: Sendable {
  /// The largest fraction so far.
  private var best = 0.0
  private var waiting: [PromiseProgress] = []
  /// The number of leading elements of `waiting` that have been delivered.
  private var delivered = 0
  private var isDelivering = false

  package init() {}

  /// Appends a report.
  ///
  /// - Parameter report: The report to deliver. A fraction below an earlier one is raised to that one.
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
  /// - Parameter hasTurn: Whether the caller received the previous report and therefore still has the turn.
  /// - Returns: The report; nil if another thread has the turn, or if no report is left, which ends the caller's turn.
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
