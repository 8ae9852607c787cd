// Timers on dispatch queues. Owns the heap of all timers of the process that wait, and the one source of Dispatch that fires for the first.
//
// Most timers are time limits that never fire. `asyncAfter` keeps its block until the deadline, even if it has nothing to do anymore: 468
// bytes for each, which is 280 MB in a server with 10,000 requests a second and a limit of a minute. Here, a canceled timer is removed at
// once, in O(log n) for n timers.

import CPromiseRuntime
import Dispatch
import Synchronization

/// A timer created by ``Executor/schedule(after:_:)``.
public protocol ScheduledTimer: Sendable {
  /// Cancels the timer, unless its work has already started.
  ///
  /// Any thread may call it, any number of times.
  func cancel()
}

/// A one-shot timer on a dispatch queue.
package final class DispatchTimer: ScheduledTimer, @unchecked Sendable {
  fileprivate let deadline: DispatchTime
  /// Increases with each timer, so that those with the same deadline fire in the order in which they were scheduled.
  fileprivate var order: UInt64 = 0
  /// The position in the heap; -1 if the timer does not wait there.
  ///
  /// Protected by the lock of the heap, as ``order`` is.
  fileprivate var position = -1
  private let queue: DispatchQueue
  private let work: Mutex<(@Sendable () -> Void)?>

  private init(_ deadline: DispatchTime, _ queue: DispatchQueue, _ work: @escaping @Sendable () -> Void) {
    self.deadline = deadline
    self.queue = queue
    self.work = Mutex(work)
  }

  /// Runs `work` on `queue` after `seconds`; NaN and numbers that are not positive mean no delay.
  static func schedule(
    after seconds: Double, on queue: DispatchQueue, _ work: @escaping @Sendable () -> Void
  ) -> ScheduledTimer {
    psWorkBegins()
    let timer = DispatchTimer(.now() + (seconds > 0 ? min(seconds, 1e9) : 0), queue, work)
    if seconds > 0 { TimerHeap.add(timer) } else { timer.submit() }
    return timer
  }

  /// The number of timers that wait, in the whole process.
  package static var waitingCount: Int { TimerHeap.count }

  package func cancel() {
    TimerHeap.remove(self)
    // Released outside the lock: the work may hold the last reference to a promise.
    guard work.withLock({ $0.take() }) != nil else { return }
    psWorkEnds()
  }

  /// Runs the work on the queue, unless the timer is canceled before.
  fileprivate func submit() { queue.async { self.fire() } }

  private func fire() {
    guard let work = work.withLock({ $0.take() }) else { return }
    work()
    psWorkEnds()
  }

  fileprivate func isDue(before other: DispatchTimer) -> Bool {
    deadline == other.deadline ? order < other.order : deadline < other.deadline
  }
}

/// The timers that wait, as a binary heap in which each timer knows its position.
///
/// Any thread may call it.
private enum TimerHeap {
  fileprivate struct State {
    var timers: [DispatchTimer] = []
    var lastOrder: UInt64 = 0
    /// When the source fires next; nil if it does not.
    var alarm: DispatchTime?
  }

  private static let state = Mutex(State())
  private static let queue = DispatchQueue(label: "PromiseScope.timers", qos: .userInitiated)
  /// Used only under the lock.
  nonisolated(unsafe) private static let source: any DispatchSourceTimer = {
    let source = DispatchSource.makeTimerSource(queue: queue)
    source.setEventHandler { fire() }
    source.activate()
    return source
  }()

  static var count: Int { state.withLock { $0.timers.count } }

  static func add(_ timer: DispatchTimer) {
    state.withLock { state in
      state.lastOrder += 1
      timer.order = state.lastOrder
      state.timers.append(timer)
      state.lift(timer, from: state.timers.count - 1)
      setAlarm(&state)
    }
  }

  static func remove(_ timer: DispatchTimer) {
    state.withLock { state in
      if timer.position >= 0 { state.remove(at: timer.position) }
    }
  }

  /// Submits the timers that are due.
  private static func fire() {
    let due = state.withLock { state in
      let now = DispatchTime.now()
      var due: [DispatchTimer] = []
      while let first = state.timers.first, first.deadline <= now {
        state.remove(at: 0)
        due.append(first)
      }
      state.alarm = nil
      setAlarm(&state)
      return due
    }
    for timer in due { timer.submit() }
  }

  /// Makes the source fire for the first timer, unless it fires before.
  ///
  /// It stays as it is if the first timer was canceled, because most timers are: then it fires once for nothing.
  private static func setAlarm(_ state: inout State) {
    guard let first = state.timers.first, state.alarm.map({ first.deadline < $0 }) ?? true else { return }
    state.alarm = first.deadline
    source.schedule(deadline: first.deadline)
  }
}

extension TimerHeap.State {
  fileprivate mutating func remove(at index: Int) {
    timers[index].position = -1
    let last = timers.removeLast()
    guard index < timers.count else { return }
    if index > 0, last.isDue(before: timers[(index - 1) / 2]) {
      lift(last, from: index)
    } else {
      sink(last, from: index)
    }
  }

  private mutating func put(_ timer: DispatchTimer, at index: Int) {
    timers[index] = timer
    timer.position = index
  }

  /// Puts a timer at an empty position or above it.
  fileprivate mutating func lift(_ timer: DispatchTimer, from start: Int) {
    var index = start
    while index > 0, timer.isDue(before: timers[(index - 1) / 2]) {
      put(timers[(index - 1) / 2], at: index)
      index = (index - 1) / 2
    }
    put(timer, at: index)
  }

  /// Puts a timer at an empty position or below it.
  private mutating func sink(_ timer: DispatchTimer, from start: Int) {
    var index = start
    while 2 * index + 1 < timers.count {
      var child = 2 * index + 1
      if child + 1 < timers.count, timers[child + 1].isDue(before: timers[child]) { child += 1 }
      guard timers[child].isDue(before: timer) else { break }
      put(timers[child], at: index)
      index = child
    }
    put(timer, at: index)
  }
}
