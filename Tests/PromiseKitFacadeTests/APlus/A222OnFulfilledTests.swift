// Promises/A+ §2.2.2: onFulfilled is called after the promise is fulfilled, with its value, and not more than once.

import PromiseKitFacade
import Testing

@Suite("A+ 2.2.2 onFulfilled")
struct A222OnFulfilledTests {
  @Test("2.2.2.1 onFulfilled is called after fulfillment, with the value", arguments: Moment.allCases)
  func calledWithValue(_ moment: Moment) {
    virtually { executor in
      let notes = Notes()
      moment.fulfill(with: "v", in: executor) { promise, _ in
        promise.done { notes.add("\($0) \(promise.isFulfilled)") }.cauterize()
      }
      #expect(notes.lines == ["v true"])
    }
  }

  @Test("2.2.2.2 onFulfilled is not called before fulfillment")
  func notBefore() {
    virtually { executor in
      let notes = Notes()
      let (promise, resolver) = Promise<Int>.pending()
      promise.done { notes.add("\($0)") }.cauterize()
      executor.run()
      notes.add("fulfill")
      resolver.fulfill(1)
      notes.add("fulfilled")
      executor.run()
      #expect(notes.lines == ["fulfill", "fulfilled", "1"])
    }
  }

  @Test("2.2.2.3 onFulfilled is called once although the resolver is called repeatedly", arguments: Moment.allCases)
  func calledOnce(_ moment: Moment) {
    virtually { executor in
      let notes = Notes()
      moment.fulfill(with: 1, in: executor) { promise, resolver in
        promise.done { notes.add("\($0)") }.cauterize()
        if moment != .already {
          resolver.fulfill(1)
          resolver.fulfill(2)
        }
        executor.run()
        resolver.fulfill(3)
      }
      #expect(notes.lines == ["1"])
    }
  }

  @Test("2.2.2.3 each handler is called once, whenever it was added")
  func onceForEach() {
    virtually { executor in
      let notes = Notes()
      let (promise, resolver) = Promise<Int>.pending()
      promise.done { _ in notes.add("first") }.cauterize()
      executor.run()
      promise.map { _ in notes.add("second") }.cauterize()
      resolver.fulfill(1)
      promise.then { _ -> Promise<Void> in
        notes.add("third")
        return Promise()
      }.cauterize()
      executor.run()
      promise.get { _ in notes.add("fourth") }.cauterize()
      executor.run()
      #expect(notes.lines == ["first", "second", "third", "fourth"])
    }
  }
}
