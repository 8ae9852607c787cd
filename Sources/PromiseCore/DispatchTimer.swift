// A one-shot timer on a dispatch queue that lets go of its work as soon as it is cancelled.

import CPromiseTrace
import Dispatch
import Synchronization

final class DispatchTimer: ScheduledTimer {
  private let work: Mutex<(@Sendable () -> Void)?>

  private init(_ work: @escaping @Sendable () -> Void) {
    self.work = Mutex(work)
  }

  /// Runs `work` on `queue` after `seconds`; NaN and what is not positive mean now.
  static func schedule(
    after seconds: Double, on queue: DispatchQueue, _ work: @escaping @Sendable () -> Void
  ) -> ScheduledTimer {
    let timer = DispatchTimer(work)
    // Dispatch keeps a block until its deadline; the block keeps no more than an empty timer once it is cancelled.
    psWorkBegins()
    let wait = seconds > 0 ? min(seconds, 1e9) : 0
    queue.asyncAfter(deadline: .now() + wait) { timer.fire() }
    return timer
  }

  func cancel() {
    // The work is let go of outside the lock: it may be the last to know of a promise.
    guard work.withLock({ $0.take() }) != nil else { return }
    psWorkEnds()
  }

  private func fire() {
    guard let work = work.withLock({ $0.take() }) else { return }
    work()
    psWorkEnds()
  }
}
