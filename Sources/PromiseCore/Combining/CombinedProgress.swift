// The combined progress of several inputs: the mean of their fractions, which never decreases. The sum and the number of open inputs
// change under one lock, so that no input is counted twice. Independent of the combinator that uses it.

import PromiseTrace
import Synchronization

/// The combined progress of several promises.
///
/// An input that has settled counts as 1, one that has not reported anything as 0.
struct CombinedProgress: ~Copyable, Sendable {
  // Not private: Swift 6.3 fails to compile a class with a noncopyable member that has a private type.
  struct State {
    /// The latest fraction of each open input that has reported one; `sum` is their sum.
    var fractions: [Int: Double] = [:]
    var sum = 0.0
    var reports = ReportQueue()
  }

  private let count: Int
  private let open: Atomic<Int>
  private let hasReports = Atomic<Bool>(false)
  private let state = Mutex(State())

  init(inputs count: Int) {
    self.count = count
    open = Atomic(count)
  }

  /// Counts one input as settled.
  ///
  /// Costs one atomic operation, unless `isWatched` is true or an input has reported before.
  ///
  /// - Parameters:
  ///   - index: The index of the input.
  ///   - isWatched: Whether to add a report even if no input has reported.
  /// - Returns: The number of inputs that are still open, and whether there is a report to deliver; see ``next(hasTurn:)``.
  func settled(_ index: Int, isWatched: Bool) -> (open: Int, hasReport: Bool) {
    // An input reports only before it settles, so its fraction is always removed here.
    guard isWatched || hasReports.load(ordering: .relaxed) else { return (countDown(), false) }
    return state.withLock { state in
      state.sum -= state.fractions.removeValue(forKey: index) ?? 0
      let open = countDown()
      if open > 0 { add(stage: "\(count - open)/\(count)", along: ReportTrail(), to: &state) }
      return (open, open > 0)
    }
  }

  /// Adds an input's report; the caller then delivers the combined report, see ``next(hasTurn:)``.
  ///
  /// - Parameters:
  ///   - report: The report of the input.
  ///   - index: The index of the input, which must not have settled.
  ///   - trail: The inputs that the report has passed.
  /// - Returns: False if the report stems from the combined report that is being delivered: the input waits for the combined promise.
  func add(_ report: PromiseProgress, of index: Int, along trail: ReportTrail) -> Bool {
    hasReports.store(true, ordering: .relaxed)
    return state.withLock { state in
      guard !state.reports.isDelivering(along: trail) else { return false }
      if let fraction = report.fraction {
        state.sum += fraction - (state.fractions.updateValue(fraction, forKey: index) ?? 0)
      }
      add(stage: report.stage, along: trail, to: &state)
      return true
    }
  }

  /// Takes the next combined report to deliver; see ``ReportQueue/next(hasTurn:)``.
  func next(hasTurn: Bool) -> QueuedReport? { state.withLock { $0.reports.next(hasTurn: hasTurn) } }

  private func countDown() -> Int { open.subtract(1, ordering: .acquiringAndReleasing).newValue }

  private func add(stage: String?, along trail: ReportTrail, to state: inout State) {
    let done = Double(count - open.load(ordering: .relaxed))
    let fraction = (done + max(0, state.sum)) / Double(count)
    state.reports.add(PromiseProgress(fraction: fraction, stage: stage), along: trail)
  }
}
