// Tests the inline executor: handlers run within the call that settles, and never inside another handler.

@Suite struct InlineTests {
  @Test func nestedSettlementsWaitForTheOutermostHandler() {
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

  @Test func aHandlerRunsWithinTheCallThatSettles() {
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

  @Test func handlersAddedWhileOthersRunComeAfterThem() {
    let notes = Notes()
    let promise = Promise<Int>.pending()
    promise.then(on: .inline) { _ in
      notes.add("a")
      promise.then(on: .inline) { _ in notes.add("added by a") }
    }
    promise.then(on: .inline) { _ in notes.add("b") }
    promise.fulfill(1)
    expectEqual(notes.lines, ["a", "b", "added by a"])
  }
}
