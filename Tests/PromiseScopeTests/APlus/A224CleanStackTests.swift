// Promises/A+ §2.2.4: handlers are not called until the execution context stack contains only platform code.
//
// On a queue that means a later block. The inline executor is the only exception, for callers that choose it: there a handler never
// runs inside another handler.

import PromiseScope
import TestSupport
import Testing

@Suite("A+ 2.2.4 clean stack")
struct A224CleanStackTests {
  @Test("2.2.4 `then` returns before its handler is called", arguments: Moment.allCases)
  func afterThenReturns(_ moment: Moment) {
    virtually { executor in
      let notes = Notes()
      moment.fulfill(with: 1, in: executor) { promise in
        promise.then { _ in notes.add("handler") }
        notes.add("then returned")
      }
      moment.reject(Int.self, with: Oops.one, in: executor) { promise in
        promise.catch { _ in notes.add("catch handler") }
        notes.add("catch returned")
      }
      expectEqual(notes.lines, ["then returned", "handler", "catch returned", "catch handler"])
    }
  }

  @Test("2.2.4 settling returns before the handlers are called")
  func afterSettlingReturns() {
    virtually { executor in
      let notes = Notes()
      let promise = Promise<Int>.pending()
      promise.then { _ in notes.add("handler") }
      promise.fulfill(1)
      notes.add("fulfill returned")
      executor.run()
      expectEqual(notes.lines, ["fulfill returned", "handler"])
    }
  }

  @Test("2.2.4 a handler added or triggered inside a handler waits for the outer one")
  func notInsideAnother() {
    virtually { executor in
      let notes = Notes()
      let first = Promise(1)
      let second = Promise<Int>.pending()
      second.then { _ in notes.add("second's handler") }
      first.then { _ in
        first.then { _ in notes.add("inner") }
        second.fulfill(2)
        notes.add("outer ends")
      }
      executor.run()
      expectEqual(notes.lines, ["outer ends", "inner", "second's handler"])
    }
  }

  @Test("2.2.4 inline: nested settlements wait for the outermost handler")
  func inlineNeverNests() {
    let notes = Notes()
    let first = Promise<Int>.pending()
    let second = Promise<Int>.pending()
    second.then(on: .inline) { _ in notes.add("second's handler") }
    first.then(on: .inline) { _ in
      first.then(on: .inline) { _ in notes.add("inner") }
      second.fulfill(2)
      notes.add("outer ends")
    }
    first.then(on: .inline) { _ in notes.add("next of first") }
    first.fulfill(1)
    notes.add("fulfill returned")
    expectEqual(notes.lines, ["outer ends", "next of first", "inner", "second's handler", "fulfill returned"])
  }

  @Test("2.2.4 inline: a handler runs within the call that settles")
  func inlineIsInline() {
    let notes = Notes()
    let promise = Promise<Int>.pending()
    promise.then(on: .inline) { _ in notes.add("handler") }
    notes.add("fulfil")
    promise.fulfill(1)
    notes.add("fulfilled")
    promise.then(on: .inline) { _ in notes.add("late handler") }
    notes.add("late then returned")
    expectEqual(notes.lines, ["fulfil", "handler", "fulfilled", "late handler", "late then returned"])
  }
}
