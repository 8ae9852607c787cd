// The cost of an event compared with reading the clock: with a full or an empty ring, with or without a reader, on one or two
// threads.

import CPromiseRuntime
import Measuring
import PromiseTrace
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension TraceSuite {
  private static let count = 1_000_000

  static var eventContests: [Contest] {
    [
      Contest(
        "e1", "an event in a full ring", count: count, goals: [.atMost(1.05, of: "the clock alone")],
        [recording(tracer()), clock]),
      Contest(
        "e2", "an event in a ring that is filled for the first time", count: count,
        [
          Contestant("PromiseScope") { count in
            let tracer = tracer(events: count)
            return { for _ in 0..<count { tracer.mark("an event") } }
          }, clock,
        ]),
    ]
  }

  private static var clock: Contestant {
    Contestant("the clock alone") { count in
      {
        var sum: UInt64 = 0
        for _ in 0..<count { sum &+= psTicks() }
        precondition(sum != 0)
      }
    }
  }

  private static func recording(_ tracer: Tracer) -> Contestant {
    Contestant("PromiseScope") { count in { for _ in 0..<count { tracer.mark("an event") } } }
  }

  static func threadFigures(rounds: Int) -> [Figure] {
    var one: [Double] = []
    var two: [Double] = []
    var ratio: [Double] = []
    for _ in 0..<rounds {
      let tracer = tracer()
      let times = [1, 2].map { threads in
        let spent = Threads.run(threads) { _ in for _ in 0..<count { tracer.mark("an event") } }
        return spent.reduce(0, +) / Double(threads * count)
      }
      one.append(times[0])
      two.append(times[1])
      ratio.append(times[1] / times[0])
    }
    return [
      Figure("an event on one thread", median(one), "ns"),
      Figure("an event on each of two threads", median(two), "ns"),
      Figure("two threads relative to one", median(ratio), "×", goal: .atMost(1.1)),
      Figure("an event while another thread reads 60 times per second", read(every: 16_000, rounds), "ns"),
      Figure("an event while another thread reads continuously", read(every: 0, rounds), "ns"),
      Figure("LTTng-UST's 81 ns relative to one thread", 81 / median(one), "×", goal: .atLeast(8)),
    ]
  }

  /// Nanoseconds per event while another thread reads, with pauses of `pause` microseconds.
  private static func read(every pause: UInt32, _ rounds: Int) -> Double {
    median(
      (0..<rounds).map { _ in
        let tracer = tracer()
        let isOver = Flag()
        let spent = Threads.run(2) { thread in
          if thread == 0 {
            for _ in 0..<count * 2 { tracer.mark("an event") }
            isOver.raise()
          } else {
            let reader = tracer.makeReader()
            while !isOver.isUp {
              drain(reader)
              if pause > 0 { usleep(pause) }
            }
          }
        }
        return spent[0] / Double(count * 2)
      })
  }

  private final class Flag: Sendable {
    private let value = Atomic<Bool>(false)

    var isUp: Bool { value.load(ordering: .acquiring) }
    func raise() { value.store(true, ordering: .releasing) }
  }
}
