// Tests `validate`: it rejects a value that fails the test.

@Suite struct ValidateTests {
  @Test func passesOnAValueThatPassesTheTestAndRejectsOneThatFails() {
    virtually { executor in
      let good = Promise(2).validate { $0 > 1 }
      let bad = Promise(1).validate { $0 > 1 }
      executor.run()
      expectEqual(good.currentValue, 2)
      #expect(bad.error as? PromiseError == .validationFailure)
    }
  }

  @Test func anErrorThatTheTestThrowsRejects() {
    virtually { executor in
      let end = Promise(2).validate { _ in throw Oops.two }
      executor.run()
      expectEqual(end.oops, .two)
    }
  }
}
