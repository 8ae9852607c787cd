// The equipment of all contestants: queues, event loops, waiting, and sums that verify the work.

import Dispatch
import NIOCore
import NIOPosix
import PromiseScope
import Synchronization

/// The queues and event loops, shared by all contestants.
enum Stage {
  static let serial = DispatchQueue(label: "serial")
  static let concurrent = DispatchQueue(label: "concurrent", attributes: .concurrent)
  static let serialBatches = PromiseExecutor.batched(serial)
  static let concurrentBatches = PromiseExecutor.batched(concurrent)
  /// Two event loops, as in most programs on two cores; a future stays on one of them.
  static let loops = MultiThreadedEventLoopGroup(numberOfThreads: 2)
  /// The loop for workloads on a single thread.
  static let loop = loops.next()

  /// Runs `work` on the thread of ``loop``, where callbacks of futures run without a hop, and waits for it.
  static func onLoop(_ work: @escaping () -> Void) {
    let (done, work) = (DispatchSemaphore(value: 0), Unchecked(work))
    loop.execute {
      work.value()
      done.signal()
    }
    done.wait()
  }

  /// Waits until both loops have completed all work enqueued so far.
  static func settleLoops() {
    let tally = Tally(until: 2)
    for loop in loops.makeIterator() { loop.execute { tally.add(1) } }
    tally.wait()
  }

  /// Runs `work` as a task and waits for it.
  static func inTask(_ work: @escaping @Sendable () async -> Void) {
    let done = DispatchSemaphore(value: 0)
    Task {
      await work()
      done.signal()
    }
    done.wait()
  }

  /// Runs both closures at the same time on separate threads, and waits for both.
  static func together(_ one: @escaping () -> Void, _ other: @escaping () -> Void) {
    let (done, other) = (DispatchSemaphore(value: 0), Unchecked(other))
    let ready = Ready()
    DispatchQueue.global().async {
      ready.wait()
      other.value()
      done.signal()
    }
    ready.wait()
    one()
    done.wait()
  }
}

/// The counterpart of a serial queue for tasks.
@globalActor
actor Serial {
  static let shared = Serial()
}

/// Adds values from handlers on any thread, and wakes the waiting thread when the sum reaches its goal.
final class Tally: Sendable {
  private let sum = Atomic<Int>(0)
  private let goal: Int
  private let reached = DispatchSemaphore(value: 0)

  /// - Parameter goal: The sum of all values, each of which must be positive.
  init(until goal: Int) { self.goal = goal }

  func add(_ value: Int) {
    if sum.add(value, ordering: .acquiringAndReleasing).newValue == goal { reached.signal() }
  }

  /// Waits for the goal, and traps if the sum exceeds it.
  ///
  /// A sum that skips its goal waits forever.
  func wait() {
    reached.wait()
    precondition(sum.load(ordering: .acquiring) == goal)
  }
}

/// Adds values from handlers on one thread.
final class Sum: @unchecked Sendable {
  var value = 0
}

/// Makes a value Sendable whose synchronization the benchmark guarantees.
struct Unchecked<Value>: @unchecked Sendable {
  let value: Value
  init(_ value: Value) { self.value = value }
}

/// Lets two threads start at the same time.
private final class Ready: Sendable {
  private let count = Atomic<Int>(0)

  func wait() {
    count.add(1, ordering: .acquiringAndReleasing)
    while count.load(ordering: .acquiring) < 2 {}
  }
}
