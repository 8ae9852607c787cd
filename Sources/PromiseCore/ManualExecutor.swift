// Virtual time: everything on one thread, in one order, as often as one likes. Owns when things run; what waits is `ManualQueue`'s.

import CPromiseTrace
import PromiseTrace
import Synchronization

/// An executor and a clock that move only when a program moves them.
///
/// Bound to a thread with ``bind(_:)``, it stands in for every queue there: queues become labels, timers its own, and the order of
/// events is the same each time. Any thread may enqueue; one thread runs it.
///
/// Promises don't keep it alive. When the program drops it, the bodies and timers that wait are freed and never run. The one thing that
/// keeps it alive is a timer whose closure the program wrote and which captures the executor: capture it weakly, or cancel the timer.
public final class ManualExecutor: Executor, @unchecked Sendable {
  /// Its clock; give it to a ``Tracer`` as `.manual(clock)`.
  public let clock: ManualClock
  private let queue: ManualQueue

  /// Creates an executor with nothing to do.
  ///
  /// - Parameters:
  ///   - label: The name that the log shows for bodies enqueued here directly.
  ///   - clock: The clock to move.
  public init(label: String = "manual", clock: ManualClock = ManualClock()) {
    self.clock = clock
    queue = ManualQueue(label: label, clock: clock)
    super.init(label: label, heldAs: queue)
  }

  deinit { queue.close() }

  // MARK: Standing in for queues

  /// The manual executor bound to the calling thread.
  package static var bound: ManualExecutor? {
    psCurrentThread().pointee.manualExecutor.map { Unmanaged<ManualExecutor>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Runs `body` with this executor standing in for every queue on the calling thread.
  ///
  /// - Parameter body: Runs at once.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
  public func bind<Result>(_ body: () throws -> Result) rethrows -> Result {
    let outer = psCurrentThread().pointee.manualExecutor
    psCurrentThread().pointee.manualExecutor = Unmanaged.passUnretained(self).toOpaque()
    defer { psCurrentThread().pointee.manualExecutor = outer }
    return try withExtendedLifetime(self) { try body() }
  }

  package override func enqueue(node: Unmanaged<PromiseNode>) { queue.enqueue(node: node) }

  /// Puts `job` behind the others.
  public override func enqueue(_ job: consuming Job) { job.handOn { queue.enqueue(node: $0) } }

  /// Runs `work` when the clock has been moved `seconds` on.
  @discardableResult
  public override func schedule(after seconds: Double, _ work: @escaping @Sendable () -> Void) -> ScheduledTimer {
    queue.schedule(after: seconds, work)
  }

  // MARK: Running

  /// Runs one body that is ready.
  ///
  /// - Returns: False if there was none.
  @discardableResult
  public func step() -> Bool {
    guard let node = queue.takeBody() else { return false }
    bind { PromiseNode.perform(node) }
    return true
  }

  /// Runs everything that is ready, and what becomes ready by that, without moving the clock.
  public func runReady() {
    while step() {}
  }

  /// Runs what is ready, moves the clock to the earliest timer, and so on, until nothing is left to do.
  ///
  /// - Parameter limit: The clock's reading, in nanoseconds, past which it is not moved.
  public func run(until limit: UInt64 = .max) {
    runReady()
    while let timer = queue.takeTimer(until: limit) {
      clock.advance(to: timer.deadline)
      bind { timer.work() }
      runReady()
    }
    if limit != .max { clock.advance(to: limit) }
  }

  /// Like ``run(until:)``, but only for as long as `condition` holds; for callers that wait inside a reaction.
  package func run(while condition: () -> Bool) {
    while condition() {
      // What settles here was put aside, for the reaction that waits further up this stack.
      defer { Drain.flush() }
      if step() { continue }
      guard let timer = queue.takeTimer(until: .max) else { return }
      clock.advance(to: timer.deadline)
      bind { timer.work() }
    }
  }

  /// Moves the clock by `seconds`, running what is due on the way at its own time.
  ///
  /// - Parameter seconds: How far; negative and NaN mean not at all.
  public func advance(by seconds: Double) {
    run(until: clock.now + (seconds > 0 ? UInt64(min(seconds, 1e9) * 1e9) : 0))
  }
}
