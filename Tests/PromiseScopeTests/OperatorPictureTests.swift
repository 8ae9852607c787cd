// What the log says of each operator on its other ways: who passed through, who handled, who was refused. The picture is the
// assertion; the main ways are in the file of pictures.

import PromiseScope
import Testing

@Suite("operator pictures")
struct OperatorPictureTests {
  @Test("delay: a value later, an error at once")
  func delay() {
    #expect(
      picture { executor in
        let late = Promise(1).delay(2)
        let failed = Promise<Int>(Oops.one).delay(2).catch(on: .inline) { _ in }
        executor.run()
        withExtendedLifetime((late, failed)) {}
      } == """
        created #1 value
        fulfilled #1 1 by resolver
        created #2 delay from #1
        registered #1 by #2 []
        created #3 error
        rejected #3 one Oops by resolver
        created #4 delay from #3
        registered #3 by #4 []
        rejected #4 via #3 one Oops by passthrough
        created #5 catch from #4
        registered #4 by #5 [rejected]
        started #5 on inline in #5
        handled #4 in #5
        finished #5 on inline void in #5
        rejected #5 via #4 one Oops by passthrough in #5
        fulfilled #2 via #1 1 by passthrough at 2.0s
        """)
  }

  @Test("reduce: a link for each item, and the one that fails")
  func reducing() {
    #expect(
      picture { executor in
        let end = Promise(0).reduce([1, 2]) { _, number in
          if number == 2 { throw Oops.two }
          return Promise(number)
        }.catch(on: .inline) { _ in }
        executor.run()
        withExtendedLifetime(end) {}
      } == """
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
        handled #3 in #4
        finished #4 on inline void in #4
        rejected #4 via #3 two Oops by passthrough in #4
        """)
  }

  @Test("wrap: the callback settles, a second call is ignored")
  func wrapping() {
    #expect(
      picture { executor in
        let end: Promise<Int> = wrap { callback in
          callback(1)
          callback(2)
        }
        executor.run()
        withExtendedLifetime(end) {}
      } == """
        created #1 wrap
        enqueued #1 on main
        started #1 on main in #1
        fulfilled #1 1 by resolver in #1
        ignored #1 fulfill in #1
        finished #1 on main void in #1
        """)
  }

  @Test("recover: what it returns is followed; a value passes it by")
  func recovering() {
    #expect(
      picture { executor in
        let followed = Promise<Int>(Oops.one).recover { _ in Promise(5) }
        let passed = Promise(1).recover { _ in 2 }
        executor.run()
        withExtendedLifetime((followed, passed)) {}
      } == """
        created #1 error
        rejected #1 one Oops by resolver
        created #2 recover from #1
        registered #1 by #2 [rejected]
        enqueued #2 on main
        created #3 value
        fulfilled #3 1 by resolver
        created #4 recover from #3
        registered #3 by #4 [rejected]
        fulfilled #4 via #3 1 by passthrough
        started #2 on main in #2
        handled #1 in #2
        created #5 value in #2
        fulfilled #5 5 by resolver in #2
        finished #2 on main promise in #2
        adopted #2 of #5 in #2
        fulfilled #2 via #5 5 by adopted in #2
        """)
  }

  @Test("catch: a value passes it by, and always sees both")
  func passing() {
    #expect(
      picture { executor in
        let end = Promise(1).catch { _ in }.always(on: .inline) {}
        executor.run()
        withExtendedLifetime(end) {}
      } == """
        created #1 value
        fulfilled #1 1 by resolver
        created #2 catch from #1
        registered #1 by #2 [rejected]
        fulfilled #2 via #1 1 by passthrough
        created #3 always from #2
        registered #2 by #3 [fulfilled rejected]
        started #3 on inline in #3
        finished #3 on inline void in #3
        fulfilled #3 via #2 1 by passthrough in #3
        """)
  }

  @Test("validate: an error passes it by, unhandled")
  func validating() {
    #expect(
      picture { executor in
        let end = Promise<Int>(Oops.one).validate { $0 > 0 }
        executor.run()
        withExtendedLifetime(end) {}
      } == """
        created #1 error
        rejected #1 one Oops by resolver
        created #2 validate from #1
        registered #1 by #2 [fulfilled]
        rejected #2 via #1 one Oops by passthrough
        unhandled #2
        """)
  }

  @Test("any: every input failed, the last decides")
  func anyFails() {
    #expect(
      picture { _ in
        let inputs = [Promise<Int>.pending(), Promise<Int>.pending()]
        let end = PromiseScope.any(inputs)
        inputs[1].reject(Oops.two)
        inputs[0].reject(Oops.one)
        withExtendedLifetime(end) {}
      } == """
        created #1 pending
        created #2 pending
        created #3 any
        registered #1 by #3 [fulfilled rejected]
        registered #2 by #3 [fulfilled rejected]
        rejected #2 two Oops by resolver
        handled #2
        rejected #1 one Oops by resolver
        handled #1
        rejected #3 via #1 one Oops by combinator
        unhandled #3
        """)
  }

  @Test("race: the first to fail decides")
  func raceFails() {
    #expect(
      picture { _ in
        let inputs = [Promise<Int>.pending(), Promise<Int>.pending()]
        let end = race(inputs)
        inputs[1].reject(Oops.two)
        inputs[0].fulfill(1)
        withExtendedLifetime(end) {}
      } == """
        created #1 pending
        created #2 pending
        created #3 race
        registered #1 by #3 [fulfilled rejected]
        registered #2 by #3 [fulfilled rejected]
        rejected #2 two Oops by resolver
        handled #2
        rejected #3 via #2 two Oops by combinator
        fulfilled #1 1 by resolver
        unhandled #3
        """)
  }

  @Test("timeout: in time")
  func inTime() {
    #expect(
      picture { executor in
        let end = Promise(1).delay(1).timeout(3)
        executor.run()
        withExtendedLifetime(end) {}
      } == """
        created #1 value
        fulfilled #1 1 by resolver
        created #2 delay from #1
        registered #1 by #2 []
        created #3 timeout from #2
        registered #2 by #3 []
        fulfilled #2 via #1 1 by passthrough at 1.0s
        fulfilled #3 via #2 1 by passthrough at 1.0s
        """)
  }

  @Test("retry: given up when the condition says so")
  func givenUp() {
    #expect(
      picture { executor in
        let end: Promise<Int> = retry(attempts: 5, delay: 1, condition: { left, _ in left > 5 }) { Promise(Oops.one) }
        executor.run()
        withExtendedLifetime(end) {}
      } == """
        created #1 retry
        created #2 do
        enqueued #2 on main
        registered #2 by #1 [fulfilled rejected]
        started #2 on main in #2
        created #3 error in #2
        rejected #3 one Oops by resolver in #2
        finished #2 on main promise in #2
        adopted #2 of #3 in #2
        rejected #2 via #3 one Oops by adopted in #2
        handled #2 in #2
        rejected #1 via #2 one Oops by combinator
        unhandled #1
        """)
  }

  @Test("when, resolved: handles what failed")
  func whenResolved() {
    #expect(
      picture { _ in
        let end = when(resolved: Promise(1), Promise<Int>(Oops.one))
        withExtendedLifetime(end) {}
      } == """
        created #1 value
        fulfilled #1 1 by resolver
        created #2 error
        rejected #2 one Oops by resolver
        created #3 when
        registered #1 by #3 [fulfilled rejected]
        registered #2 by #3 [fulfilled rejected]
        handled #2
        fulfilled #3 via #2 2 items by combinator
        """)
  }

  @Test("when, one at a time")
  func whenConcurrently() {
    #expect(
      picture { executor in
        let inputs = (1...2).lazy.map { Promise($0).delay(Double($0)) }
        let end = when(fulfilled: inputs.makeIterator(), concurrently: 1)
        executor.run()
        withExtendedLifetime(end) {}
      } == """
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
        fulfilled #1 via #5 2 items by combinator at 3.0s
        """)
  }

  @Test("statics: allSettled, and any with every error")
  func statics() {
    #expect(
      picture { _ in
        let inputs = [Promise<Int>(Oops.one), Promise<Int>(Oops.two)]
        let settled = Promise.allSettled(inputs)
        let first = Promise.any(inputs)
        withExtendedLifetime((settled, first)) {}
      } == """
        created #1 error
        rejected #1 one Oops by resolver
        created #2 error
        rejected #2 two Oops by resolver
        created #3 allSettled
        registered #1 by #3 [fulfilled rejected]
        handled #1
        registered #2 by #3 [fulfilled rejected]
        handled #2
        fulfilled #3 via #2 2 items by combinator
        created #4 any
        registered #1 by #4 [fulfilled rejected]
        registered #2 by #4 [fulfilled rejected]
        rejected #4 AggregateError(errors: [one, two]) AggregateError by combinator
        unhandled #4
        """)
  }

  @Test("map, done, get, tap, compactMap, ensure, asVoid")
  func mapping() {
    #expect(
      picture { executor in
        let end = Promise(1).map { $0 + 1 }.get { _ in }.tap { _ in }.compactMap { $0 }.ensure {}.done { _ in }.asVoid()
        executor.run()
        withExtendedLifetime(end) {}
      } == """
        created #1 value
        fulfilled #1 1 by resolver
        created #2 map from #1
        registered #1 by #2 [fulfilled]
        enqueued #2 on main
        created #3 get from #2
        registered #2 by #3 [fulfilled]
        created #4 tap from #3
        registered #3 by #4 [fulfilled rejected]
        created #5 compactMap from #4
        registered #4 by #5 [fulfilled]
        created #6 ensure from #5
        registered #5 by #6 [fulfilled rejected]
        created #7 done from #6
        registered #6 by #7 [fulfilled]
        created #8 asVoid from #7
        registered #7 by #8 []
        started #2 on main in #2
        finished #2 on main value in #2
        fulfilled #2 2 by returned in #2
        enqueued #3 on main in #2
        started #3 on main in #3
        finished #3 on main void in #3
        fulfilled #3 via #2 2 by passthrough in #3
        enqueued #4 on main in #3
        started #4 on main in #4
        finished #4 on main void in #4
        fulfilled #4 via #3 2 by passthrough in #4
        enqueued #5 on main in #4
        started #5 on main in #5
        finished #5 on main value in #5
        fulfilled #5 2 by returned in #5
        enqueued #6 on main in #5
        started #6 on main in #6
        finished #6 on main void in #6
        fulfilled #6 via #5 2 by passthrough in #6
        enqueued #7 on main in #6
        started #7 on main in #7
        finished #7 on main void in #7
        fulfilled #7 by returned in #7
        fulfilled #8 via #7 by passthrough in #7
        """)
  }

  @Test("compactMap without a value; done is passed by")
  func compactMapFails() {
    #expect(
      picture { executor in
        let end = Promise(1).compactMap { _ -> Int? in nil }.done { _ in }.cauterize()
        executor.run()
        withExtendedLifetime(end) {}
      } == """
        created #1 value
        fulfilled #1 1 by resolver
        created #2 compactMap from #1
        registered #1 by #2 [fulfilled]
        enqueued #2 on main
        created #3 done from #2
        registered #2 by #3 [fulfilled]
        created #4 cauterize from #3
        registered #3 by #4 [rejected]
        started #2 on main in #2
        finished #2 on main threw in #2
        rejected #2 MissingValueError() MissingValueError by threw in #2
        rejected #3 via #2 MissingValueError() MissingValueError by passthrough in #2
        started #4 on inline in #4
        handled #3 in #4
        finished #4 on inline void in #4
        fulfilled #4 via #3 by passthrough in #4
        """)
  }

  @Test("firstValue, sortedValues, mapValues")
  func values() {
    #expect(
      picture { executor in
        let list = Promise([2, 1])
        let ends = (list.firstValue, list.sortedValues(), list.mapValues { $0 })
        executor.run()
        withExtendedLifetime(ends) {}
      } == """
        created #1 value
        fulfilled #1 2 items by resolver
        created #2 firstValue from #1
        registered #1 by #2 []
        fulfilled #2 via #1 2 by passthrough
        created #3 sortedValues from #1
        registered #1 by #3 [fulfilled]
        enqueued #3 on main
        created #4 mapValues from #1
        registered #1 by #4 [fulfilled]
        enqueued #4 on main
        started #3 on main in #3
        finished #3 on main value in #3
        fulfilled #3 2 items by returned in #3
        started #4 on main in #4
        finished #4 on main value in #4
        fulfilled #4 2 items by returned in #4
        """)
  }

  @Test("cancelling the last link reaches the source")
  func cancelling() {
    #expect(
      picture { _ in
        let root = Promise<Int>.pending()
        let end = root.then { $0 }.delay(1)
        end.cancel()
        withExtendedLifetime(root) {}
      } == """
        created #1 pending
        created #2 then from #1
        registered #1 by #2 [fulfilled]
        created #3 delay from #2
        registered #2 by #3 []
        cancelRequested #3
        rejected #3 CancellationError() CancellationError by resolver cancelled
        cancelRequested #2
        rejected #2 CancellationError() CancellationError by resolver cancelled
        cancelRequested #1
        rejected #1 CancellationError() CancellationError by resolver cancelled
        """)
  }
}
