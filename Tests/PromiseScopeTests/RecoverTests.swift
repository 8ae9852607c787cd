// Tests `recover`: continuing after an error.

import PromiseScope
import TestSupport
import Testing

@Suite("recover")
struct RecoverTests {
  @Test("continues with a value")
  func value() {
    virtually { executor in
      let end = Promise<String>(Oops.one).recover { "after \($0)" }.then { $0 + "!" }
      executor.run()
      expectEqual(end.currentValue, "after one!")
    }
  }

  @Test("follows a promise to its outcome")
  func promise() {
    virtually { executor in
      let fulfilled = Promise<Int>(Oops.one).recover { _ in Promise(2).delay(1) }
      let rejected = Promise<Int>(Oops.one).recover { _ in Promise<Int>(Oops.two) }
      executor.run()
      #expect(fulfilled.currentValue == 2 && rejected.oops == .two)
    }
  }

  @Test("a thrown error replaces the error")
  func throwing() {
    virtually { executor in
      let value = Promise<Int>(Oops.one).recover { _ -> Int in throw Oops.two }
      let promise = Promise<Int>(Oops.one).recover { _ -> Promise<Int> in throw Oops.three }
      executor.run()
      #expect(value.oops == .two && promise.oops == .three)
    }
  }

  @Test("continues after a cancellation, which is an error like any other")
  func cancellation() {
    virtually { executor in
      let canceled = Promise<Int>.pending()
      let end = canceled.recover { _ in 1 }
      canceled.cancel()
      executor.run()
      expectEqual(end.currentValue, 1)
    }
  }

  @Test("is skipped by a value")
  func valuePasses() {
    virtually { executor in
      let notes = Notes()
      let end = Promise(1).recover { _ -> Int in
        notes.add("never")
        return 2
      }
      executor.run()
      #expect(end.currentValue == 1 && notes.lines.isEmpty)
    }
  }

  @Test("recovers a promise without a value")
  func void() {
    virtually { executor in
      let end = Promise<Void>(Oops.one).recover { _ in }
      executor.run()
      #expect(end.isFulfilled)
    }
  }
}
