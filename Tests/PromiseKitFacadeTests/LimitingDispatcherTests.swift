// The limiting dispatchers: concurrency and rate limits, mostly in virtual time, which makes start times exact.

import Dispatch
import PromiseKitFacade
import Synchronization
import Testing

@Suite("limiting dispatchers")
struct LimitingDispatcherTests {
  /// Dispatches `count` closures at each of `moments` and returns when each one ran, in seconds of virtual time.
  private func times(
    _ count: Int, at moments: [Double] = [0], _ dispatcher: () -> any Dispatcher
  ) -> [Double] {
    var times: [Double] = []
    virtually { executor in
      let dispatcher = dispatcher()
      var now = 0.0
      for moment in moments {
        executor.advance(by: moment - now)
        now = moment
        for _ in 0..<count { dispatcher.dispatch { times.append(Double(executor.clock.now) / 1e9) } }
      }
    }
    return times
  }

  @Test("an average rate allows a burst, then one closure at a time")
  func average() {
    let rounded = times(6) { RateLimitedDispatcher(maxDispatches: 4, perInterval: 2, queue: .main) }
      .map { ($0 * 1000).rounded() / 1000 }
    #expect(rounded == [0, 0, 0, 0, 0.5, 1])
  }

  @Test("an average rate allows at most one burst after an idle period")
  func averageAfterRest() {
    let rounded = times(3, at: [0, 60]) { RateLimitedDispatcher(maxDispatches: 2, perInterval: 1, queue: .main) }
      .map { ($0 * 1000).rounded() / 1000 }
    #expect(rounded == [0, 0, 0.5, 60, 60, 60.5])
  }

  @Test("a strict rate runs closures as soon as the limit of every interval allows")
  func strict() {
    #expect(
      times(7) { StrictRateLimitedDispatcher(maxDispatches: 3, perInterval: 2, queue: .main) }
        == [0, 0, 0, 2, 2, 2, 4])
    #expect(
      times(2, at: [0, 1, 1.5]) { StrictRateLimitedDispatcher(maxDispatches: 3, perInterval: 2, queue: .main) }
        == [0, 0, 1, 2, 2, 3])
  }

  @Test("a strict rate counts when closures start, not when they are dispatched")
  func strictAboutBeginnings() {
    let shelf = DispatcherTests.Shelf()
    virtually { executor in
      let dispatcher = StrictRateLimitedDispatcher(maxDispatches: 2, perInterval: 1, queue: shelf)
      for _ in 0..<3 { dispatcher.dispatch {} }
      executor.advance(by: 5)
      #expect(shelf.bodies.count == 2, "neither of them has started")
      shelf.bodies[0]()
      #expect(shelf.bodies.count == 2)
      executor.advance(by: 1)
      #expect(shelf.bodies.count == 3)
    }
  }

  @Test("a concurrency limit starts the next closure in order when one has ended")
  func concurrency() {
    let shelf = DispatcherTests.Shelf()
    let notes = Notes()
    let dispatcher = ConcurrencyLimitedDispatcher(limit: 2, queue: shelf)
    for number in 1...4 { dispatcher.dispatch { notes.add("\(number)") } }
    #expect(shelf.bodies.count == 2)
    shelf.bodies[1]()
    #expect(shelf.bodies.count == 3)
    for index in [2, 0, 3] { shelf.bodies[index]() }
    #expect(shelf.bodies.count == 4)
    #expect(notes.lines == ["2", "3", "1", "4"])
  }

  @Test("a concurrency limit holds when many threads dispatch")
  func crowd() {
    let dispatcher = ConcurrencyLimitedDispatcher(limit: 2, queue: .global())
    let inside = Atomic<Int>(0)
    let most = Atomic<Int>(0)
    let all = DispatchGroup()
    for _ in 0..<8000 { all.enter() }
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for _ in 0..<1000 {
        dispatcher.dispatch {
          most.max(inside.add(1, ordering: .relaxed).newValue, ordering: .relaxed)
          inside.subtract(1, ordering: .relaxed)
          all.leave()
        }
      }
    }
    #expect(all.wait(timeout: .now() + 60) == .success)
    #expect((1...2).contains(most.load(ordering: .relaxed)))
  }

  @Test("a long queue of closures costs no stack")
  func deepLine() {
    onSmallStack {
      let notes = Notes()
      let dispatcher = ConcurrencyLimitedDispatcher(limit: 1, queue: CurrentThreadDispatcher())
      dispatcher.dispatch {
        for _ in 0..<deep { dispatcher.dispatch {} }
        dispatcher.dispatch { notes.add("last") }
        #expect(notes.lines.isEmpty, "this closure is still running")
      }
      #expect(notes.lines == ["last"])
    }
  }

  @Test("picture: handlers on a strict rate limit run at their times")
  func pictured() {
    #expect(
      picture(without: [.released, .enqueued, .finished, .created, .registered]) { _ in
        let limit = StrictRateLimitedDispatcher(maxDispatches: 1, perInterval: 3, queue: .main)
        Promise.value(1).map(on: limit) { $0 + 1 }.done(on: limit) { _ in }.cauterize()
      } == """
        fulfilled #1 1 by resolver
        started #2 on StrictRateLimitedDispatcher in #2
        fulfilled #2 2 by returned in #2
        started #3 on StrictRateLimitedDispatcher at 3.0s in #3
        fulfilled #3 by returned at 3.0s in #3
        fulfilled #4 via #3 by passthrough at 3.0s in #3
        """)
  }
}
