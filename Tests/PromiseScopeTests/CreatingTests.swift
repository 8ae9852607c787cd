// Tests the initializers: settled and pending promises, and bodies that run asynchronously on their queue.

import Dispatch

@Suite struct CreatingTests {
  @Test func theValueStaysTheSameWhateverItsSize() {
    struct Large: Equatable, Sendable {
      var numbers = (0..<9).map { $0 * 7 }
      var text = "text"
      var more = 1.5
    }
    final class Thing: Sendable {}
    let thing = Thing()
    expectEqual(Promise(UInt8(7)).currentValue, 7)
    expectEqual(Promise("a string of more than fifteen bytes").currentValue, "a string of more than fifteen bytes")
    expectEqual(Promise(Large()).currentValue, Large())
    let kept = Promise(thing)
    let isKept = kept.currentValue === thing
    #expect(isKept)
    expectEqual(Promise<Int?>(nil).currentValue, .some(nil))
    expectEqual(Promise([Int]()).currentValue, [])
  }

  @Test("pending() and withResolvers() create promises that the caller settles")
  func pending() {
    let (promise, resolver) = Promise<Int>.withResolvers()
    #expect(promise.isPending && resolver.promise === promise)
    #expect(Promise<Int>.pending().isPending)
    let copy = resolver
    #expect(copy.fulfill(1) && !resolver.fulfill(2))
  }

  @Test func aBodyRunsAsynchronouslyAndSettlesByEitherClosure() {
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
      expectEqual(notes.lines, ["created", "body"])
      #expect(fulfilled.currentValue == 1 && rejected.oops == .one)
    }
  }

  @Test("the first call in a body settles; a later error is ignored")
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

  @Test func theClosuresOfABodyMayBeCalledLongAfterItReturns() {
    virtually { executor in
      let promise = Promise<Int> { fulfill, _ in executor.schedule(after: 3) { fulfill(1) } }
      executor.run(until: 2_000_000_000)
      #expect(promise.isPending)
      executor.run()
      expectEqual(promise.currentValue, 1)
    }
  }

  @Test func aBodyReturnsAValueOrAPromiseOrThrows() {
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

  @Test func inlineBodiesRunImmediately() {
    expectEqual(Promise<Int>(on: .inline) { 1 }.currentValue, 1)
    expectEqual(Promise<Int>(on: .inline) { fulfill, _ in fulfill(1) }.currentValue, 1)
  }

  @Test("a body doesn't run if its promise is settled from outside first")
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

  @Test func aBodyRetainsItsPromiseUntilItHasRun() {
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

  @Test("the default executor is the main queue; a queue is named by its label")
  func executors() {
    #expect(PromiseExecutor.standard === QueueExecutor.main)
    let queue = DispatchQueue(label: "worker")
    #expect(PromiseExecutor.queue(queue) === PromiseExecutor.queue(queue))
    expectEqual(PromiseExecutor.queue(queue).label, "worker")
    #expect(PromiseExecutor.queue(.main) === QueueExecutor.main)
    #expect(PromiseExecutor.queue(.global()) === PromiseExecutor.queue(.global()))
  }
}
