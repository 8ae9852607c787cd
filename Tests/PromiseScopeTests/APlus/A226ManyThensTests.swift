// Promises/A+ §2.2.6: `then` may be called many times; the handlers run in the order of the calls that added them.

import PromiseScope
import TestSupport
import Testing

@Suite("A+ 2.2.6 many thens")
struct A226ManyThensTests {
  @Test("2.2.6.1 onFulfilled in the order of the calls", arguments: Moment.allCases)
  func fulfilledInOrder(_ moment: Moment) {
    virtually { executor in
      let notes = Notes()
      moment.fulfill(with: 1, in: executor) { promise in
        for name in ["a", "b", "c", "d"] { promise.then { notes.add("\(name)\($0)") } }
      }
      expectEqual(notes.lines, ["a1", "b1", "c1", "d1"])
    }
  }

  @Test("2.2.6.2 onRejected in the order of the calls", arguments: Moment.allCases)
  func rejectedInOrder(_ moment: Moment) {
    virtually { executor in
      let notes = Notes()
      moment.reject(Int.self, with: Oops.one, in: executor) { promise in
        for name in ["a", "b", "c", "d"] { promise.catch { notes.add("\(name) \($0)") } }
      }
      expectEqual(notes.lines, ["a one", "b one", "c one", "d one"])
    }
  }

  @Test("2.2.6 every kind of handler runs in order", arguments: Moment.allCases)
  func mixedOperators(_ moment: Moment) {
    virtually { executor in
      let notes = Notes()
      moment.fulfill(with: 1, in: executor) { promise in
        promise.always { notes.add("always") }
        promise.then { _ in notes.add("then") }
        promise.validate { _ in
          notes.add("validate")
          return true
        }
        promise.then { _ -> Promise<Int> in
          notes.add("then promise")
          return Promise(2)
        }
      }
      expectEqual(notes.lines, ["always", "then", "validate", "then promise"])
    }
  }

  @Test("2.2.6 an error in one handler doesn't prevent the next from running", arguments: Moment.allCases)
  func errorsStayApart(_ moment: Moment) {
    virtually { executor in
      let notes = Notes()
      moment.fulfill(with: 1, in: executor) { promise in
        promise.then { _ in notes.add("a") }
        promise.then { _ -> Void in
          notes.add("b throws")
          throw Oops.two
        }.catch { notes.add("b's error \($0)") }
        promise.then { _ in notes.add("c") }.then { _ in notes.add("after c") }
      }
      expectEqual(notes.lines, ["a", "b throws", "c", "b's error two", "after c"])
    }
  }

  @Test("2.2.6 handlers added while others run come after them")
  func addedWhileRunning() {
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

  @Test("2.2.6 each `then` returns a separate promise")
  func separateResults() {
    virtually { executor in
      let promise = Promise(10)
      let plus = promise.then { $0 + 1 }
      let minus = promise.then { $0 - 1 }
      let failed = promise.then { _ -> Int in throw Oops.one }
      executor.run()
      #expect(plus.currentValue == 11 && minus.currentValue == 9 && failed.oops == .one && promise.currentValue == 10)
    }
  }
}
