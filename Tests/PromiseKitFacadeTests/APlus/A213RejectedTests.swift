// Promises/A+ §2.1.3: a rejected promise must not transition to any other state, and has a reason which must not change.

import PromiseKitFacade
import Testing

@Suite("A+ 2.1.3 rejected")
struct A213RejectedTests {
  @Test("2.1.3.1 a rejected promise stays rejected", arguments: Moment.allCases)
  func staysRejected(_ moment: Moment) {
    virtually { executor in
      let notes = Notes()
      moment.reject(Int.self, with: Oops.one, in: executor) { promise, resolver in
        promise.done { _ in notes.add("value") }.catch { notes.add("error \($0)") }
        if moment == .already { resolver.fulfill(1) }
      }
      #expect(notes.lines == ["error one"])
    }
  }

  @Test("2.1.3.1 later attempts are ignored, immediately after rejection")
  func ignoresImmediately() {
    let (promise, resolver) = Promise<Int>.pending()
    resolver.reject(Oops.one)
    resolver.fulfill(1)
    resolver.reject(Oops.two)
    #expect(promise.oops == .one)
  }

  @Test("2.1.3.1 later attempts are ignored, after the handlers ran")
  func ignoresLater() {
    virtually { executor in
      let (promise, resolver) = Promise<Int>.pending()
      let notes = Notes()
      promise.done { notes.add("value \($0)") }.catch { notes.add("error \($0)") }
      resolver.reject(Oops.one)
      executor.run()
      resolver.fulfill(1)
      resolver.reject(Oops.two)
      executor.run()
      #expect(notes.lines == ["error one"])
      #expect(promise.oops == .one)
    }
  }

  @Test("2.1.3.2 a promise keeps the identical reason")
  func keepsReason() {
    final class Reason: Error {}
    let reason = Reason()
    let isKept = Promise<Int>(error: reason).error as? Reason === reason
    #expect(isKept)
  }
}
