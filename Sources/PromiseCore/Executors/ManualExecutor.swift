// An executor with virtual time, which runs bodies and timers on one thread in a reproducible order. It decides when each runs;
// `ManualQueue` stores those that are waiting.

import CPromiseRuntime
import PromiseTrace
import Synchronization

/// An executor with a clock of its own, both of which advance only when the program asks for it.
///
/// While it is bound to a thread with ``bind(_:)``, it replaces every queue on that thread: bodies and timers for any queue go to it, and
/// events occur in the same order in each run. Any thread may enqueue; one thread at a time may run it.
///
/// Promises don't keep it alive. When the program releases it, the waiting bodies and timers are freed and never run. Only a timer whose
/// closure captures the executor keeps it alive: capture it weakly, or cancel the timer.
public final class ManualExecutor: Executor, @unchecked Sendable {
  /// The executor's clock; pass it to a ``Tracer`` as `.manual(clock)` to record virtual times.
  public let clock: ManualClock
  private let queue: ManualQueue
  /// The executors of the bodies that compute now (`ManualExecutor+Occupying`), which run no other body; used by the running thread only.
  package var occupied: [Executor?] = []
  /// Whether the main queue runs one body at a time even if that body waits for another one, as it does outside of virtual time.
  package var servesMainOnce = false

  /// Creates an executor with an empty queue.
  ///
  /// - Parameters:
  ///   - label: The name recorded in the log for bodies that are enqueued on this executor directly.
  ///   - clock: The clock to advance.
  public init(label: String = "manual", clock: ManualClock = ManualClock()) {
    self.clock = clock
    queue = ManualQueue(label: label, clock: clock)
    super.init(label: label, heldAs: queue)
  }

  deinit { queue.close() }

  // MARK: Replacing queues

  /// The manual executor bound to the calling thread.
  package static var bound: ManualExecutor? {
    psCurrentThread().pointee.manualExecutor.map { Unmanaged<ManualExecutor>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Runs `body` while this executor replaces every queue on the calling thread.
  ///
  /// - Parameter body: The closure to run, before this call returns.
  /// - Returns: The result of `body`.
  /// - Throws: The error that `body` throws.
  public func bind<Result>(_ body: () throws -> Result) rethrows -> Result {
    let outer = psCurrentThread().pointee.manualExecutor
    psCurrentThread().pointee.manualExecutor = Unmanaged.passUnretained(self).toOpaque()
    defer { psCurrentThread().pointee.manualExecutor = outer }
    return try withExtendedLifetime(self) { try body() }
  }

  package override func enqueue(node: Unmanaged<PromiseNode>) { queue.enqueue(node: node) }

  /// Appends `job` to the queue.
  public override func enqueue(_ job: consuming Job) { job.handOn { queue.enqueue(node: $0) } }

  /// Runs `work` once the clock has advanced by `seconds`.
  @discardableResult
  public override func schedule(after seconds: Double, _ work: @escaping @Sendable () -> Void) -> ScheduledTimer {
    queue.schedule(after: seconds, work)
  }

  // MARK: Running

  /// Runs the first body in the queue.
  ///
  /// - Returns: False if the queue was empty.
  @discardableResult
  public func step() -> Bool {
    guard let node = occupied.isEmpty ? queue.takeBody() : queue.takeBody(besides: occupied) else { return false }
    bind { PromiseNode.perform(node) }
    return true
  }

  /// Advances the clock to the first timer that is due at or before `limit`, and fires it.
  ///
  /// - Returns: False if there is none.
  package func fireTimer(until limit: UInt64) -> Bool {
    guard let timer = queue.takeTimer(until: limit) else { return false }
    clock.advance(to: timer.deadline)
    bind { timer.work() }
    return true
  }

  /// Runs every body in the queue, including those that are enqueued meanwhile, without advancing the clock.
  public func runReady() {
    while step() {}
  }

  /// Runs every body in the queue, advances the clock to the earliest timer, and repeats until no body or timer is left.
  ///
  /// - Parameter limit: The clock reading, in nanoseconds, at which to stop.
  public func run(until limit: UInt64 = .max) {
    runReady()
    while fireTimer(until: limit) { runReady() }
    if limit != .max { clock.advance(to: limit) }
  }

  /// Runs bodies and timers like ``run(until:)`` while `condition` holds; for callers that wait inside a reaction.
  package func run(while condition: () -> Bool) {
    while condition() {
      // A reaction further up this stack is draining, so settlements that occur here were postponed.
      defer { Drain.flush() }
      if step() { continue }
      guard fireTimer(until: .max) else { return }
    }
  }

  /// Advances the clock by `seconds` and runs each timer on the way at its deadline.
  ///
  /// - Parameter seconds: The time to advance by, in seconds. Negative numbers and NaN leave the clock unchanged.
  public func advance(by seconds: Double) {
    run(until: clock.now + UInt64(nanosecondsIn: seconds))
  }
}
