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
    let work = Work(body)
    detachThread {
      waiting.add(1)
      while waiting.value < threads { sched_yield() }
      work.run(thread)
      done.leave()
    }
  }
  done.wait()
}

/// A body that is freed once it has run, before the thread that ran it reports its end: tests count what is alive then.
private final class Work: @unchecked Sendable {
  private var body: (@Sendable (Int) -> Void)?

  init(_ body: @escaping @Sendable (Int) -> Void) { self.body = body }

  func run(_ thread: Int) {
    body?(thread)
    body = nil
  }
}
