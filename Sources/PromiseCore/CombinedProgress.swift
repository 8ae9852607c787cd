// The progress of many inputs as one: the mean of their fractions. Owns the sums; refuses to know what the inputs are combined for.

import PromiseTrace
import Synchronization

/// How far several promises are together.
///
/// An input that is fulfilled counts as done, one that has reported nothing as not begun.
package struct CombinedProgress: ~Copyable, Sendable {
  private let count: Int
  private let hasReports = Atomic<Bool>(false)
  /// The last fraction of each pending input that has reported one, and their sum.
  private let state = Mutex<(fractions: [Int: Double], sum: Double)>(([:], 0))

  package init(inputs count: Int) { self.count = count }

  /// What an input's report means for all.
  ///
  /// - Parameters:
  ///   - progress: The input's own.
  ///   - index: Which input.
  ///   - done: How many inputs are fulfilled.
  /// - Returns: The progress of the combined promise.
  package func combine(_ progress: PromiseProgress, of index: Int, done: Int) -> PromiseProgress {
    hasReports.store(true, ordering: .relaxed)
    let sum = state.withLock { state in
      if let fraction = progress.fraction {
        state.sum += fraction - (state.fractions.updateValue(fraction, forKey: index) ?? 0)
      }
      return state.sum
    }
    return PromiseProgress(fraction: (Double(done) + sum) / Double(count), stage: progress.stage)
  }

  /// Reports that one more input is fulfilled, if anybody watches, or an input has reported before.
  package func fulfilled(_ index: Int, done: Int, to promise: PromiseNode) {
    guard promise.isWatched || hasReports.load(ordering: .relaxed) else { return }
    let sum = state.withLock { state in
      state.sum -= state.fractions.removeValue(forKey: index) ?? 0
      return max(0, state.sum)
    }
    promise.report(PromiseProgress(fraction: (Double(done) + sum) / Double(count), stage: "\(done)/\(count)"))
  }
}
