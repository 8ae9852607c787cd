// Promises/A+ §2.1.2: a fulfilled promise must not transition to any other state, and has a value which must not change.

import PromiseScope
import TestSupport
import Testing

@Suite("A+ 2.1.2 fulfilled")
struct A212FulfilledTests {
  @Test("2.1.2.1 no transition after fulfillment", arguments: Moment.allCases)
  func staysFulfilled(_ moment: Moment) {
    virtually { executor in
      let notes = Notes()
      moment.fulfill(with: 1, in: executor) { promise in
        promise.then { notes.add("value \($0)") }
        promise.catch { _ in notes.add("error") }
        if moment == .already { #expect(promise.reject(Oops.one) == false) }
      }
      expectEqual(notes.lines, ["value 1"])
    }
  }

  @Test("2.1.2.1 settling it again returns false: immediately")
  func refusesAtOnce() {
    let promise = Promise<Int>.pending()
    #expect(promise.fulfill(1))
    #expect(promise.reject(Oops.one) == false)
    #expect(promise.fulfill(2) == false)
    expectEqual(promise.currentValue, 1)
  }

  @Test("2.1.2.1 settling it again returns false: later")
  func refusesLater() {
    virtually { executor in
      let (promise, resolver) = Promise<Int>.withResolvers()
      let notes = Notes()
      promise.then { notes.add("value \($0)") }.catch { notes.add("error \($0)") }
      #expect(resolver.fulfill(1))
      executor.run()
      #expect(!resolver.reject(Oops.one))
      #expect(!resolver.fulfill(2))
      #expect(!resolver.resolve(Promise(3)))
      executor.run()
      expectEqual(notes.lines, ["value 1"])
      expectEqual(promise.currentValue, 1)
    }
  }

  @Test("2.1.2.2 the value stays the same, whatever its size")
  func keepsValue() {
    struct Large: Equatable, Sendable {
      var numbers = (0..<9).map { $0 * 7 }
      var text = "text"
      var more = 1.5
    }
    final class Thing: Sendable {}
    let thing = Thing()
    expectEqual(Promise(UInt8(7)).currentValue, 7)
    expectEqual(Promise("a string of more than fifteen bytes").currentValue, "a string of more than fifteen bytes")
    expectEqual(Promise(Large()).currentValue, Large())
    let kept = Promise(thing)
    let isKept = kept.currentValue === thing
    #expect(isKept)
    expectEqual(Promise<Int?>(nil).currentValue, .some(nil))
    expectEqual(Promise([Int]()).currentValue, [])
  }
}
