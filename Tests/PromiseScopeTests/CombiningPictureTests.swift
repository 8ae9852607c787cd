// Pictures of the log for combinators: edges, the input that decides, and the handled rejections.

@Suite struct CombiningPictureTests {
  @Test func allWaitsForTwoInputs() {
    expectEqual(
      picture { _ in
        let inputs = [Promise<Int>.pending(), Promise(2)]
        let end = all(inputs)
        inputs[0].fulfill(1)
        return end
      },
      """
      created #1 pending
      created #2 value
      fulfilled #2 2 by resolver
      created #3 all
      registered #1 by #3 [fulfilled rejected]
      registered #2 by #3 [fulfilled rejected]
      fulfilled #1 1 by resolver
      fulfilled #3 2 items by combinator
      """)
  }

  @Test func allFailsWithOneInput() {
    expectEqual(
      picture { _ in
        let inputs = [Promise<Int>.pending(), Promise<Int>.pending()]
        let end = all(inputs)
        inputs[1].reject(Oops.one)
        inputs[0].reject(Oops.two)
        return end
      },
      """
      created #1 pending
      created #2 pending
      created #3 all
      registered #1 by #3 [fulfilled rejected]
      registered #2 by #3 [fulfilled rejected]
      rejected #2 one Oops by resolver
      handled #2 by #3
      rejected #3 via #2 one Oops by combinator
      rejected #1 two Oops by resolver
      handled #1 by #3
      unhandled #3
      """)
  }

  @Test func anyCollectsAValueAndAnError() {
    expectEqual(
      picture { _ in
        let inputs = [Promise<Int>(Oops.one), Promise(2)]
        let end = PromiseScope.any(inputs)
        return (inputs, end)
      },
      """
      created #1 error
      rejected #1 one Oops by resolver
      created #2 value
      fulfilled #2 2 by resolver
      created #3 any
      registered #1 by #3 [fulfilled rejected]
      handled #1 by #3
      registered #2 by #3 [fulfilled rejected]
      fulfilled #3 2 items by combinator
      """)
  }

  @Test func raceSettlesWithTheFirstOfTwoInputs() {
    expectEqual(
      picture { _ in
        let inputs = [Promise<Int>.pending(), Promise<Int>.pending()]
        let end = race(inputs)
        inputs[1].fulfill(1)
        inputs[0].fulfill(0)
        return end
      },
      """
      created #1 pending
      created #2 pending
      created #3 race
      registered #1 by #3 [fulfilled rejected]
      registered #2 by #3 [fulfilled rejected]
      fulfilled #2 1 by resolver
      fulfilled #3 via #2 1 by combinator
      fulfilled #1 0 by resolver
      """)
  }

  @Test func reduceCreatesAPromisePerItemAndShowsTheOneThatFails() {
    expectEqual(
      picture { _ in
        let end = Promise(0).reduce([1, 2]) { _, number in
          if number == 2 { throw Oops.two }
          return Promise(number)
        }.catch(on: .inline) { _ in }
        return end
      },
      """
      created #1 value
      fulfilled #1 0 by resolver
      created #2 reduce from #1
      registered #1 by #2 [fulfilled]
      enqueued #2 on main
      created #3 reduce from #2
      registered #2 by #3 [fulfilled]
      created #4 catch from #3
      registered #3 by #4 [rejected]
      started #2 on main in #2
      created #5 value in #2
      fulfilled #5 1 by resolver in #2
      finished #2 on main promise in #2
      adopted #2 of #5 in #2
      fulfilled #2 via #5 1 by adopted in #2
      enqueued #3 on main in #2
      started #3 on main in #3
      finished #3 on main threw in #3
      rejected #3 two Oops by threw in #3
      started #4 on inline in #4
      handled #3 by #4 in #4
      finished #4 on inline void in #4
      rejected #4 via #3 two Oops by returned in #4
      """)
  }

  @Test func anyFailsWithTheLastErrorIfEveryInputFails() {
    expectEqual(
      picture { _ in
        let inputs = [Promise<Int>.pending(), Promise<Int>.pending()]
        let end = PromiseScope.any(inputs)
        inputs[1].reject(Oops.two)
        inputs[0].reject(Oops.one)
        return end
      },
      """
      created #1 pending
      created #2 pending
      created #3 any
      registered #1 by #3 [fulfilled rejected]
      registered #2 by #3 [fulfilled rejected]
      rejected #2 two Oops by resolver
      handled #2 by #3
      rejected #1 one Oops by resolver
      handled #1 by #3
      rejected #3 via #1 one Oops by combinator
      unhandled #3
      """)
  }

  @Test func raceFailsWithTheFirstInputThatFails() {
    expectEqual(
      picture { _ in
        let inputs = [Promise<Int>.pending(), Promise<Int>.pending()]
        let end = race(inputs)
        inputs[1].reject(Oops.two)
        inputs[0].fulfill(1)
        return end
      },
      """
      created #1 pending
      created #2 pending
      created #3 race
      registered #1 by #3 [fulfilled rejected]
      registered #2 by #3 [fulfilled rejected]
      rejected #2 two Oops by resolver
      handled #2 by #3
      rejected #3 via #2 two Oops by combinator
      fulfilled #1 1 by resolver
      unhandled #3
      """)
  }

  @Test("when(resolved:) handles the rejections of its inputs")
  func whenResolved() {
    expectEqual(
      picture { _ in when(resolved: Promise(1), Promise<Int>(Oops.one)) },
      """
      created #1 value
      fulfilled #1 1 by resolver
      created #2 error
      rejected #2 one Oops by resolver
      created #3 when
      registered #1 by #3 [fulfilled rejected]
      registered #2 by #3 [fulfilled rejected]
      handled #2 by #3
      fulfilled #3 2 items by combinator
      """)
  }

  @Test("when(fulfilled:concurrently:) creates one promise at a time")
  func whenConcurrently() {
    expectEqual(
      picture { _ in
        let inputs = (1...2).lazy.map { Promise($0).delay(Double($0)) }
        return when(fulfilled: inputs.makeIterator(), concurrently: 1)
      },
      """
      created #1 when
      created #2 value
      fulfilled #2 1 by resolver
      created #3 delay from #2
      registered #2 by #3 []
      registered #3 by #1 [fulfilled rejected]
      fulfilled #3 via #2 1 by passthrough at 1.0s
      created #4 value at 1.0s
      fulfilled #4 2 by resolver at 1.0s
      created #5 delay from #4 at 1.0s
      registered #4 by #5 [] at 1.0s
      registered #5 by #1 [fulfilled rejected] at 1.0s
      fulfilled #5 via #4 2 by passthrough at 3.0s
      fulfilled #1 2 items by combinator at 3.0s
      """)
  }

  @Test("allSettled collects outcomes, and Promise.any every error")
  func statics() {
    expectEqual(
      picture { _ in
        let inputs = [Promise<Int>(Oops.one), Promise<Int>(Oops.two)]
        let settled = Promise.allSettled(inputs)
        let first = Promise.any(inputs)
        return (settled, first)
      },
      """
      created #1 error
      rejected #1 one Oops by resolver
      created #2 error
      rejected #2 two Oops by resolver
      created #3 allSettled
      registered #1 by #3 [fulfilled rejected]
      handled #1 by #3
      registered #2 by #3 [fulfilled rejected]
      handled #2 by #3
      fulfilled #3 2 items by combinator
      created #4 any
      registered #1 by #4 [fulfilled rejected]
      registered #2 by #4 [fulfilled rejected]
      rejected #4 AggregateError(errors: [one, two]) AggregateError by combinator
      unhandled #4
      """)
  }
}
