// Threads that start at the same moment, for tests of contention.

import Dispatch
import PromiseTrace
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Runs `body` on several threads that start at the same moment, and waits for all of them.
package func together(_ threads: Int, _ body: @escaping @Sendable (_ thread: Int) -> Void) {
  let waiting = Counter()
  let done = DispatchGroup()
  for thread in 0..<threads {
    done.enter()
    detachThread {
      waiting.add(1)
      while waiting.value < threads { sched_yield() }
      body(thread)
      done.leave()
    }
  }
  done.wait()
}
