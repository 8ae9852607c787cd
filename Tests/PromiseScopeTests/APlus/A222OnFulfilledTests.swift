// Promises/A+ §2.2.2: onFulfilled is called after the promise is fulfilled, with its value, and not more than once.

import PromiseScope
import TestSupport
import Testing

@Suite("A+ 2.2.2 onFulfilled")
struct A222OnFulfilledTests {
  @Test("2.2.2.1 called after fulfillment, with the value", arguments: Moment.allCases)
  func calledWithValue(_ moment: Moment) {
    virtually { executor in
      let notes = Notes()
      moment.fulfill(with: "v", in: executor) { promise in
        promise.then { notes.add("\($0) \(promise.isFulfilled)") }
      }
      expectEqual(notes.lines, ["v true"])
    }
  }

  @Test("2.2.2.2 not called before fulfillment")
  func notBefore() {
    virtually { executor in
      let notes = Notes()
      let promise = Promise<Int>.pending()
      promise.then { notes.add("\($0)") }
      executor.run()
      notes.add("fulfil")
      promise.fulfill(1)
      notes.add("fulfilled")
      executor.run()
      expectEqual(notes.lines, ["fulfil", "fulfilled", "1"])
    }
  }

  @Test("2.2.2.3 called once, however often the promise is fulfilled", arguments: Moment.allCases)
  func calledOnce(_ moment: Moment) {
    virtually { executor in
      let notes = Notes()
      moment.fulfill(with: 1, in: executor) { promise in
        promise.then { notes.add("\($0)") }
        if moment != .already {
          promise.fulfill(1)
          promise.fulfill(2)
        }
        executor.run()
        promise.fulfill(3)
      }
      expectEqual(notes.lines, ["1"])
    }
  }

  @Test("2.2.2.3 called once for each `then`, whenever it was added")
  func onceForEach() {
    virtually { executor in
      let notes = Notes()
      let promise = Promise<Int>.pending()
      promise.then { _ in notes.add("first") }
      executor.run()
      promise.then { _ in notes.add("second") }
      promise.fulfill(1)
      promise.then { _ in notes.add("third") }
      executor.run()
      promise.then { _ in notes.add("fourth") }
      executor.run()
      expectEqual(notes.lines, ["first", "second", "third", "fourth"])
    }
  }
}
