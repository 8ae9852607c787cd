// The queue of a manual executor: waiting bodies in order, timers by deadline. It stores them but runs none.
//
// Promises retain their executor, and the waiting bodies are promises. To avoid a reference cycle, they retain this queue and not the
// `ManualExecutor`, which is freed when the program releases it, and then closes the queue.

import PromiseTrace
import Synchronization

/// The part of a ``ManualExecutor`` that promises retain.
final class ManualQueue: Executor, @unchecked Sendable {
  struct Timer {
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
    /// The timers' deadlines as a binary heap, in which those of canceled timers remain while they are few or the minority.
    var deadlines: [Deadline] = []
    var lastOrder: UInt64 = 0
    /// Whether the executor is gone, so that nothing can run.
    var isClosed = false

    mutating func forgetCanceledDeadlines() {
      guard deadlines.count > 2 * timers.count + 64 else { return }
      deadlines = timers.map { Deadline(time: $1.deadline, order: $0) }.sorted()
    }
  }

  let clock: ManualClock
  private let state = Mutex(State())

  init(label: String, clock: ManualClock) {
    self.clock = clock
    super.init(label: label)
  }

  override func enqueue(_ job: consuming Job) { job.handOn { enqueue(node: $0) } }

  override func enqueue(node: Unmanaged<PromiseNode>) {
    let isClosed = state.withLock { state in
      guard !state.isClosed else { return true }
      if let tail = state.tail { tail._withUnsafeGuaranteedRef { $0.next = node } } else { state.head = node }
      state.tail = node
      return false
    }
    if isClosed { PromiseNode.discard(node) }
  }

  @discardableResult
  override func schedule(after seconds: Double, _ work: @escaping @Sendable () -> Void) -> ScheduledTimer {
    let order = state.withLock { state in
      state.lastOrder += 1
      guard !state.isClosed else { return state.lastOrder }
      let deadline = clock.now + UInt64(nanosecondsIn: seconds)
      state.timers[state.lastOrder] = Timer(deadline: deadline, work: work)
      state.deadlines.push(Deadline(time: deadline, order: state.lastOrder))
      return state.lastOrder
    }
    return Cancellation(queue: self, order: order)
  }

  /// Removes and returns the first body.
  func takeBody() -> Unmanaged<PromiseNode>? {
    state.withLock { state -> Unmanaged<PromiseNode>? in
      guard let first = state.head else { return nil }
      first._withUnsafeGuaranteedRef { node in
        state.head = node.next
        node.next = nil
      }
      if state.head == nil { state.tail = nil }
      return first
    }
  }

  /// Removes and returns the first body whose executor is not among `executors`.
  func takeBody(besides executors: [Executor?]) -> Unmanaged<PromiseNode>? {
    state.withLock { state -> Unmanaged<PromiseNode>? in
      var (before, next): (Unmanaged<PromiseNode>?, Unmanaged<PromiseNode>?) = (nil, state.head)
      while let node = next {
        let (executor, following) = node._withUnsafeGuaranteedRef { ($0.executor, $0.next) }
        guard executors.contains(where: { $0 === executor && $0 != nil }) else {
          node._withUnsafeGuaranteedRef { $0.next = nil }
          if let before { before._withUnsafeGuaranteedRef { $0.next = following } } else { state.head = following }
          if following == nil { state.tail = before }
          return node
        }
        (before, next) = (node, following)
      }
      return nil
    }
  }

  /// Removes and returns the earliest timer, unless its deadline is later than `limit`.
  func takeTimer(until limit: UInt64) -> Timer? {
    state.withLock { state in
      while let earliest = state.deadlines.first, earliest.time <= limit {
        state.deadlines.popFirst()
        if let timer = state.timers.removeValue(forKey: earliest.order) { return timer }
      }
      return nil
    }
  }

  /// Frees all waiting bodies and timers, and from now on every body that is enqueued.
  func close() {
    let (head, timers) = state.withLock { state in
      let waiting = (state.head, state.timers)
      state = State()
      state.isClosed = true
      return waiting
    }
    var rest = head
    while let node = rest {
      rest = node._withUnsafeGuaranteedRef { node in node.next.take() }
      PromiseNode.discard(node)
    }
    withExtendedLifetime(timers) {}
  }

  private struct Cancellation: ScheduledTimer {
    /// Weak, because a timer's work may retain its own cancellation.
    weak var queue: ManualQueue?
    let order: UInt64

    func cancel() {
      // Released outside the lock, because the work may hold user objects.
      let canceled = queue?.state.withLock { state in
        defer { state.forgetCanceledDeadlines() }
        return state.timers.removeValue(forKey: order)
      }
      withExtendedLifetime(canceled) {}
    }
  }
}

/// An array as a binary heap, with the smallest element first.
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

extension UInt64 {
  /// The nanoseconds in a number of seconds, of which 3 * 0.6 are not quite 1.8; 0 for negative numbers and NaN.
  init(nanosecondsIn seconds: Double) { self = seconds > 0 ? UInt64((Swift.min(seconds, 1e9) * 1e9).rounded()) : 0 }
}
