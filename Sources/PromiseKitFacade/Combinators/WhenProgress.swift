// WhenProgress: the `Progress` of `when(fulfilled:)`. If the calling thread has a current progress, each input is one unit of a child.
// Does nothing without a current progress.

import Foundation
import Synchronization

/// Counts settled inputs for the progress that was current when `when` was called.
///
/// One thread at a time sets the progress, outside the lock, because its observers are code of the program. A thread that counts an
/// input in the meantime leaves the update to that thread.
final class WhenProgress: @unchecked Sendable {
  private struct State {
    var completed: Int64 = 0
    var reported: Int64 = 0
    var isReporting = false
  }

  /// Changed only by the thread that reports.
  private let progress: Progress
  private let state = Mutex(State())

  /// Creates a child of the current progress; fails without one.
  init?(units: Int) {
    guard Progress.current() != nil else { return nil }
    progress = Progress(totalUnitCount: Int64(units))
    progress.isCancellable = false
  }

  /// Counts one more fulfilled input.
  func advance() { report { $0 + 1 } }

  /// Completes the progress after an input was rejected.
  func finish() {
    let total = progress.totalUnitCount
    report { _ in total }
  }

  private func report(_ count: (Int64) -> Int64) {
    let reports = state.withLock { state in
      state.completed = count(state.completed)
      defer { state.isReporting = true }
      return !state.isReporting
    }
    guard reports else { return }
    while let completed = next() { progress.completedUnitCount = completed }
  }

  /// The count that is not reported yet; nil if there is none, which ends the reporting.
  private func next() -> Int64? {
    state.withLock { state in
      guard state.reported != state.completed else {
        state.isReporting = false
        return nil
      }
      state.reported = state.completed
      return state.completed
    }
  }
}
