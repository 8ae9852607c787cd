// WhenProgress: the `Progress` of `when(fulfilled:)`. If the calling thread has a current progress, each input is one unit of a child.
// Does nothing without a current progress.

import Foundation
import Synchronization

/// Counts settled inputs for the progress that was current when `when` was called.
final class WhenProgress: Sendable {
  // Accessed only under the lock.
  private struct Guarded: @unchecked Sendable {
    let progress: Progress
  }

  private let guarded: Mutex<Guarded>

  /// Creates a child of the current progress; fails without one.
  init?(units: Int) {
    guard Progress.current() != nil else { return nil }
    let progress = Progress(totalUnitCount: Int64(units))
    progress.isCancellable = false
    progress.isPausable = false
    guarded = Mutex(Guarded(progress: progress))
  }

  /// Counts one more fulfilled input.
  func advance() { guarded.withLock { $0.progress.completedUnitCount += 1 } }

  /// Completes the progress after an input was rejected.
  func finish() { guarded.withLock { $0.progress.completedUnitCount = $0.progress.totalUnitCount } }
}
