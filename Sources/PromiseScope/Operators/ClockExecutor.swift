// Owns the executor that takes its time from a Swift clock.

import PromiseCore

extension PromiseExecutor {
  /// Creates an executor whose delays, timeouts and retries wait on a clock instead of a timer of Dispatch.
  ///
  /// ```swift
  /// let tea = Promise("tea").delay(on: .clock(ContinuousClock()), for: .milliseconds(1))
  /// ```
  ///
  /// - Parameters:
  ///   - clock: The clock; a test passes one that it advances.
  ///   - base: The executor that runs handlers.
  /// - Returns: A new executor.
  public static func clock(_ clock: some Clock<Duration>, on base: PromiseExecutor = .standard) -> PromiseExecutor {
    ClockExecutor(clock, on: base)
  }
}

private final class ClockExecutor<Time: Clock>: Executor, @unchecked Sendable where Time.Duration == Duration {
  /// The longest wait, about 30 years, because a duration cannot hold every number of seconds.
  private static var longest: Double { 1e9 }

  private let clock: Time
  private let base: Executor

  init(_ clock: Time, on base: Executor) {
    self.clock = clock
    self.base = base.holdable
    super.init(label: base.label)
  }

  override func enqueue(_ job: consuming Job) { base.enqueue(job) }

  override func schedule(after seconds: Double, _ work: @escaping @Sendable () -> Void) -> ScheduledTimer {
    // The order makes NaN zero.
    let wait = Duration.seconds(min(max(0, seconds), Self.longest))
    // Read here, because the task may start late.
    let deadline = clock.now.advanced(by: wait)
    return ClockTimer(
      task: Task { [clock] in
        guard (try? await clock.sleep(until: deadline, tolerance: nil)) != nil else { return }
        work()
      })
  }
}

private struct ClockTimer: ScheduledTimer {
  let task: Task<Void, Never>

  func cancel() { task.cancel() }
}
