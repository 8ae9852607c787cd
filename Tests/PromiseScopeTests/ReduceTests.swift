// Tests `reduce`: one item after another, and the errors that stop it.

@Suite struct ReduceTests {
  @Test func combinesItemsInOrderOneAfterAnother() {
    virtually { executor in
      let notes = Notes()
      let end = Promise("0").reduce([3, 1, 2]) { text, number in
        notes.add("\(text)+\(number)")
        return Promise(text + "\(number)").delay(Double(number))
      }
      executor.advance(by: 3)
      expectEqual(notes.lines, ["0+3", "03+1"])
      executor.run()
      expectEqual(end.value, "0312")
    }
  }

  @Test func returnsThePromiseItselfWithoutItems() {
    let start = Promise(7)
    #expect(start.reduce([Int]()) { _, _ in Promise(0) } === start)
  }

  @Test func isStoppedByTheFirstErrorThrownReturnedOrOfTheInitialPromise() {
    virtually { executor in
      let calls = Counter()
      let thrown = Promise(0).reduce(1...3) { _, number -> Promise<Int> in
        calls.add(1)
        if number == 2 { throw Oops.two }
        return Promise(number)
      }
      let returned = Promise(0).reduce([1, 2]) { _, number in Promise<Int>(number == 1 ? Oops.one : Oops.three) }
      let never = Promise<Int>(Oops.three).reduce(1, 2) { _, number in
        calls.add(100)
        return Promise(number)
      }
      executor.run()
      #expect(thrown.oops == .two && returned.oops == .one && never.oops == .three)
      expectEqual(calls.value, 2)
    }
  }

  @Test func theGlobalFunctionStartsWithAValue() {
    virtually { executor in
      let sum = reduce(10, [1, 2]) { Promise($0 + $1) }
      executor.run()
      expectEqual(sum.value, 13)
    }
  }
}
