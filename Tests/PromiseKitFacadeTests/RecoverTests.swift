// recover: replacing an error with another outcome.

@Suite struct RecoverTests {
  @Test func recoverContinuesWithAPromiseAGuaranteeAnErrorOrNothing() {
    virtually { executor in
      let failed = Promise<Int>(error: Oops.one)
      let promise = failed.recover { _ in Promise.value(1) }
      let guarantee: Guarantee<Int> = failed.recover { _ in .value(2) }
      let again = failed.recover { error -> Promise<Int> in throw error }
      let nothing: Guarantee<Void> = failed.asVoid().recover { _ in }
      let nothingThrown: Promise<Void> = failed.asVoid().recover { error in throw error }
      executor.run()
      expectEqual(promise.value, 1)
      expectEqual(guarantee.value, 2)
      expectEqual(again.oops, .one)
      let (pending, _) = Promise<Int>.pending()
      expectEqual([again, promise, pending].map(\.isRejected), [true, false, false])
      #expect(nothing.isFulfilled)
      expectEqual(nothingThrown.oops, .one)
    }
  }

  @Test("recover(only:) handles one error or errors of one type")
  func only() {
    virtually { executor in
      let failed = Promise<Int>(error: Oops.one)
      let ends = [
        failed.recover(only: Oops.one) { _ in Promise.value(3) },
        failed.recover(only: Oops.two) { _ in Promise.value(4) },
        failed.recover(only: Oops.self) { $0 == .one ? Promise.value(5) : Promise.value(6) },
        failed.recover(only: PMKError.self) { _ in Promise.value(7) },
      ]
      let nothing = [
        failed.asVoid().recover(only: Oops.one) { _ in }, failed.asVoid().recover(only: PMKError.self) { _ in },
      ]
      executor.run()
      expectEqual(ends.map(\.value), [3, nil, 5, nil])
      expectEqual(nothing.map(\.isFulfilled), [true, false])
    }
  }

  @Test func recoverSkipsCancellationsByDefaultExceptToReturnAGuarantee() {
    virtually { executor in
      let cancelled = Promise<Int>(error: PMKError.cancelled)
      let spared = cancelled.recover { _ in Promise.value(1) }
      let all = cancelled.recover(policy: .allErrors) { _ in Promise.value(2) }
      let guarantee: Guarantee<Int> = cancelled.recover { _ in .value(3) }
      #expect(spared.error?.isCancelled == true, "it passes without a hop, before anything runs")
      executor.run()
      expectEqual(all.value, 2)
      expectEqual(guarantee.value, 3)
    }
  }

  @Test("an error that recover(only:) takes is handled, and another one is not")
  func onlyHandles() {
    let lines = picture { _ in
      _ = Promise<Int>(error: Oops.one).recover(only: Oops.one) { _ in Promise.value(1) }
      _ = Promise<Int>(error: Oops.two).recover(only: Oops.one) { _ in Promise.value(1) }
    }.split(separator: "\n").filter { $0.contains("handled #") }
    expectEqual(lines, ["unhandled #3", "handled #1 by #2 in #2"])
  }

  @Test func pictureRecoverHandlesTheErrorAndAdoptsTheReturnedPromise() {
    expectEqual(
      picture { _ in
        Promise<Int>(error: Oops.one).recover { _ in after(seconds: 1).map { 2 } }.done { _ in }.cauterize()
      },
      """
      created #1 error
      rejected #1 one Oops by resolver
      created #2 recover from #1
      registered #1 by #2 [rejected]
      created #3 done from #2
      registered #2 by #3 [fulfilled]
      created #4 cauterize from #3
      registered #3 by #4 [rejected]
      started #2 on main in #2
      handled #1 by #2 in #2
      created #5 after in #2
      created #6 map from #5 in #2
      registered #5 by #6 [fulfilled] in #2
      adopted #2 of #6 in #2
      fulfilled #5 by resolver at 1.0s
      started #6 on main at 1.0s in #6
      fulfilled #6 2 by returned at 1.0s in #6
      fulfilled #2 via #6 2 by adopted at 1.0s in #6
      started #3 on main at 1.0s in #3
      fulfilled #3 by returned at 1.0s in #3
      fulfilled #4 via #3 by passthrough at 1.0s in #3
      """)
  }

  @Test func pictureAValueACancellationAndAnotherErrorPassWithoutAHop() {
    expectEqual(
      picture { _ in
        Promise.value(1).recover { _ in Promise.value(2) }.cauterize()
        Promise<Int>(error: PMKError.cancelled).recover { _ in Promise.value(2) }.cauterize()
        Promise<Int>(error: Oops.one).recover(only: Oops.two) { _ in Promise.value(2) }.cauterize()
      },
      """
      created #1 value
      fulfilled #1 1 by resolver
      created #2 recover from #1
      registered #1 by #2 [rejected]
      fulfilled #2 via #1 1 by passthrough
      created #3 cauterize from #2
      registered #2 by #3 [rejected]
      fulfilled #3 via #2 by passthrough
      created #4 error
      rejected #4 The asynchronous sequence was cancelled PMKError by resolver cancelled
      created #5 recover from #4
      registered #4 by #5 [rejected]
      rejected #5 via #4 The asynchronous sequence was cancelled PMKError by passthrough cancelled
      created #6 cauterize from #5
      registered #5 by #6 [rejected]
      rejected #6 via #5 The asynchronous sequence was cancelled PMKError by passthrough cancelled
      created #7 error
      rejected #7 one Oops by resolver
      created #8 recover from #7
      registered #7 by #8 [rejected]
      rejected #8 via #7 one Oops by passthrough
      created #9 cauterize from #8
      registered #8 by #9 [rejected]
      started #9 on main in #9
      handled #8 by #9 in #9
      fulfilled #9 by returned in #9
      """)
  }
}
