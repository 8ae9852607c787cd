// Pictures of the log for the life of a promise: ignored settlements, cycles, cancellation, release, and promises that are
// not traced.

@Suite struct LifePictureTests {
  @Test func aSecondSettlementIsIgnoredAndLogged() {
    expectEqual(
      picture { executor in
        let (promise, resolver) = Promise<Int>.withResolvers()
        resolver.fulfill(1)
        resolver.fulfill(2)
        resolver.reject(Oops.one)
        resolver.resolve(promise)
      },
      """
      created #1 withResolvers
      fulfilled #1 1 by resolver
      ignored #1 fulfill
      ignored #1 reject
      ignored #1 resolve
      """)
  }

  @Test func aPromiseResolvedWithItselfAndACycle() {
    expectEqual(
      picture { executor in
        let (first, resolveFirst) = Promise<Int>.withResolvers()
        let (second, resolveSecond) = Promise<Int>.withResolvers()
        resolveFirst.resolve(second)
        resolveSecond.resolve(first)
        first.catch { _ in }
        second.catch { _ in }
        executor.run()
      },
      """
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
      handled #1 by #3 in #3
      finished #3 on main void in #3
      rejected #3 via #1 a promise cannot be resolved with one that waits for it PromiseResolutionError by returned in #3
      started #4 on main in #4
      finished #4 on main void in #4
      rejected #4 via #2 a promise cannot be resolved with one that waits for it PromiseResolutionError by returned in #4
      """)
  }

  @Test func aCancellationIsLoggedAsSuchPassedOnOrNot() {
    expectEqual(
      picture { _ in Promise<Int>(CancellationError()).then { $0 } },
      """
      created #1 error
      rejected #1 CancellationError() CancellationError by resolver cancelled
      created #2 then from #1
      registered #1 by #2 [fulfilled]
      rejected #2 via #1 CancellationError() CancellationError by passthrough cancelled
      """)
  }

  @Test func aPromiseAndItsWaitersAreFreedWhilePending() {
    expectEqual(
      picture(without: []) { executor in
        let root = Promise<Int>.pending()
        root.then { $0 }.catch { _ in }
      },
      """
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

  @Test("the value policy limits the log to types, or to types of errors", arguments: [ValuePolicy.type, .off])
  func values(_ policy: ValuePolicy) {
    let lines = picture(without: [.created, .registered, .released], values: policy) { _ in
      let (value, error) = (Promise(1), Promise<Int>(Oops.one))
      let nothing = Promise<Void>(())
      let list = Promise([1, 2])
      return (value, error, nothing, list)
    }
    let expected =
      policy == .off
      ? """
      fulfilled #1 by resolver
      rejected #2 Oops by resolver
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
    expectEqual(lines, expected)
  }

  @Test func anObserverAndAnAwaitCreateNoPromise() {
    expectEqual(
      picture { executor in
        let thenable = Promise<Int>.withResolvers()
        thenable.promise.timeout(1)
        thenable.resolver.fulfill(1)
      },
      """
      created #1 withResolvers
      created #2 timeout from #1
      registered #1 by #2 []
      fulfilled #1 1 by resolver
      fulfilled #2 via #1 1 by passthrough
      """)
  }

  @Test func nothingIsTracedWithoutATracerAndTheIdIsZero() {
    let tracer = Tracer()
    expectEqual(Promise(1).id, 0)
    tracer.run { expectEqual(Promise(1).id, 1) }
    expectEqual(Promise(1).id, 0)
  }

  @Test func aPromiseThatDerivesFromATracedPromiseIsTraced() {
    let tracer = Tracer()
    let root = tracer.run { Promise(1) }
    expectEqual(root.then(on: .inline) { $0 }.id, 2)
  }

  @Test func aPromiseCreatedInATracedBodyBelongsToTheSameTracer() {
    let tracer = Tracer()
    let root = tracer.run { Promise(1) }
    let box = Box<Int>()
    root.then(on: .inline) { _ in box.promise = Promise(5) }
    expectEqual(box.promise?.id, 3)
  }

  @Test func cancelingTheLastLinkReachesTheSource() {
    expectEqual(
      picture { _ in
        let root = Promise<Int>.pending()
        let end = root.then { $0 }.delay(1)
        end.cancel()
        return root
      },
      """
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
