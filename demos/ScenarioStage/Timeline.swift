// Schedules the scripted work of a scenario. Owns the timers that have not fired. Only `compute` depends on the kind of clock.

import PromiseCore
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Runs closures later, on an executor's clock: Dispatch's for a live run, a manual one for a virtual run.
///
/// Any thread may call it.
package final class Timeline: Sendable {
  private let executor: Executor
  private let speed: Double
  private let timers = Mutex<[any ScheduledTimer]>([])

  /// - Parameters:
  ///   - executor: Provides the clock and the thread.
  ///   - speed: 2 halves every delay; values that are not above 0 count as 1.
  package init(on executor: Executor, speed: Double = 1) {
    self.executor = executor
    self.speed = speed > 0 ? speed : 1
  }

  /// Runs `body` after some seconds, unless ``cancelAll()`` is called first.
  package func after(_ seconds: Double, _ body: @escaping @Sendable () -> Void) {
    timers.withLock { timers in
      timers.append(executor.schedule(after: seconds / speed, body))
    }
  }

  /// Runs `body` as soon as possible, also after ``cancelAll()``.
  package func perform(_ body: @escaping @Sendable () -> Void) { _ = executor.schedule(after: 0, body) }

  /// A duration in seconds at this speed, for operators that have timers of their own.
  package func paced(_ seconds: Double) -> Double { seconds / speed }

  /// Occupies the calling thread for some seconds, as a computation does; on a manual clock, time passes instead.
  package func compute(_ seconds: Double) {
    let seconds = max(0, seconds / speed)
    if let manual = executor as? ManualExecutor { manual.compute(seconds) } else { usleep(UInt32(seconds * 1e6)) }
  }

  package func cancelAll() {
    let waiting = timers.withLock { timers in
      defer { timers = [] }
      return timers
    }
    for timer in waiting { timer.cancel() }
  }
}
