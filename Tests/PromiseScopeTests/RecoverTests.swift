// Tests `recover`: continuing after an error.

import PromiseScope
import TestSupport
import Testing

@Suite("recover")
struct RecoverTests {
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

  @Test("recovers a promise without a value")
  func void() {
    virtually { executor in
      let end = Promise<Void>(Oops.one).recover { _ in }
      executor.run()
      #expect(end.isFulfilled)
    }
  }
}
