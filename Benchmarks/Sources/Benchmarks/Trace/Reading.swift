// The speed of merging and decoding events, from one ring and from many, and its growth.

import Measuring
import PromiseScope
import PromiseTrace

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension TraceSuite {
  private static let events = 196_608

  static func readingFigures(rounds: Int) -> [Figure] {
    let rates = [1, 2, 8].map { rings in
      let rates = (0..<rounds).map { _ in
        let tracer = tracer(events: events)
        Threads.run(rings) { _ in record(events / rings / 3, to: tracer) }
        tracer.finish()
        let reader = tracer.makeReader()
        var found = (events: 0, lost: UInt64(0))
        let time = Stopwatch.processorNanoseconds { found = drain(reader) }
        precondition(found == (events, 0), "a ring lost what it should hold: \(found)")
        return Double(events) / time * 1_000
      }
      return Figure(
        "events merged and decoded by a reader, from \(rings) \(rings == 1 ? "ring" : "rings")", median(rates),
        "million/s",
        goal: .atLeast(5))
    }
    return rates + [
      Figure(
        "exponent of the time to record and read 10,000 to 10,000,000 events", growth.exponent, "", goal: .atMost(1.05))
    ]
  }

  /// Alternates recording and reading, so that memory stays constant.
  ///
  /// The untimed pause between them is as long as a reader holds events back.
  private static var growth: Growth {
    let step = 10_000
    return Growth(
      "events",
      [step, step * 10, step * 100, step * 1000].map { count in
        let tracer = tracer()
        let reader = tracer.makeReader()
        var (time, found) = (0.0, 0)
        for _ in 0..<count / step {
          time += Stopwatch.nanoseconds { for _ in 0..<step { tracer.mark("an event") } }
          usleep(2_500)
          time += Stopwatch.nanoseconds { found += drain(reader).events }
        }
        precondition(found == count, "\(count - found) events were not read")
        return (Double(count), time)
      })
  }

  /// Records three events per promise: created, fulfilled, released.
  private static func record(_ promises: Int, to tracer: Tracer) {
    tracer.run { for index in 0..<promises { _ = Promise(index) } }
  }
}
