// The progress of many inputs as one: the mean of their fractions, which never falls. Owns the sums and the count of open inputs, which
// change under one lock, so that no input is ever counted twice; refuses to know what the inputs are combined for.

import PromiseTrace
import Synchronization

/// How far several promises are together.
///
/// An input that has settled counts as done, one that has reported nothing as not started.
struct CombinedProgress: ~Copyable, Sendable {
  // Not private: Swift 6.3 fails to compile a class with a noncopyable member that has a private type.
  struct State {
    /// The last fraction of each open input that has reported one, and their sum.
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
  /// Costs one atomic step, unless `isWatched` or an input has reported before.
  ///
  /// - Parameters:
  ///   - index: Which input.
  ///   - isWatched: Whether to report it even if no input has reported.
  /// - Returns: The number of inputs that are still open, and whether there is a report to deliver; see ``next(hasTurn:)``.
  func settled(_ index: Int, isWatched: Bool) -> (open: Int, hasReport: Bool) {
    // An input's own report came before, if there was one: so its fraction is always taken out here.
    guard isWatched || hasReports.load(ordering: .relaxed) else { return (countDown(), false) }
    return state.withLock { state in
      state.sum -= state.fractions.removeValue(forKey: index) ?? 0
      let open = countDown()
      if open > 0 { add(stage: "\(count - open)/\(count)", to: &state) }
      return (open, open > 0)
    }
  }

  /// Takes in an input's report; the combined one is to be delivered, see ``next(hasTurn:)``.
  ///
  /// - Parameters:
  ///   - report: The input's own.
  ///   - index: Which input; it must not have settled.
  func add(_ report: PromiseProgress, of index: Int) {
    hasReports.store(true, ordering: .relaxed)
    state.withLock { state in
      if let fraction = report.fraction {
        state.sum += fraction - (state.fractions.updateValue(fraction, forKey: index) ?? 0)
      }
      add(stage: report.stage, to: &state)
    }
  }

  /// Takes the next combined report to deliver; see ``ReportQueue/next(hasTurn:)``.
  func next(hasTurn: Bool) -> PromiseProgress? { state.withLock { $0.reports.next(hasTurn: hasTurn) } }

  private func countDown() -> Int { open.subtract(1, ordering: .acquiringAndReleasing).newValue }

  private func add(stage: String?, to state: inout State) {
    let done = Double(count - open.load(ordering: .relaxed))
    state.reports.add(PromiseProgress(fraction: (done + max(0, state.sum)) / Double(count), stage: stage))
  }
}
