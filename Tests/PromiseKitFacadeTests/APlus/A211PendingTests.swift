// Promises/A+ §2.1.1: a pending promise may transition to either the fulfilled or rejected state.

import PromiseKitFacade
import Testing

@Suite("A+ 2.1.1 pending")
struct A211PendingTests {
  @Test("2.1.1 a new promise is pending and has no result")
  func startsPending() {
    let (promise, resolver) = Promise<Int>.pending()
    #expect(promise.isPending && !promise.isResolved && !promise.isFulfilled && !promise.isRejected)
    #expect(promise.result == nil && promise.value == nil && promise.error == nil)
    withExtendedLifetime(resolver) {}
  }

  @Test("2.1.1.1 it may become fulfilled")
  func mayFulfill() {
    let (promise, resolver) = Promise<Int>.pending()
    resolver.fulfill(1)
    #expect(!promise.isPending && promise.isResolved && promise.isFulfilled && !promise.isRejected)
    #expect(promise.value == 1)
  }

  @Test("2.1.1.1 it may become rejected")
  func mayReject() {
    let (promise, resolver) = Promise<Int>.pending()
    resolver.reject(Oops.one)
    #expect(!promise.isPending && promise.isResolved && !promise.isFulfilled && promise.isRejected)
    #expect(promise.oops == .one)
  }

  @Test("2.1.1 a pending promise runs no handler")
  func runsNoHandler() {
    virtually { executor in
      let notes = Notes()
      let (promise, resolver) = Promise<Int>.pending()
      let either = promise.done { _ in notes.add("value") }.ensure { notes.add("end") }
      either.catch { _ in notes.add("error") }.finally { notes.add("finally") }
      executor.run()
      #expect(notes.lines.isEmpty && either.isPending)
      withExtendedLifetime(resolver) {}
    }
  }
}
