// Cancellation tokens, which are checked before a continuation starts and again when its inner task ends.

@Suite struct CancellationTokenTests {
  @Test func aCanceledTokenPreventsContinuations() {
    let source = CancellationTokenSource()
    source.cancel()
    let ran = Notes()
    let token = source.token
    let one = Task(1)
    let failed = Task<Int>(error: Oops.one)
    #expect(one.continueWith(cancellationToken: token) { _ in ran.add("1") }.cancelled)
    #expect(one.continueWithTask(cancellationToken: token) { $0 }.cancelled)
    #expect(one.continueOnSuccessWith(cancellationToken: token) { _ in ran.add("2") }.cancelled)
    #expect(one.continueOnSuccessWithTask(cancellationToken: token) { Task($0) }.cancelled)
    #expect(failed.continueOnErrorWith(cancellationToken: token) { _ in 3 }.cancelled)
    #expect(failed.continueOnErrorWithTask(cancellationToken: token) { _ in Task(3) }.cancelled)
    expectEqual(ran.lines, [])
  }

  @Test func aTokenThatIsNotCanceledHasNoEffect() {
    let token = CancellationTokenSource().token
    let failed = Task<Int>(error: Oops.one)
    expectEqual(Task(1).continueWith(cancellationToken: token) { $0.result ?? 0 }.result, 1)
    expectEqual(Task(1).continueOnSuccessWithTask(cancellationToken: token) { Task($0 + 1) }.result, 2)
    #expect(failed.continueOnSuccessWith(cancellationToken: token) { $0 }.error as? Oops == .one)
    expectEqual(Task(1).continueOnErrorWith(cancellationToken: token) { _ in 2 }.result, 1)
  }

  @Test func aTokenThatIsCanceledWhileTheInnerTaskRunsCancelsTheOuterTaskWhenTheInnerTaskEnds() {
    let source = CancellationTokenSource()
    let inner = TaskCompletionSource<Int>()
    let outer = Task(1).continueWithTask(cancellationToken: source.token) { _ in inner.task }
    source.cancel()
    #expect(!outer.completed)
    inner.set(result: 1)
    #expect(outer.cancelled)
  }

  @Test func observersRunOnceUnlessTheyAreRemovedBefore() {
    let source = CancellationTokenSource()
    let calls = Notes()
    let token: CancellationToken = source.token
    token.registerCancellationObserver { calls.add("a") }
    let second: CancellationTokenRegistration = token.registerCancellationObserver { calls.add("b") }
    second.dispose()
    source.cancel()
    source.cancel()
    token.registerCancellationObserver { calls.add("late") }
    expectEqual(calls.text, "a late")
    #expect(token.cancellationRequested && source.isCancellationRequested)
  }

  @Test func cancelAfterDelayReplacesAnEarlierDelay1WithdrawsItAnd0CancelsImmediately() {
    virtually { executor in
      let source = CancellationTokenSource()
      source.cancelAfterDelay(100)
      source.cancel(afterDelay: 3000)
      executor.advance(by: 1)
      #expect(!source.cancellationRequested)
      executor.advance(by: 2)
      #expect(source.cancellationRequested)
      let (spared, disposed, now) = (CancellationTokenSource(), CancellationTokenSource(), CancellationTokenSource())
      spared.cancelAfterDelay(100)
      spared.cancelAfterDelay(-1)
      disposed.cancelAfterDelay(100)
      disposed.dispose()
      now.cancelAfterDelay(0)
      executor.run()
      disposed.cancel()
      #expect(!spared.cancellationRequested && !disposed.cancellationRequested && now.cancellationRequested)
    }
  }

  @Test func pictureATokenIsCheckedBeforeAContinuationAndWhenTheInnerTaskEnds() {
    expectEqual(
      BoltsFacadeTests.picture { _ in
        let source = CancellationTokenSource()
        let inner = TaskCompletionSource<Int>()
        let outer = Task(1).continueWithTask(cancellationToken: source.token) { _ in inner.task }
        let end = outer.continueWith(cancellationToken: source.token) { _ in 2 }
        source.cancel()
        inner.set(result: 1)
        return (outer, end)
      },
      """
      created #1 TaskCompletionSource
      created #2 result
      fulfilled #2 1 by resolver
      created #3 continueWithTask from #2
      registered #2 by #3 [fulfilled rejected]
      enqueued #3 on default
      started #3 on default in #3
      finished #3 on default promise in #3
      created #4 cancellationToken from #1 in #3
      registered #1 by #4 [fulfilled rejected] in #3
      adopted #3 of #4 in #3
      created #5 continueWith from #3
      registered #3 by #5 [fulfilled rejected]
      cancelRequested #3
      cancelRequested #5
      fulfilled #1 1 by resolver
      started #4 on inline in #4
      finished #4 on inline void in #4
      cancelRequested #4 of #4 in #4
      rejected #4 the task was cancelled CancelledError by resolver cancelled in #4
      rejected #3 via #4 the task was cancelled CancelledError by adopted cancelled
      enqueued #5 on default
      cancelRequested #5 of #5 in #5
      rejected #5 the task was cancelled CancelledError by resolver cancelled in #5
      """)
  }
}
