// Tests `then` with a value, with a promise and without a result.

@Suite struct ThenTests {
  @Test func aHandlerThatReturnsNothingPassesTheValueOn() {
    virtually { executor in
      let notes = Notes()
      let end = Promise(5).then { notes.add("\($0)") }.then { notes.add("\($0 + 1)") }
      executor.run()
      #expect(end.currentValue == 5 && notes.lines == ["5", "6"])
    }
  }

  @Test func aThrownErrorRejectsInEachForm() {
    virtually { executor in
      let value = Promise(1).then { _ -> Int in throw Oops.one }
      let promise = Promise(1).then { _ -> Promise<Int> in throw Oops.two }
      let nothing = Promise(1).then { _ -> Void in throw Oops.three }
      executor.run()
      #expect(value.oops == .one && promise.oops == .two && nothing.oops == .three)
    }
  }

  @Test("a rejection that only passes through doesn't hop to a queue")
  func rejectionDoesNotHop() {
    virtually { executor in
      let first = Promise<Int>.pending()
      let end = first.then { $0 }.then { Promise($0) }.then { _ in }.validate { _ in true }.delay(9).timeout(99)
      first.reject(Oops.one)
      expectEqual(end.oops, .one)
      #expect(!executor.step())
    }
  }

  @Test("a value that only passes through doesn't hop to a queue")
  func valueDoesNotHop() {
    virtually { executor in
      let first = Promise<Int>.pending()
      let end = first.catch { _ in }.recover { _ in 0 }.recover { _ in Promise(0) }.catch { _ in }
      first.fulfill(1)
      expectEqual(end.currentValue, 1)
      #expect(!executor.step())
    }
  }

  @Test func eachHandlerRunsOnItsOwnQueue() {
    let first = ManualExecutor(label: "first")
    let second = ManualExecutor(label: "second")
    let notes = Notes()
    let promise = Promise<Int>.pending()
    promise.then(on: first) { _ in notes.add("first") }.then(on: second) { _ in notes.add("second") }
    promise.fulfill(1)
    #expect(!second.step() && notes.lines.isEmpty)
    #expect(first.step() && notes.lines == ["first"])
    #expect(!first.step() && second.step() && notes.lines == ["first", "second"])
  }

  @Test func aDerivedPromiseSettledFromOutsideKeepsItsOutcomeAndItsHandlerNeverRuns() {
    virtually { executor in
      let notes = Notes()
      let first = Promise<Int>.pending()
      let derived = first.then { value -> Int in
        notes.add("handler")
        return value
      }
      let end = derived.then { "\($0)" }
      #expect(derived.fulfill(7))
      first.fulfill(1)
      executor.run()
      #expect(derived.currentValue == 7 && end.currentValue == "7" && notes.lines.isEmpty)
    }
  }

  @Test func aDerivedPromiseMayBeSettledInsideAnInlineHandlerOfItsParent() {
    let notes = Notes()
    let first = Promise<Int>.pending()
    let box = Box<Int>()
    first.then(on: .inline) { _ in
      notes.add("settle derived \(box.promise?.fulfill(7) ?? false)")
    }
    let derived = first.then(on: .inline) { value -> Int in
      notes.add("never")
      return value
    }
    box.promise = derived
    derived.then(on: .inline) { notes.add("derived \($0)") }
    first.then(on: .inline) { notes.add("sibling \($0)") }
    first.fulfill(1)
    expectEqual(notes.lines, ["settle derived true", "sibling 1", "derived 7"])
    box.promise = nil
  }

  @Test func aDerivedPromiseMayBeSettledInsideAnInlineHandlerOfAnotherPromise() {
    let notes = Notes()
    let first = Promise<Int>.pending()
    let before = first.then(on: .inline) { notes.add("before \($0)") }
    let derived = first.then(on: .inline) { _ in notes.add("never") }
    let after = first.then(on: .inline) { notes.add("after \($0)") }
    derived.then(on: .inline) { notes.add("derived \($0)") }
    let other = Promise<Int>.pending()
    other.then(on: .inline) { _ in
      derived.fulfill(7)
      notes.add("settled")
    }
    other.fulfill(0)
    expectEqual(notes.lines, ["settled", "derived 7"])
    first.fulfill(1)
    expectEqual(notes.lines, ["settled", "derived 7", "before 1", "after 1"])
    #expect(before.currentValue == 1 && after.currentValue == 1)
  }

  @Test func aPromiseMayBeSettledInsideAnInlineHandlerWhileItsOwnHandlerIsEnqueued() {
    let notes = Notes()
    let queue = ManualExecutor()
    let first = Promise(1)
    let derived = first.then(on: queue) { _ in notes.add("never") }
    let behind = first.then(on: queue) { notes.add("behind \($0)") }
    derived.then(on: .inline) { notes.add("derived \($0)") }
    let other = Promise<Int>.pending()
    other.then(on: .inline) { _ in derived.fulfill(7) }
    other.fulfill(0)
    queue.run()
    expectEqual(notes.lines, ["derived 7", "behind 1"])
    expectEqual(behind.currentValue, 1)
  }
}
