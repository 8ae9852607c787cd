// Promises/A+ §2.1.1: a pending promise may transition to either the fulfilled or rejected state.

import PromiseScope
import TestSupport
import Testing

@Suite("A+ 2.1.1 pending")
struct A211PendingTests {
  @Test("2.1.1 a new promise is pending and has no result")
  func startsPending() {
    let promise = Promise<Int>.pending()
    #expect(promise.isPending && !promise.isFulfilled && !promise.isRejected)
    #expect(promise.result == nil)
  }

  @Test("2.1.1.1 a pending promise may become fulfilled")
  func mayFulfill() {
    let promise = Promise<Int>.pending()
    #expect(promise.fulfill(1))
    #expect(!promise.isPending && promise.isFulfilled && !promise.isRejected)
    expectEqual(promise.currentValue, 1)
  }

  @Test("2.1.1.1 a pending promise may become rejected")
  func mayReject() {
    let promise = Promise<Int>.pending()
    #expect(promise.reject(Oops.one))
    #expect(!promise.isPending && !promise.isFulfilled && promise.isRejected)
    expectEqual(promise.oops, .one)
  }

  @Test("2.1.1 a pending promise calls no handler")
  func callsNoHandler() {
    virtually { executor in
      let notes = Notes()
      let promise = Promise<Int>.pending()
      let either = promise.then { _ in notes.add("value") }.catch { _ in notes.add("error") }
        .always { notes.add("end") }
      executor.run()
      #expect(notes.lines.isEmpty && either.isPending)
    }
  }
}
