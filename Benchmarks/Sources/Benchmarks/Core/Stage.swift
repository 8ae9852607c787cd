// What all contestants stand on: queues, event loops, a way to wait, and sums that prove the work was done.

import Dispatch
import NIOCore
import NIOPosix
import PromiseScope
import Synchronization

/// Queues and loops, the same for everybody.
enum Stage {
  static let serial = DispatchQueue(label: "serial")
  static let concurrent = DispatchQueue(label: "concurrent", attributes: .concurrent)
  static let serialBatches = Executor.batched(serial)
  static let concurrentBatches = Executor.batched(concurrent)
  /// As many loops as most programs with two processors have; a future stays on one of them.
  static let loops = MultiThreadedEventLoopGroup(numberOfThreads: 2)
  /// The loop of those workloads that keep to one thread.
  static let loop = loops.next()

  /// Runs `work` on the thread of ``loop``, where futures call back without a hop, and waits for it.
  static func onLoop(_ work: @escaping () -> Void) {
    let (done, work) = (DispatchSemaphore(value: 0), Unchecked(work))
    loop.execute {
      work.value()
      done.signal()
    }
    done.wait()
  }

  /// Returns when the loops have done all they were told so far.
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

  /// Runs both at once, each on a thread of its own, and waits for both.
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

/// A global actor is what a serial queue is to tasks.
@globalActor
actor Serial {
  static let shared = Serial()
}

/// Adds up what handlers on any thread got, and wakes who waits once all of it is there.
final class Tally: Sendable {
  private let sum = Atomic<Int>(0)
  private let goal: Int
  private let reached = DispatchSemaphore(value: 0)

  /// - Parameter goal: The sum of everything that will be added, all of it positive.
  init(until goal: Int) { self.goal = goal }

  func add(_ value: Int) {
    if sum.add(value, ordering: .acquiringAndReleasing).newValue == goal { reached.signal() }
  }

  /// Waits; a sum that passes by its goal would wait for ever, and one beyond it stops the program.
  func wait() {
    reached.wait()
    precondition(sum.load(ordering: .acquiring) == goal)
  }
}

/// Adds up what handlers on one thread got.
final class Sum: @unchecked Sendable {
  var value = 0
}

/// Says of something that the benchmark itself sees to the threads.
struct Unchecked<Value>: @unchecked Sendable {
  let value: Value
  init(_ value: Value) { self.value = value }
}

/// Two threads that begin at the same time.
private final class Ready: Sendable {
  private let count = Atomic<Int>(0)

  func wait() {
    count.add(1, ordering: .acquiringAndReleasing)
    while count.load(ordering: .acquiring) < 2 {}
  }
}
