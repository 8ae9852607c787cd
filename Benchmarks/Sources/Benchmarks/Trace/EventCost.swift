// An event beside the clock reading in it: ring full and not, a reader at work or none, on one thread and on two.

import CPromiseTrace
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
        "e1", "an event, round and round in a full ring", count: count, goals: [.atMost(1.05, of: "the clock alone")],
        [recording("PromiseScope", tracer()), clock]),
      Contest(
        "e2", "an event in a ring that fills for the first time", count: count,
        [
          Contestant("PromiseScope") { count in
            let tracer = tracer(events: count)
            return { for _ in 0..<count { tracer.mark("an event") } }
          }, clock,
        ]),
      Contest(
        "e3", "an event, while another tracer exists and another thread reads", count: count, [watched, clock]),
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

  private static func recording(_ name: String, _ tracer: Tracer) -> Contestant {
    Contestant(name) { count in { for _ in 0..<count { tracer.mark("an event") } } }
  }

  private static var watched: Contestant {
    Contestant("PromiseScope") { count in
      let (tracer, other) = (tracer(), tracer())
      let polling = Polling(tracer)
      return {
        for _ in 0..<count { tracer.mark("an event") }
        withExtendedLifetime((polling, other)) {}
      }
    }
  }

  /// A reader that looks sixty times a second, as a screen does, until nobody holds it any more.
  private final class Polling: Sendable {
    private let isOver: Shared

    private final class Shared: Sendable {
      let flag = Atomic<Bool>(false)
    }

    init(_ tracer: Tracer) {
      let shared = Shared()
      isOver = shared
      Threads.start { _ in
        let reader = tracer.makeReader()
        while !shared.flag.load(ordering: .relaxed) {
          drain(reader)
          usleep(16_000)
        }
      }
    }

    deinit { isOver.flag.store(true, ordering: .relaxed) }
  }

  static func threadFigures(rounds: Int) -> [Figure] {
    var (one, two, ratio): ([Double], [Double], [Double]) = ([], [], [])
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
      Figure("an event on one thread", median(one), "ns"), Figure("on each of two threads", median(two), "ns"),
      Figure("two threads by one", median(ratio), "×", goal: .atMost(1.1)),
      Figure("against LTTng-UST's published 81 ns", 81 / median(one), "× as fast", goal: .atLeast(8)),
    ]
  }
}
