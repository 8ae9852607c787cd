// Tests `lazy`: the first waiter starts the body, once; observers of its progress don't.

import Dispatch

@Suite struct LazyTests {
  @Test func theBodyRunsOnceWhenSomethingFirstWaits() {
    virtually { executor in
      let notes = Notes()
      let promise = Promise<Int>.lazy {
        notes.add("begun")
        return 1
      }
      executor.run()
      #expect(notes.lines == [] && promise.isPending)
      let ends = [promise.then { $0 + 1 }, promise.then { $0 + 2 }]
      expectEqual(notes.lines, [], "never inside the call that waits")
      executor.run()
      #expect(notes.lines == ["begun"] && ends.map(\.currentValue) == [2, 3])
    }
  }

  @Test func followsThePromiseThatItsBodyReturnsAndRejectsWithAThrownError() {
    virtually { executor in
      let inner = Promise<Int>.pending()
      let following = Promise<Int>.lazy { inner }.then { $0 }
      let failing = Promise<Int>.lazy { throw Oops.one }.then { $0 }
      executor.run()
      inner.fulfill(5)
      executor.run()
      #expect(following.currentValue == 5 && failing.oops == .one)
    }
  }

  @Test("a combinator starts the body, progress observers and labels don't")
  func whoBegins() {
    virtually { executor in
      let notes = Notes()
      let make = { (name: String) in
        Promise<String>.lazy {
          notes.add(name)
          return name
        }
      }
      make("watched").onProgress { _ in }.named("label")
      let first = make("first")
      let both = all(first, make("second"))
      executor.run()
      #expect(notes.lines == ["first", "second"] && both.currentValue == ["first", "second"])
    }
  }

  @Test("start() starts the body once")
  func start() {
    virtually { executor in
      let promise = Promise<Int>.lazy { 7 }
      #expect(promise.start())
      #expect(!promise.start())
      executor.run()
      expectEqual(promise.currentValue, 7)
      #expect(!Promise(1).start() && !Promise<Int>.pending().start())
    }
  }

  @Test func theBodyNeverStartsIfThePromiseIsCanceledFirst() {
    virtually { executor in
      let notes = Notes()
      let promise = Promise<Int>.lazy {
        notes.add("begun")
        return 1
      }
      promise.cancel()
      let end = promise.then { $0 }
      executor.run()
      #expect(notes.lines == [] && end.error is CancellationError && !promise.start())
    }
  }

  @Test func aPromiseWithoutWaitersIsFreedWithItsBody() {
    weak var promise: Promise<Int>?
    weak var captured: Notes?
    do {
      let notes = Notes()
      captured = notes
      promise = Promise<Int>.lazy { notes.count }
    }
    #expect(promise == nil && captured == nil)
  }

  // `LifecycleTests` checks that it does not count before. Here, other tests may have pending work at the same time.
  @Test func waitForPromisesCountsItAsPendingWorkOnceItHasStarted() {
    let executor = ManualExecutor()
    let promise = Promise<Int>.lazy { 1 }
    executor.bind { _ = promise.then { $0 } }
    #expect(!waitForPromises(timeout: 0), "its body waits on an executor that counts nothing itself")
    executor.run()
    expectEqual(promise.value, 1)
  }

  @Test func theLogShowsWhenTheBodyStarts() {
    expectEqual(
      picture { executor in
        let promise = Promise<Int>.lazy { 1 }
        executor.run()
        promise.named("awaited now")
        return promise.then { $0 }
      },
      """
      created #1 lazy
      named #1 awaited now
      created #2 then from #1
      registered #1 by #2 [fulfilled]
      enqueued #1 on main
      started #1 on main in #1
      finished #1 on main value in #1
      fulfilled #1 1 by returned in #1
      enqueued #2 on main in #1
      started #2 on main in #2
      finished #2 on main value in #2
      fulfilled #2 1 by returned in #2
      """)
  }
}
