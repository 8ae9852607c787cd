// A one-shot timer on a dispatch queue that releases its work as soon as it is canceled.

import CPromiseRuntime
import Dispatch
import Synchronization

final class DispatchTimer: ScheduledTimer {
  private let work: Mutex<(@Sendable () -> Void)?>

  private init(_ work: @escaping @Sendable () -> Void) {
    self.work = Mutex(work)
  }

  /// Runs `work` on `queue` after `seconds`; NaN and numbers that are not positive mean no delay.
  static func schedule(
    after seconds: Double, on queue: DispatchQueue, _ work: @escaping @Sendable () -> Void
  ) -> ScheduledTimer {
    let timer = DispatchTimer(work)
    // Dispatch retains a block until its deadline, but once canceled, this block retains only an empty timer.
    psWorkBegins()
    let wait = seconds > 0 ? min(seconds, 1e9) : 0
    queue.asyncAfter(deadline: .now() + wait) { timer.fire() }
    return timer
  }

  func cancel() {
    // Released outside the lock: the work may hold the last reference to a promise.
    guard work.withLock({ $0.take() }) != nil else { return }
    psWorkEnds()
  }

  private func fire() {
    guard let work = work.withLock({ $0.take() }) else { return }
    work()
    psWorkEnds()
  }
}
