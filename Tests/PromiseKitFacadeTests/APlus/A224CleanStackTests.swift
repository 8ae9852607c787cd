// Promises/A+ §2.2.4: handlers are not called until the execution context stack contains only platform code.
//
// On a queue, a handler runs in a later block. With `on: nil`, as PromiseKit documents, it runs within the call that settles, but never
// inside another handler.

import PromiseKitFacade
import Testing

@Suite("A+ 2.2.4 clean stack")
struct A224CleanStackTests {
  @Test("2.2.4 the operator returns before its handler is called", arguments: Moment.allCases)
  func afterReturning(_ moment: Moment) {
    virtually { executor in
      let notes = Notes()
      moment.fulfill(with: 1, in: executor) { promise, _ in
        promise.done { _ in notes.add("handler") }.cauterize()
        notes.add("done returned")
      }
      moment.reject(Int.self, with: Oops.one, in: executor) { promise, _ in
        promise.catch { _ in notes.add("catch handler") }
        notes.add("catch returned")
      }
      #expect(notes.lines == ["done returned", "handler", "catch returned", "catch handler"])
    }
  }

  @Test("2.2.4 settling returns before the handlers are called")
  func afterSettlingReturns() {
    virtually { executor in
      let notes = Notes()
      let (promise, resolver) = Promise<Int>.pending()
      promise.done { _ in notes.add("handler") }.cauterize()
      resolver.fulfill(1)
      notes.add("fulfill returned")
      executor.run()
      #expect(notes.lines == ["fulfill returned", "handler"])
    }
  }

  @Test("2.2.4 a handler added or triggered inside a handler waits for the outer one")
  func notInsideAnother() {
    virtually { executor in
      let notes = Notes()
      let first = Promise.value(1)
      let (second, resolver) = Promise<Int>.pending()
      second.done { _ in notes.add("second's handler") }.cauterize()
      first.done { _ in
        first.done { _ in notes.add("inner") }.cauterize()
        resolver.fulfill(2)
        notes.add("outer ends")
      }.cauterize()
      executor.run()
      #expect(notes.lines == ["outer ends", "inner", "second's handler"])
    }
  }

  @Test("2.2.4 with on: nil, a handler runs within the call that settles, but not inside another handler")
  func inlineNeverNests() {
    let notes = Notes()
    let (first, resolveFirst) = Promise<Int>.pending()
    let (second, resolveSecond) = Promise<Int>.pending()
    second.done(on: nil) { _ in notes.add("second's handler") }.cauterize()
    first.done(on: nil) { _ in
      resolveSecond.fulfill(2)
      notes.add("outer ends")
    }.cauterize()
    resolveFirst.fulfill(1)
    notes.add("fulfill returned")
    #expect(notes.lines == ["outer ends", "second's handler", "fulfill returned"])
  }
}
