// Virtual time: everything on one thread, in one order, as often as one likes.

import CPromiseTrace
import PromiseTrace
import Synchronization

/// An executor and a clock that move only when told to.
///
/// Bound to a thread with ``bind(_:)``, it stands in for every queue there: queues become labels, timers its own, and the order of
/// events is the same each time. Any thread may enqueue; one thread runs it.
public final class ManualExecutor: Executor, @unchecked Sendable {
  private struct Timer {
    var deadline: UInt64
    var work: @Sendable () -> Void
  }

  private struct Deadline: Comparable {
    var time: UInt64
    var order: UInt64

    static func < (left: Deadline, right: Deadline) -> Bool { (left.time, left.order) < (right.time, right.order) }
  }

  private struct State: @unchecked Sendable {
    var head: Unmanaged<PromiseNode>?
    var tail: Unmanaged<PromiseNode>?
    var timers: [UInt64: Timer] = [:]
    /// The timers' deadlines, a binary heap; cancelled ones stay until they come up.
    var deadlines: [Deadline] = []
    var lastOrder: UInt64 = 0
  }

  /// Its clock; give it to a ``Tracer`` as `.manual(clock)`.
  public let clock: ManualClock
  private let state = Mutex(State())

  /// Creates an executor with nothing to do.
  ///
  /// - Parameters:
  ///   - label: The name that the log shows for bodies enqueued here directly.
  ///   - clock: The clock to move.
  public init(label: String = "manual", clock: ManualClock = ManualClock()) {
    self.clock = clock
    super.init(label: label)
  }

  deinit {
    var rest = state.withLock { $0.head }
    while let node = rest {
      rest = node._withUnsafeGuaranteedRef { $0.next }
      node.release()
    }
  }

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

  package override func enqueue(node: Unmanaged<PromiseNode>) {
    state.withLock { state in
      if let tail = state.tail { tail._withUnsafeGuaranteedRef { $0.next = node } } else { state.head = node }
      state.tail = node
    }
  }

  /// Puts `job` behind the others.
  public override func enqueue(_ job: consuming Job) { enqueue(node: job.take()) }

  /// Runs `work` when the clock has been moved `seconds` on.
  @discardableResult
  public override func schedule(after seconds: Double, _ work: @escaping @Sendable () -> Void) -> ScheduledTimer {
    let order = state.withLock { state in
      state.lastOrder += 1
      let wait = seconds > 0 ? UInt64(min(seconds, 1e9) * 1e9) : 0
      let deadline = clock.now + wait
      state.timers[state.lastOrder] = Timer(deadline: deadline, work: work)
      state.deadlines.push(Deadline(time: deadline, order: state.lastOrder))
      return state.lastOrder
    }
    return Cancellation(executor: self, order: order)
  }

  // MARK: Running

  /// Runs one body that is ready.
  ///
  /// - Returns: False if there was none.
  @discardableResult
  public func step() -> Bool {
    let node = state.withLock { state -> Unmanaged<PromiseNode>? in
      guard let first = state.head else { return nil }
      first._withUnsafeGuaranteedRef { node in
        state.head = node.next
        node.next = nil
      }
      if state.head == nil { state.tail = nil }
      return first
    }
    guard let node else { return false }
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
    while let timer = nextTimer(until: limit) {
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
      guard let timer = nextTimer(until: .max) else { return }
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

  private func nextTimer(until limit: UInt64) -> Timer? {
    state.withLock { state in
      while let earliest = state.deadlines.first, earliest.time <= limit {
        state.deadlines.popFirst()
        if let timer = state.timers.removeValue(forKey: earliest.order) { return timer }
      }
      return nil
    }
  }

  private struct Cancellation: ScheduledTimer {
    /// Weak, because a timer's work may hold what cancels it.
    weak var executor: ManualExecutor?
    let order: UInt64

    func cancel() {
      _ = executor?.state.withLock { $0.timers.removeValue(forKey: order) }
    }
  }
}

/// An array as a binary heap: the smallest element first.
extension Array where Element: Comparable {
  fileprivate mutating func push(_ element: Element) {
    append(element)
    var index = count - 1
    while index > 0, self[index] < self[(index - 1) / 2] {
      swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  fileprivate mutating func popFirst() {
    swapAt(0, count - 1)
    removeLast()
    var index = 0
    while 2 * index + 1 < count {
      var child = 2 * index + 1
      if child + 1 < count, self[child + 1] < self[child] { child += 1 }
      guard self[child] < self[index] else { return }
      swapAt(index, child)
      index = child
    }
  }
}
