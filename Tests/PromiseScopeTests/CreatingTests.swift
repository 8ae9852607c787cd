// Making promises: settled, pending, and by a closure of their own. A body runs later, on its queue.

import Dispatch
import PromiseScope
import Testing

@Suite("Creating")
struct CreatingTests {
  @Test("a value or an error settles at once")
  func settled() {
    #expect(Promise(1).currentValue == 1)
    #expect(Promise<Int>(Oops.one).oops == .one)
  }

  @Test("pending() and withResolvers() wait for somebody")
  func pending() {
    let (promise, resolver) = Promise<Int>.withResolvers()
    #expect(promise.isPending && resolver.promise === promise)
    #expect(Promise<Int>.pending().isPending)
    let copy = resolver
    #expect(copy.fulfill(1) && !resolver.fulfill(2))
  }

  @Test("the async body runs later and settles by either closure")
  func asyncBody() {
    virtually { executor in
      let notes = Notes()
      let fulfilled = Promise<Int> { fulfill, _ in
        notes.add("body")
        fulfill(1)
      }
      let rejected = Promise<Int> { _, reject in reject(Oops.one) }
      notes.add("created")
      #expect(fulfilled.isPending && rejected.isPending)
      executor.run()
      #expect(notes.lines == ["created", "body"])
      #expect(fulfilled.currentValue == 1 && rejected.oops == .one)
    }
  }

  @Test("the async body's first call counts; what it throws then does not")
  func asyncBodyFirstCall() {
    virtually { executor in
      let first = Promise<Int> { fulfill, reject in
        fulfill(1)
        reject(Oops.one)
        fulfill(2)
        throw Oops.two
      }
      let thrown = Promise<Int> { _, _ in throw Oops.three }
      executor.run()
      #expect(first.currentValue == 1 && thrown.oops == .three)
    }
  }

  @Test("the async body's closures may be called long after it ended")
  func asyncBodyLater() {
    virtually { executor in
      let promise = Promise<Int> { fulfill, _ in executor.schedule(after: 3) { fulfill(1) } }
      executor.run(until: 2_000_000_000)
      #expect(promise.isPending)
      executor.run()
      #expect(promise.currentValue == 1)
    }
  }

  @Test("a body that returns a value, a promise, or throws")
  func returningBodies() {
    virtually { executor in
      let value = Promise<Int> { 1 }
      let thrown = Promise<Int> { () throws -> Int in throw Oops.one }
      let promise = Promise<Int> { () -> Promise<Int> in Promise<Int> { 2 } }
      let nothing = Promise<Void> {}
      #expect(value.isPending)
      executor.run()
      #expect(value.currentValue == 1 && thrown.oops == .one && promise.currentValue == 2 && nothing.isFulfilled)
    }
  }

  @Test("inline bodies run at once")
  func inlineBodies() {
    #expect(Promise<Int>(on: .inline) { 1 }.currentValue == 1)
    #expect(Promise<Int>(on: .inline) { fulfill, _ in fulfill(1) }.currentValue == 1)
  }

  @Test("a body whose promise was settled from outside before its turn is not run")
  func settledBeforeBody() {
    virtually { executor in
      let notes = Notes()
      let promise = Promise<Int> { () -> Int in
        notes.add("body")
        return 1
      }
      promise.fulfill(2)
      executor.run()
      #expect(promise.currentValue == 2 && notes.lines.isEmpty)
    }
  }

  @Test("a body keeps its promise alive until it has run, and no longer")
  func bodyKeepsPromise() {
    virtually { executor in
      let notes = Notes()
      weak var promise: Promise<Int>?
      do {
        let made = Promise<Int> { 1 }
        made.then { notes.add("\($0)") }
        promise = made
      }
      #expect(promise != nil)
      executor.run()
      #expect(promise == nil && notes.lines == ["1"])
    }
  }

  @Test("the default executor is the main queue; a queue is known by its label")
  func executors() {
    #expect(Executor.standard === QueueExecutor.main)
    let queue = DispatchQueue(label: "worker")
    #expect(Executor.queue(queue) === Executor.queue(queue))
    #expect(Executor.queue(queue).label == "worker")
    #expect(Executor.queue(.main) === QueueExecutor.main)
    #expect(Executor.queue(.global()) === Executor.queue(.global()))
  }
}
