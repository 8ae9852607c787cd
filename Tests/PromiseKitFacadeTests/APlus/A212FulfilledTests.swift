// Promises/A+ §2.1.2: a fulfilled promise must not transition to any other state, and has a value which must not change.

import PromiseKitFacade
import Testing

@Suite("A+ 2.1.2 fulfilled")
struct A212FulfilledTests {
  @Test("2.1.2.1 a fulfilled promise stays fulfilled", arguments: Moment.allCases)
  func staysFulfilled(_ moment: Moment) {
    virtually { executor in
      let notes = Notes()
      moment.fulfill(with: 1, in: executor) { promise, resolver in
        promise.done { notes.add("value \($0)") }.catch { _ in notes.add("error") }
        if moment == .already { resolver.reject(Oops.one) }
      }
      #expect(notes.lines == ["value 1"])
    }
  }

  @Test("2.1.2.1 later attempts are ignored, immediately after fulfillment")
  func ignoresImmediately() {
    let (promise, resolver) = Promise<Int>.pending()
    resolver.fulfill(1)
    resolver.reject(Oops.one)
    resolver.fulfill(2)
    resolver.resolve(nil, nil)
    #expect(promise.value == 1)
  }

  @Test("2.1.2.1 later attempts are ignored, after the handlers ran")
  func ignoresLater() {
    virtually { executor in
      let (promise, resolver) = Promise<Int>.pending()
      let notes = Notes()
      promise.done { notes.add("value \($0)") }.catch { notes.add("error \($0)") }
      resolver.fulfill(1)
      executor.run()
      resolver.reject(Oops.one)
      resolver.fulfill(2)
      executor.run()
      #expect(notes.lines == ["value 1"])
      #expect(promise.value == 1)
    }
  }

  @Test("2.1.2.2 a promise keeps values of any size and type")
  func keepsValue() {
    struct Large: Equatable {
      var numbers = (0..<9).map { $0 * 7 }
      var text = "text"
      var more = 1.5
    }
    final class Thing {}
    let thing = Thing()
    #expect(Promise.value(UInt8(7)).value == 7)
    #expect(Promise.value("a string of more than fifteen bytes").value == "a string of more than fifteen bytes")
    #expect(Promise.value(Large()).value == Large())
    let isKept = Promise.value(thing).value === thing
    #expect(isKept)
    #expect(Promise<Int?>.value(nil).value == .some(nil))
    #expect(Promise.value([Int]()).value == [])
  }
}
