// Overload: two threads record at full speed and the reader is slow. Every event must be either read or reported as lost.

import Measuring
import PromiseTrace
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension TraceSuite {
  static func overloadFigures() -> [Figure] {
    let perThread = 3_000_000
    let tracer = tracer(events: 4_096)
    let ended = Atomic(0)
    let sum = Atomic(0)
    let lost = Atomic<UInt64>(0)
    Threads.run(3) { thread in
      if thread < 2 {
        for _ in 0..<perThread { tracer.mark("an event") }
        if ended.add(1, ordering: .acquiringAndReleasing).newValue == 2 { tracer.finish() }
      } else {
        let reader = tracer.makeReader()
        var isLast = false
        while !isLast {
          usleep(1_000)
          // Both threads have finished, so no more events arrive after this pass.
          isLast = ended.load(ordering: .acquiring) == 2
          let found = drain(reader)
          sum.add(found.events, ordering: .relaxed)
          lost.add(found.lost, ordering: .relaxed)
        }
      }
    }
    let (read, missing) = (Double(sum.load(ordering: .relaxed)), Double(lost.load(ordering: .relaxed)))
    return [
      Figure("overload: events recorded by two threads", Double(2 * perThread), ""),
      Figure("events read once per millisecond from rings of 4,096", read, ""),
      Figure("events reported as lost", missing, ""),
      Figure("events neither read nor reported", abs(Double(2 * perThread) - read - missing), "", goal: .atMost(0)),
    ]
  }
}
