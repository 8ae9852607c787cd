// awaitPromise: waiting on a thread, and saying so when that would never end.

import Dispatch
import PromiseScope
import Testing

@Suite("awaitPromise")
struct AwaitPromiseTests {
  @Test("returns the value, throws the error, at once or after virtual time")
  func outcomes() throws {
    try virtually { executor in
      let one = try awaitPromise(Promise(1))
      let three = try awaitPromise(Promise(2).delay(1_000).then { $0 + 1 })
      #expect(one == 1 && three == 3)
      #expect(throws: Oops.one) { try awaitPromise(Promise<Int>(Oops.one).delay(1)) }
      #expect(executor.clock.now == 1_000_000_000_000)
    }
  }

  @Test("of a promise that nothing will settle, in virtual time")
  func never() {
    virtually { _ in
      let promise = Promise<Int>.pending()
      #expect(throws: PromiseDeadlockError(queue: "manual")) { try awaitPromise(promise) }
    }
  }

  @Test("inside an inline handler, for a promise of several steps")
  func insideHandler() {
    virtually { executor in
      let root = Promise<Int>.pending()
      let end = root.then(on: .inline) { number -> Int in
        try awaitPromise(Promise(on: .queue(.main)) { 1 }.then { $0 + 1 }.then { Promise($0 * 10) }) + number
      }
      root.fulfill(1)
      executor.run()
      #expect(end.currentValue == 21)
    }
  }

  @Test("what would never end is told by the log too")
  func logged() {
    #expect(
      picture { _ in
        let promise = Promise<Int>.pending()
        #expect(throws: PromiseDeadlockError.self) { try awaitPromise(promise) }
      } == """
        created #1 pending
        noted #1 a thread of queue 'manual' waits for this promise, which needs that queue
        """)
  }

  @Test("on a queue of its own, for bodies on another")
  func otherQueue() async throws {
    let queue = DispatchQueue(label: "other")
    let end = Promise<Int>(on: DispatchQueue(label: "waiting")) {
      try awaitPromise(Promise(on: queue) { 20 }.then(on: queue) { $0 + 1 }) * 2
    }
    #expect(try await end.get() == 42)
  }

  @Test("on the serial queue that the promise needs: an error that names it, not a hang")
  func deadlock() async {
    let queue = DispatchQueue(label: "serial")
    let end = Promise<Int>(on: queue) { try awaitPromise(Promise(on: .global()) { 1 }.then(on: queue) { $0 }) }
    await #expect(throws: PromiseDeadlockError(queue: "serial")) { try await end.get() }
    #expect("\(PromiseDeadlockError(queue: "serial"))".contains("queue 'serial'"))
  }

  @Test("on the concurrent queue that the promise needs: another thread comes to help")
  func concurrent() async throws {
    let queue = DispatchQueue(label: "concurrent", attributes: .concurrent)
    let end = Promise<Int>(on: queue) { try awaitPromise(Promise(on: queue) { 1 }) }
    #expect(try await end.get() == 1)
  }
}
