// Tests `recover`: continuing after an error.

@Suite struct RecoverTests {
  @Test func continuesAfterACancellationWhichIsAnErrorLikeAnyOther() {
    virtually { executor in
      let canceled = Promise<Int>.pending()
      let end = canceled.recover { _ in 1 }
      canceled.cancel()
      executor.run()
      expectEqual(end.currentValue, 1)
    }
  }

  @Test func recoversAPromiseWithoutAValue() {
    virtually { executor in
      let end = Promise<Void>(Oops.one).recover { _ in }
      executor.run()
      #expect(end.isFulfilled)
    }
  }
}
