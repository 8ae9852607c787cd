// Bodies that take time in virtual time: while one computes, its queue is occupied and the bodies of other queues run. Owns that rule
// and the one for a body of the main queue that waits for the main queue. Used by the scenarios, whose virtual runs must match live ones.

import CPromiseRuntime
import PromiseTrace

extension ManualExecutor {
  /// Lets time pass for the body that is running, as if it computed on a queue of its own thread.
  ///
  /// Timers fire and bodies of other executors run in the meantime; those of the running body's executor wait for it to return.
  ///
  /// - Parameter seconds: How long the body computes; negative values count as 0.
  package func compute(_ seconds: Double) {
    let end = clock.now + UInt64(nanosecondsIn: seconds)
    occupied.append(PromiseNode.performingExecutor)
    defer { occupied.removeLast() }
    // A reaction further up this stack may be draining, so settlements that occur here were postponed.
    repeat {
      repeat { Drain.flush() } while step()
    } while fireTimer(until: end)
    clock.advance(to: end)
  }

  /// Whether waiting for a promise inside the running body would never end if the main queue had a thread.
  package func wouldDeadlock(on promise: PromiseNode) -> Bool {
    guard servesMainOnce, let executor = PromiseNode.performingExecutor, executor === QueueExecutor.main else {
      return false
    }
    return promise.needs(executor)
  }
}

extension PromiseNode {
  /// The executor of the body that the calling thread is running; nil outside of bodies and in inline ones.
  package static var performingExecutor: Executor? {
    guard let node = psCurrentThread().pointee.performing else { return nil }
    return Unmanaged<PromiseNode>.fromOpaque(node)._withUnsafeGuaranteedRef { $0.executor }
  }
}
