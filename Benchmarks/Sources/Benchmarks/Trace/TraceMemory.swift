// The memory of a thread's ring, measured in resident pages.

import Measuring
import PromiseTrace
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension TraceSuite {
  private static let threads = 16

  static func memoryFigures() -> [Figure] {
    let events = 32_768
    return [
      Figure("memory per event", perEvent(events), "bytes, without text", goal: .atMost(64)),
      Figure("resident memory of a thread with one event", resident { $0.mark("one") } / 1024, "KiB"),
      Figure(
        "resident memory of a thread with a full ring", resident { for _ in 0..<events { $0.mark("one") } } / 1024,
        "KiB"),
      Figure(
        "resident memory of a thread whose text ring is full, too",
        resident { for _ in 0..<events { $0.note("a line of text that takes forty bytes: 40") } } / 1024, "KiB"),
    ]
  }

  /// The bytes per event, from a half-full ring to a full one.
  private static func perEvent(_ events: Int) -> Double {
    let few = resident { for _ in 0..<events / 2 { $0.mark("one") } }
    let all = resident { for _ in 0..<events { $0.mark("one") } }
    return (all - few) / Double(events / 2)
  }

  /// The bytes that each of several recording threads adds to the process; all threads live until the measurement is done.
  private static func resident(_ record: @escaping @Sendable (Tracer) -> Void) -> Double {
    let tracer = tracer()
    let (arrived, added) = (Count(), Count())
    let before = ProcessMemory.now
    Threads.run(threads + 1) { thread in
      if thread < threads {
        record(tracer)
        arrived.add(1)
        while added.value == 0 { usleep(100) }
      } else {
        while arrived.value < threads { usleep(100) }
        added.add(max(1, ProcessMemory.now - before))
      }
    }
    return Double(added.value) / Double(threads)
  }

  /// A thread-safe counter.
  private final class Count: Sendable {
    private let number = Atomic(0)

    var value: Int { number.load(ordering: .acquiring) }
    func add(_ count: Int) { number.add(count, ordering: .acquiringAndReleasing) }
  }
}
