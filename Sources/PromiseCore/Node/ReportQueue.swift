// Orders the progress reports that several threads make for one promise, and keeps their fractions from decreasing. Owns the trail of a
// report, too, because of which it passes each input of a combined promise once.

import Synchronization

/// The progress of the work behind a pending promise.
public struct PromiseProgress: Hashable, Sendable {
  /// The completed fraction, from 0 to 1; nil if unknown.
  public var fraction: Double?
  /// A description of the current step, for display.
  public var stage: String?

  /// Creates a progress value.
  ///
  /// - Parameters:
  ///   - fraction: The completed fraction; clamped to 0...1. NaN means unknown.
  ///   - stage: A description of the current step.
  public init(fraction: Double? = nil, stage: String? = nil) {
    self.fraction = fraction.flatMap { $0.isNaN ? nil : min(max($0, 0), 1) }
    self.stage = stage
  }
}

/// The inputs of combined promises that one report has passed.
///
/// Promises may wait for one another in a circle, as `any([p, q])` and a `p` that follows it do. A report of `q` reaches `any` and `p`, and
/// must not go around. Any thread may call it: the thread that has the turn also delivers the reports that other threads add.
package final class ReportTrail: Sendable {
  private static let lastNumber = Atomic<UInt>(0)
  private let passed = Mutex<Set<UInt>>([])

  package init() {}

  /// A number that no other input has.
  static func newNumber() -> UInt { lastNumber.add(1, ordering: .relaxed).newValue }

  /// Passes an input.
  ///
  /// - Returns: False if the report has passed it before.
  func pass(_ number: UInt) -> Bool { passed.withLock { $0.insert(number).inserted } }
}

/// A report on its way.
package struct QueuedReport: Sendable {
  package var progress: PromiseProgress
  let trail: ReportTrail

  package init(_ progress: PromiseProgress, _ trail: ReportTrail) { (self.progress, self.trail) = (progress, trail) }
}

/// A queue of reports, delivered one at a time.
///
/// Not synchronized: the owner protects it with the lock under which it computes fractions, and delivers outside that lock. One thread at
/// a time has the turn to deliver; it also delivers the reports that other threads add meanwhile.
package struct ReportQueue: Sendable {
  /// The largest fraction so far.
  private var best = 0.0
  private var waiting: [QueuedReport] = []
  /// The number of leading elements of `waiting` that have been delivered.
  private var delivered = 0
  private var isDelivering = false

  package init() {}

  /// Whether a report that is being delivered came along a trail, so that another one along it has come around a circle.
  func isDelivering(along trail: ReportTrail) -> Bool {
    isDelivering && waiting[delivered - 1].trail === trail
  }

  /// Appends a report, or replaces one along the same trail that waits.
  ///
  /// - Parameters:
  ///   - report: The report to deliver. A fraction below an earlier one is raised to that one.
  ///   - trail: The inputs that the report has passed.
  package mutating func add(_ report: PromiseProgress, along trail: ReportTrail = ReportTrail()) {
    var report = report
    if let fraction = report.fraction {
      best = max(best, fraction)
      report.fraction = best
    }
    if delivered < waiting.count, waiting[waiting.count - 1].trail === trail { waiting.removeLast() }
    waiting.append(QueuedReport(report, trail))
  }

  /// Takes the next report to deliver.
  ///
  /// - Parameter hasTurn: Whether the caller received the previous report and therefore still has the turn.
  /// - Returns: The report; nil if another thread has the turn, or if no report is left, which ends the caller's turn.
  package mutating func next(hasTurn: Bool) -> QueuedReport? {
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
