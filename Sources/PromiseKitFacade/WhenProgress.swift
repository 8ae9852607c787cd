// The `Progress` that `when(fulfilled:)` contributes to: if the caller has made one current, the inputs are its units.
// Owns the counting; without a current progress there is nothing to count.

import Foundation
import Synchronization

/// Counts settled inputs for the progress that was current when they began to be waited for.
final class WhenProgress: Sendable {
  // Touched under the lock only.
  private struct Guarded: @unchecked Sendable {
    let progress: Progress
  }

  private let guarded: Mutex<Guarded>

  /// Joins the current progress, if there is one.
  init?(units: Int) {
    guard Progress.current() != nil else { return nil }
    let progress = Progress(totalUnitCount: Int64(units))
    progress.isCancellable = false
    progress.isPausable = false
    guarded = Mutex(Guarded(progress: progress))
  }

  /// One more input is fulfilled.
  func advance() { guarded.withLock { $0.progress.completedUnitCount += 1 } }

  /// An input is rejected: there is nothing to wait for any more.
  func finish() { guarded.withLock { $0.progress.completedUnitCount = $0.progress.totalUnitCount } }
}
