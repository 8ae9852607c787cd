// lazy: begins with the first one who waits, once, and never for those who only watch.

import Dispatch
import PromiseScope
import Testing

@Suite("lazy")
struct LazyTests {
  @Test("nothing runs before somebody waits; then it runs once, for all")
  func beginsWhenAwaited() {
    virtually { executor in
      let notes = Notes()
      let promise = Promise<Int>.lazy {
        notes.add("begun")
        return 1
      }
      executor.run()
      #expect(notes.lines == [] && promise.isPending)
      let ends = [promise.then { $0 + 1 }, promise.then { $0 + 2 }]
      #expect(notes.lines == [], "never inside the call that waits")
      executor.run()
      #expect(notes.lines == ["begun"] && ends.map(\.currentValue) == [2, 3])
    }
  }

  @Test("it follows the promise that its body returns, and rejects with what it throws")
  func outcomes() {
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

  @Test("a combinator begins it, progress and labels do not")
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

  @Test("start begins it once")
  func start() {
    virtually { executor in
      let promise = Promise<Int>.lazy { 7 }
      #expect(promise.start())
      #expect(!promise.start())
      executor.run()
      #expect(promise.currentValue == 7)
      #expect(!Promise(1).start() && !Promise<Int>.pending().start())
    }
  }

  @Test("cancelled before anybody waits, it never begins")
  func cancelled() {
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

  @Test("one that nobody waits for is freed, and its body with it")
  func freed() {
    weak var promise: Promise<Int>?
    weak var captured: Notes?
    do {
      let notes = Notes()
      captured = notes
      promise = Promise<Int>.lazy { notes.count }
    }
    #expect(promise == nil && captured == nil)
  }

  @Test("as work that a test waits for, it counts from its beginning")
  func work() {
    let promise = Promise<Int>.lazy(on: .global()) { 1 }
    #expect(waitForPromises(timeout: 5))
    promise.then(on: .global()) { $0 }
    #expect(waitForPromises(timeout: 5))
    #expect(promise.currentValue == 1)
  }

  @Test("in the log")
  func logged() {
    #expect(
      picture { executor in
        let promise = Promise<Int>.lazy { 1 }
        executor.run()
        promise.named("awaited now")
        let end = promise.then { $0 }
        executor.run()
        withExtendedLifetime(end) {}
      } == """
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
