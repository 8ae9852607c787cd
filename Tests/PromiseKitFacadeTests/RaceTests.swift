// race: the first of several results. after: a delay.

import Dispatch

@Suite struct RaceTests {
  @Test("race settles like the first input to settle, race(fulfilled:) with the first value")
  func first() {
    virtually { executor in
      let slow = after(seconds: 2).map { 2 }
      let quick = after(seconds: 1).map { 1 }
      let failing = after(seconds: 0.5).then { Promise<Int>(error: Oops.one) }
      let ends = [
        race(Promise(slow), Promise(quick)), race([Promise(slow), failing]), race(fulfilled: [Promise(slow), failing]),
      ]
      let guarantee: Guarantee<Int> = race(slow, quick)
      executor.run()
      expectEqual(ends.map(\.value), [1, nil, 2])
      expectEqual(ends[1].oops, .one)
      expectEqual(guarantee.value, 1)
    }
  }

  @Test func raceRejectsWithoutInputsAndWithoutAWinner() {
    expectEqual(race([Promise<Int>]()).pmkError, PMKError.badInput.debugDescription)
    expectEqual(race(fulfilled: [Promise<Int>]()).pmkError, PMKError.badInput.debugDescription)
    expectEqual(race(fulfilled: [Promise<Int>(error: Oops.one)]).pmkError, PMKError.noWinner.debugDescription)
  }

  @Test func afterTakesSecondsOrAnInterval() {
    virtually { executor in
      let ends = [
        after(seconds: 1.5), after(.seconds(1)), after(.milliseconds(20)), after(.microseconds(30)),
        after(.nanoseconds(40)), after(seconds: -1), after(.never),
      ]
      #expect(ends.allSatisfy { $0.isPending })
      executor.advance(by: 1)
      expectEqual(ends.map(\.isPending), [true, false, false, false, false, false, true])
      executor.run()
      expectEqual(ends.map(\.isPending), [false, false, false, false, false, false, true])
    }
  }

  @Test func pictureTheFirstResultAndTheErrorsWithoutOne() {
    expectEqual(
      picture { _ in
        race(after(seconds: 2), after(seconds: 1)).done(on: nil) {}
        race([Promise<Int>]()).cauterize()
        race(fulfilled: [Promise<Int>(error: Oops.one)]).cauterize()
      },
      """
      created #1 after
      created #2 after
      created #3 race
      registered #1 by #3 [fulfilled rejected]
      registered #2 by #3 [fulfilled rejected]
      created #4 done from #3
      registered #3 by #4 [fulfilled]
      created #5 race
      rejected #5 Bad input was provided to a PromiseKit function PMKError by combinator
      created #6 cauterize from #5
      registered #5 by #6 [rejected]
      created #7 error
      rejected #7 one Oops by resolver
      created #8 race
      registered #7 by #8 [fulfilled rejected]
      handled #7 by #8
      rejected #8 All thenables passed to race(fulfilled:) were rejected PMKError by combinator
      created #9 cauterize from #8
      registered #8 by #9 [rejected]
      started #6 on main in #6
      handled #5 by #6 in #6
      fulfilled #6 by returned in #6
      started #9 on main in #9
      handled #8 by #9 in #9
      fulfilled #9 by returned in #9
      fulfilled #2 by resolver at 1.0s
      fulfilled #3 via #2 by combinator at 1.0s
      started #4 on inline at 1.0s in #4
      fulfilled #4 by returned at 1.0s in #4
      fulfilled #1 by resolver at 2.0s
      """)
  }
}
