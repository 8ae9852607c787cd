// Pictures of the log for errors and time: handlers that run, promises that pass an outcome on, and late settlements.

@Suite struct ErrorPictureTests {
  @Test func recoverHandlesAnErrorAndSkippedHandlersPassItOn() {
    expectEqual(
      picture { _ in
        let root = Promise<Int>(Oops.one)
        let skipped = root.then { $0 }
        let end = skipped.recover { _ in 5 }.catch { _ in }
        return (root, skipped, end)
      },
      """
      created #1 error
      rejected #1 one Oops by resolver
      created #2 then from #1
      registered #1 by #2 [fulfilled]
      rejected #2 via #1 one Oops by passthrough
      created #3 recover from #2
      registered #2 by #3 [rejected]
      enqueued #3 on main
      created #4 catch from #3
      registered #3 by #4 [rejected]
      started #3 on main in #3
      handled #2 by #3 in #3
      finished #3 on main value in #3
      fulfilled #3 5 by returned in #3
      fulfilled #4 via #3 5 by passthrough in #3
      """)
  }

  @Test func retryShowsEveryAttempt() {
    expectEqual(
      picture { _ in
        let count = Counter()
        let end = retry(delay: 2) { () throws -> Int in
          count.add(1)
          guard count.value > 1 else { throw Oops.one }
          return 7
        }
        return end
      },
      """
      created #1 retry
      created #2 do
      enqueued #2 on main
      registered #2 by #1 [fulfilled rejected]
      started #2 on main in #2
      finished #2 on main threw in #2
      rejected #2 one Oops by threw in #2
      handled #2 by #1 in #2
      created #3 do at 2.0s
      enqueued #3 on main at 2.0s
      registered #3 by #1 [fulfilled rejected] at 2.0s
      started #3 on main at 2.0s in #3
      created #4 value at 2.0s in #3
      fulfilled #4 7 by resolver at 2.0s in #3
      finished #3 on main promise at 2.0s in #3
      adopted #3 of #4 at 2.0s in #3
      fulfilled #3 via #4 7 by adopted at 2.0s in #3
      fulfilled #1 via #3 7 by combinator at 2.0s in #3
      """)
  }

  @Test func timeoutRejectsBeforeItsSourceSettles() {
    expectEqual(
      picture { executor in
        let source = Promise<Int>.pending()
        let end = source.timeout(3)
        executor.run()
        source.fulfill(1)
        return end
      },
      """
      created #1 pending
      created #2 timeout from #1
      registered #1 by #2 []
      rejected #2 timedOut PromiseError by timeout at 3.0s
      fulfilled #1 1 by resolver at 3.0s
      unhandled #2 at 3.0s
      """)
  }

  @Test func validateRejectsAndAlwaysPassesTheErrorOn() {
    expectEqual(
      picture { _ in Promise(1).validate { $0 > 1 }.always {} },
      """
      created #1 value
      fulfilled #1 1 by resolver
      created #2 validate from #1
      registered #1 by #2 [fulfilled]
      enqueued #2 on main
      created #3 always from #2
      registered #2 by #3 [fulfilled rejected]
      started #2 on main in #2
      finished #2 on main threw in #2
      rejected #2 validationFailure PromiseError by threw in #2
      enqueued #3 on main in #2
      started #3 on main in #3
      finished #3 on main void in #3
      rejected #3 via #2 validationFailure PromiseError by returned in #3
      unhandled #3
      """)
  }

  @Test func delayDelaysAValueButNotAnError() {
    expectEqual(
      picture { _ in
        let late = Promise(1).delay(2)
        let failed = Promise<Int>(Oops.one).delay(2).catch(on: .inline) { _ in }
        return (late, failed)
      },
      """
      created #1 value
      fulfilled #1 1 by resolver
      created #2 delay from #1
      registered #1 by #2 []
      created #3 error
      rejected #3 one Oops by resolver
      created #4 delay from #3
      registered #3 by #4 []
      rejected #4 via #3 one Oops by passthrough
      created #5 catch from #4
      registered #4 by #5 [rejected]
      started #5 on inline in #5
      handled #4 by #5 in #5
      finished #5 on inline void in #5
      rejected #5 via #4 one Oops by returned in #5
      fulfilled #2 via #1 1 by passthrough at 2.0s
      """)
  }

  @Test func recoverFollowsThePromiseThatItsHandlerReturnsAndAValueSkipsIt() {
    expectEqual(
      picture { _ in
        let followed = Promise<Int>(Oops.one).recover { _ in Promise(5) }
        let passed = Promise(1).recover { _ in 2 }
        return (followed, passed)
      },
      """
      created #1 error
      rejected #1 one Oops by resolver
      created #2 recover from #1
      registered #1 by #2 [rejected]
      enqueued #2 on main
      created #3 value
      fulfilled #3 1 by resolver
      created #4 recover from #3
      registered #3 by #4 [rejected]
      fulfilled #4 via #3 1 by passthrough
      started #2 on main in #2
      handled #1 by #2 in #2
      created #5 value in #2
      fulfilled #5 5 by resolver in #2
      finished #2 on main promise in #2
      adopted #2 of #5 in #2
      fulfilled #2 via #5 5 by adopted in #2
      """)
  }

  @Test func aValueSkipsCatchAndAlwaysReceivesBothOutcomes() {
    expectEqual(
      picture { _ in Promise(1).catch { _ in }.always(on: .inline) {} },
      """
      created #1 value
      fulfilled #1 1 by resolver
      created #2 catch from #1
      registered #1 by #2 [rejected]
      fulfilled #2 via #1 1 by passthrough
      created #3 always from #2
      registered #2 by #3 [fulfilled rejected]
      started #3 on inline in #3
      finished #3 on inline void in #3
      fulfilled #3 via #2 1 by returned in #3
      """)
  }

  @Test func anErrorSkipsValidateAndStaysUnhandled() {
    expectEqual(
      picture { _ in Promise<Int>(Oops.one).validate { $0 > 0 } },
      """
      created #1 error
      rejected #1 one Oops by resolver
      created #2 validate from #1
      registered #1 by #2 [fulfilled]
      rejected #2 via #1 one Oops by passthrough
      unhandled #2
      """)
  }

  @Test func timeoutPassesOnAnOutcomeInTime() {
    expectEqual(
      picture { _ in Promise(1).delay(1).timeout(3) },
      """
      created #1 value
      fulfilled #1 1 by resolver
      created #2 delay from #1
      registered #1 by #2 []
      created #3 timeout from #2
      registered #2 by #3 []
      fulfilled #2 via #1 1 by passthrough at 1.0s
      fulfilled #3 via #2 1 by passthrough at 1.0s
      """)
  }

  @Test func retryGivesUpWhenTheConditionReturnsFalse() {
    expectEqual(
      picture { _ in
        let end: Promise<Int> = retry(attempts: 5, delay: 1, condition: { left, _ in left > 5 }) { Promise(Oops.one) }
        return end
      },
      """
      created #1 retry
      created #2 do
      enqueued #2 on main
      registered #2 by #1 [fulfilled rejected]
      started #2 on main in #2
      created #3 error in #2
      rejected #3 one Oops by resolver in #2
      finished #2 on main promise in #2
      adopted #2 of #3 in #2
      rejected #2 via #3 one Oops by adopted in #2
      handled #2 by #1 in #2
      rejected #1 via #2 one Oops by combinator
      unhandled #1
      """)
  }
}
