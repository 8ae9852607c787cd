// Tests `validate`: it rejects a value that fails the test.

import PromiseScope
import TestSupport
import Testing

@Suite("validate")
struct ValidateTests {
  @Test("passes on a value that passes the test, and rejects one that fails")
  func passing() {
    virtually { executor in
      let good = Promise(2).validate { $0 > 1 }
      let bad = Promise(1).validate { $0 > 1 }
      executor.run()
      expectEqual(good.currentValue, 2)
      #expect(bad.error as? PromiseError == .validationFailure)
    }
  }

  @Test("an error that the test throws rejects")
  func throwing() {
    virtually { executor in
      let end = Promise(2).validate { _ in throw Oops.two }
      executor.run()
      expectEqual(end.oops, .two)
    }
  }
}
