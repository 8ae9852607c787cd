// What the log says of each operator: kinds, edges, causes. The picture is the assertion.

import PromiseScope
import Testing

@Suite("pictures")
struct PictureTests {
  @Test("then, with all that happens to it")
  func then() {
    #expect(
      picture(without: []) { executor in
        let root = Promise<Int>.pending().named("root")
        let end = root.then { $0 + 1 }
        root.fulfill(1)
        executor.run()
        withExtendedLifetime((root, end)) {}
      }.split(separator: "\n").prefix { !$0.hasPrefix("released") }.joined(separator: "\n") == """
        created #1 pending
        named #1 root
        created #2 then from #1
        registered #1 by #2 [fulfilled]
        fulfilled #1 1 by resolver
        enqueued #2 on main
        started #2 on main in #2
        finished #2 on main value in #2
        fulfilled #2 2 by returned in #2
        """)
  }

  @Test("then with a promise: created inside, adopted")
  func thenPromise() {
    #expect(
      picture { executor in
        let end = Promise(1).then { Promise("\($0)").delay(1) }
        executor.run()
        withExtendedLifetime(end) {}
      } == """
        created #1 value
        fulfilled #1 1 by resolver
        created #2 then from #1
        registered #1 by #2 [fulfilled]
        enqueued #2 on main
        started #2 on main in #2
        created #3 value in #2
        fulfilled #3 "1" by resolver in #2
        created #4 delay from #3 in #2
        registered #3 by #4 [] in #2
        finished #2 on main promise in #2
        adopted #2 of #4 in #2
        fulfilled #4 via #3 "1" by passthrough at 1.0s
        fulfilled #2 via #4 "1" by adopted at 1.0s
        """)
  }

  @Test("then that returns nothing, then that throws, catch")
  func voidAndThrow() {
    #expect(
      picture { executor in
        let end = Promise(1).then { _ in }.then { _ -> Int in throw Oops.one }.catch { _ in }
        executor.run()
        withExtendedLifetime(end) {}
      } == """
        created #1 value
        fulfilled #1 1 by resolver
        created #2 then from #1
        registered #1 by #2 [fulfilled]
        enqueued #2 on main
        created #3 then from #2
        registered #2 by #3 [fulfilled]
        created #4 catch from #3
        registered #3 by #4 [rejected]
        started #2 on main in #2
        finished #2 on main void in #2
        fulfilled #2 via #1 1 by passthrough in #2
        enqueued #3 on main in #2
        started #3 on main in #3
        finished #3 on main threw in #3
        rejected #3 one Oops by threw in #3
        enqueued #4 on main in #3
        started #4 on main in #4
        handled #3 in #4
        finished #4 on main void in #4
        rejected #4 via #3 one Oops by passthrough in #4
        """)
  }

  @Test("recover, and what passes by")
  func recover() {
    #expect(
      picture { executor in
        let root = Promise<Int>(Oops.one)
        let skipped = root.then { $0 }
        let end = skipped.recover { _ in 5 }.catch { _ in }
        executor.run()
        withExtendedLifetime((root, skipped, end)) {}
      } == """
        created #1 error
        rejected #1 one Oops by resolver
        created #2 then from #1
        registered #1 by #2 [fulfilled]
        rejected #2 via #1 one Oops by passthrough
        created #3 recover from #2
        registered #2 by #3 [rejected]
        enqueued #3 on main
        created #4 catch from #3
        registered #3 by #4 [rejected]
        started #3 on main in #3
        handled #2 in #3
        finished #3 on main value in #3
        fulfilled #3 5 by returned in #3
        fulfilled #4 via #3 5 by passthrough in #3
        """)
  }

  @Test("bodies: do and async")
  func bodies() {
    #expect(
      picture { executor in
        let first = Promise<Int> { 1 }
        let second = Promise<Int> { fulfill, _ in fulfill(2) }
        executor.run()
        withExtendedLifetime((first, second)) {}
      } == """
        created #1 do
        enqueued #1 on main
        created #2 async
        enqueued #2 on main
        started #1 on main in #1
        finished #1 on main value in #1
        fulfilled #1 1 by returned in #1
        started #2 on main in #2
        fulfilled #2 2 by resolver in #2
        finished #2 on main void in #2
        """)
  }

  @Test("all")
  func allOfTwo() {
    #expect(
      picture { executor in
        let inputs = [Promise<Int>.pending(), Promise(2)]
        let end = all(inputs)
        inputs[0].fulfill(1)
        withExtendedLifetime(end) {}
      } == """
        created #1 pending
        created #2 value
        fulfilled #2 2 by resolver
        created #3 all
        registered #1 by #3 [fulfilled rejected]
        registered #2 by #3 [fulfilled rejected]
        fulfilled #1 1 by resolver
        fulfilled #3 via #1 2 items by combinator
        """)
  }

  @Test("all that fails")
  func allFails() {
    #expect(
      picture { executor in
        let inputs = [Promise<Int>.pending(), Promise<Int>.pending()]
        let end = all(inputs)
        inputs[1].reject(Oops.one)
        inputs[0].reject(Oops.two)
        withExtendedLifetime(end) {}
      } == """
        created #1 pending
        created #2 pending
        created #3 all
        registered #1 by #3 [fulfilled rejected]
        registered #2 by #3 [fulfilled rejected]
        rejected #2 one Oops by resolver
        handled #2
        rejected #3 via #2 one Oops by combinator
        rejected #1 two Oops by resolver
        handled #1
        unhandled #3
        """)
  }

  @Test("any")
  func anyOfTwo() {
    #expect(
      picture { executor in
        let inputs = [Promise<Int>(Oops.one), Promise(2)]
        let end = PromiseScope.any(inputs)
        withExtendedLifetime((inputs, end)) {}
      } == """
        created #1 error
        rejected #1 one Oops by resolver
        created #2 value
        fulfilled #2 2 by resolver
        created #3 any
        registered #1 by #3 [fulfilled rejected]
        handled #1
        registered #2 by #3 [fulfilled rejected]
        fulfilled #3 via #2 2 items by combinator
        """)
  }

  @Test("race")
  func raceOfTwo() {
    #expect(
      picture { executor in
        let inputs = [Promise<Int>.pending(), Promise<Int>.pending()]
        let end = race(inputs)
        inputs[1].fulfill(1)
        inputs[0].fulfill(0)
        withExtendedLifetime(end) {}
      } == """
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

  @Test("retry")
  func retrying() {
    #expect(
      picture { executor in
        let count = Counter()
        let end = retry(delay: 2) { () throws -> Int in
          count.add(1)
          guard count.value > 1 else { throw Oops.one }
          return 7
        }
        executor.run()
        withExtendedLifetime(end) {}
      } == """
        created #1 retry
        created #2 do
        enqueued #2 on main
        registered #2 by #1 [fulfilled rejected]
        started #2 on main in #2
        finished #2 on main threw in #2
        rejected #2 one Oops by threw in #2
        handled #2 in #2
        created #3 do at 2.0s
        enqueued #3 on main at 2.0s
        registered #3 by #1 [fulfilled rejected] at 2.0s
        started #3 on main at 2.0s in #3
        created #4 value at 2.0s in #3
        fulfilled #4 7 by resolver at 2.0s in #3
        finished #3 on main promise at 2.0s in #3
        adopted #3 of #4 at 2.0s in #3
        fulfilled #3 via #4 7 by adopted at 2.0s in #3
        fulfilled #1 via #3 7 by combinator at 2.0s in #3
        """)
  }

  @Test("timeout, and the source that comes too late")
  func timeout() {
    #expect(
      picture { executor in
        let source = Promise<Int>.pending()
        let end = source.timeout(3)
        executor.run()
        source.fulfill(1)
        withExtendedLifetime(end) {}
      } == """
        created #1 pending
        created #2 timeout from #1
        registered #1 by #2 []
        rejected #2 timedOut PromiseError by timeout at 3.0s
        fulfilled #1 1 by resolver at 3.0s
        unhandled #2 at 3.0s
        """)
  }

  @Test("validate and always")
  func validateAndAlways() {
    #expect(
      picture { executor in
        let end = Promise(1).validate { $0 > 1 }.always {}
        executor.run()
        withExtendedLifetime(end) {}
      } == """
        created #1 value
        fulfilled #1 1 by resolver
        created #2 validate from #1
        registered #1 by #2 [fulfilled]
        enqueued #2 on main
        created #3 always from #2
        registered #2 by #3 [fulfilled rejected]
        started #2 on main in #2
        finished #2 on main threw in #2
        rejected #2 validationFailure PromiseError by threw in #2
        enqueued #3 on main in #2
        started #3 on main in #3
        finished #3 on main void in #3
        rejected #3 via #2 validationFailure PromiseError by passthrough in #3
        unhandled #3
        """)
  }

  @Test("a second settlement is refused, and told")
  func ignored() {
    #expect(
      picture { executor in
        let (promise, resolver) = Promise<Int>.withResolvers()
        resolver.fulfill(1)
        resolver.fulfill(2)
        resolver.reject(Oops.one)
        resolver.resolve(promise)
      } == """
        created #1 withResolvers
        fulfilled #1 1 by resolver
        ignored #1 fulfill
        ignored #1 reject
        ignored #1 resolve
        """)
  }

  @Test("itself and a cycle")
  func cycles() {
    #expect(
      picture { executor in
        let (first, resolveFirst) = Promise<Int>.withResolvers()
        let (second, resolveSecond) = Promise<Int>.withResolvers()
        resolveFirst.resolve(second)
        resolveSecond.resolve(first)
        first.catch { _ in }
        second.catch { _ in }
        executor.run()
      } == """
        created #1 withResolvers
        created #2 withResolvers
        adopted #1 of #2
        rejected #2 a promise cannot be resolved with one that waits for it PromiseResolutionError by resolver
        rejected #1 via #2 a promise cannot be resolved with one that waits for it PromiseResolutionError by adopted
        created #3 catch from #1
        registered #1 by #3 [rejected]
        enqueued #3 on main
        created #4 catch from #2
        registered #2 by #4 [rejected]
        enqueued #4 on main
        started #3 on main in #3
        handled #1 in #3
        finished #3 on main void in #3
        rejected #3 via #1 a promise cannot be resolved with one that waits for it PromiseResolutionError by passthrough in #3
        started #4 on main in #4
        finished #4 on main void in #4
        rejected #4 via #2 a promise cannot be resolved with one that waits for it PromiseResolutionError by passthrough in #4
        """)
  }

  @Test("a cancellation says so, passed on or not")
  func cancellation() {
    #expect(
      picture { executor in
        let end = Promise<Int>(CancellationError()).then { $0 }
        withExtendedLifetime(end) {}
      } == """
        created #1 error
        rejected #1 CancellationError() CancellationError by resolver cancelled
        created #2 then from #1
        registered #1 by #2 [fulfilled]
        rejected #2 via #1 CancellationError() CancellationError by passthrough cancelled
        """)
  }

  @Test("a promise freed pending, and what waited on it")
  func freedPending() {
    #expect(
      picture(without: []) { executor in
        let root = Promise<Int>.pending()
        root.then { $0 }.catch { _ in }
      } == """
        created #1 pending
        created #2 then from #1
        registered #1 by #2 [fulfilled]
        created #3 catch from #2
        registered #2 by #3 [rejected]
        released #1 pending
        released #2 pending
        released #3 pending
        """)
  }

  @Test("values: their types only, or nothing", arguments: [ValuePolicy.type, .off])
  func values(_ policy: ValuePolicy) {
    let lines = picture(without: [.created, .registered, .released], values: policy) { executor in
      let (value, error) = (Promise(1), Promise<Int>(Oops.one))
      let nothing = Promise<Void>(())
      let list = Promise([1, 2])
      withExtendedLifetime((value, error, nothing, list)) {}
    }
    let expected =
      policy == .off
      ? """
      fulfilled #1 by resolver
      rejected #2 by resolver
      fulfilled #3 by resolver
      fulfilled #4 by resolver
      unhandled #2
      """
      : """
      fulfilled #1 Int by resolver
      rejected #2 Oops by resolver
      fulfilled #3 by resolver
      fulfilled #4 Array<Int> by resolver
      unhandled #2
      """
    #expect(lines == expected)
  }

  @Test("an observer and an await have no promise")
  func observer() {
    #expect(
      picture { executor in
        let thenable = Promise<Int>.withResolvers()
        thenable.promise.timeout(1)
        thenable.resolver.fulfill(1)
      } == """
        created #1 withResolvers
        created #2 timeout from #1
        registered #1 by #2 []
        fulfilled #1 1 by resolver
        fulfilled #2 via #1 1 by passthrough
        """)
  }

  @Test("nothing is traced where no tracer is bound, and ids say so")
  func untraced() {
    let tracer = Tracer()
    #expect(Promise(1).id == 0)
    tracer.run { #expect(Promise(1).id == 1) }
    #expect(Promise(1).id == 0)
  }

  @Test("what derives from a traced promise is traced, wherever it is made")
  func derivedIsTraced() {
    let tracer = Tracer()
    let root = tracer.run { Promise(1) }
    #expect(root.then(on: .inline) { $0 }.id == 2)
  }

  @Test("a promise made in a traced body belongs to its tracer")
  func madeInBody() {
    let tracer = Tracer()
    let root = tracer.run { Promise(1) }
    let box = Box<Int>()
    root.then(on: .inline) { _ in box.promise = Promise(5) }
    #expect(box.promise?.id == 3)
  }
}
