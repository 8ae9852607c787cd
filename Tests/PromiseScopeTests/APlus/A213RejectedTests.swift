// Promises/A+ §2.1.3: a rejected promise must not transition to any other state, and has a reason which must not change.

import PromiseScope
import TestSupport
import Testing

@Suite("A+ 2.1.3 rejected")
struct A213RejectedTests {
  @Test("2.1.3.1 no transition after rejection", arguments: Moment.allCases)
  func staysRejected(_ moment: Moment) {
    virtually { executor in
      let notes = Notes()
      moment.reject(Int.self, with: Oops.one, in: executor) { promise in
        promise.then { _ in notes.add("value") }
        promise.catch { notes.add("error \($0)") }
        if moment == .already { #expect(promise.fulfill(1) == false) }
      }
      expectEqual(notes.lines, ["error one"])
    }
  }

  @Test("2.1.3.1 settling it again returns false: immediately")
  func refusesAtOnce() {
    let promise = Promise<Int>.pending()
    #expect(promise.reject(Oops.one))
    #expect(promise.fulfill(1) == false)
    #expect(promise.reject(Oops.two) == false)
    expectEqual(promise.oops, .one)
  }

  @Test("2.1.3.1 settling it again returns false: later")
  func refusesLater() {
    virtually { executor in
      let (promise, resolver) = Promise<Int>.withResolvers()
      let notes = Notes()
      promise.then { notes.add("value \($0)") }.catch { notes.add("error \($0)") }
      #expect(resolver.reject(Oops.one))
      executor.run()
      #expect(!resolver.fulfill(1))
      #expect(!resolver.reject(Oops.two))
      #expect(!resolver.resolve(Promise(3)))
      executor.run()
      expectEqual(notes.lines, ["error one"])
      expectEqual(promise.oops, .one)
    }
  }

  @Test("2.1.3.2 the reason stays the same object")
  func keepsReason() {
    final class Reason: Error {}
    let reason = Reason()
    let promise = Promise<Int>(reason)
    let isKept = promise.error as? Reason === reason
    #expect(isKept)
  }
}
