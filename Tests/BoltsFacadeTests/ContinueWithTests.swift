// continueWith and continueWithTask: every outcome, the order of continuations, and what they record.

@Suite struct ContinueWithTests {
  @Test func continueWithHandlesEveryOutcome() {
    let outcomes = Notes()
    for task in [Task(1), Task(error: Oops.one), Task.cancelledTask()] {
      task.continueWith { task in outcomes.add(task.faulted ? "f" : task.cancelled ? "c" : "r") }
    }
    expectEqual(outcomes.text, "r f c")
  }

  @Test func continueWithReceivesTheTaskItself() {
    let source = TaskCompletionSource<Int>()
    let same = source.task.continueWith { [id = ObjectIdentifier(source.task)] in ObjectIdentifier($0) == id }
    source.set(result: 1)
    #expect(same.result == true)
  }

  @Test func aContinuationHasRunWhenTheCallThatEndsTheTaskReturns() {
    let source = TaskCompletionSource<Int>()
    let next = source.task.continueWith { ($0.result ?? 0) + 1 }.continueWith { ($0.result ?? 0) * 10 }
    #expect(!next.completed)
    source.set(result: 1)
    expectEqual(next.result, 20)
  }

  @Test func continuationsRunDepthFirst() {
    let order = Notes()
    let source = TaskCompletionSource<Int>()
    let other = TaskCompletionSource<Int>()
    other.task.continueWith { _ in order.add("other") }
    source.task.continueWith { _ in
      order.add("1")
      other.set(result: 1)
      order.add("1 end")
    }.continueWith { _ in order.add("1.1") }
    source.task.continueWith { _ in order.add("2") }
    source.set(result: 1)
    expectEqual(order.lines, ["1", "other", "1 end", "1.1", "2"])
  }

  @Test func aThrownErrorFaultsTheNewTaskAThrownCancellationCancelsIt() {
    #expect(Task(1).continueWith { _ -> Int in throw Oops.one }.error as? Oops == .one)
    #expect(Task(1).continueWith { _ -> Int in throw CancelledError() }.cancelled)
    #expect(Task(1).continueWithTask { _ -> Task<Int> in throw Oops.one }.error as? Oops == .one)
    #expect(Task(1).continueWithTask { _ -> Task<Int> in throw CancelledError() }.cancelled)
  }

  @Test func continueWithTaskEndsLikeTheInnerTask() {
    let source = TaskCompletionSource<String>()
    let outer = Task(1).continueWithTask { _ in source.task }
    #expect(!outer.completed)
    source.set(result: "a")
    expectEqual(outer.result, "a")
    #expect(Task(1).continueWithTask { _ in Task<Int>(error: Oops.one) }.faulted)
    #expect(Task(1).continueWithTask { _ in Task<Int>.cancelledTask() }.cancelled)
  }

  @Test func aTaskThatContinueWithReturnsIsAResultLikeAnyOther() {
    let inner = TaskCompletionSource<Int>()
    let outer = Task(1).continueWith { _ in inner.task }
    #expect(outer.result === inner.task)
  }

  @Test func pictureContinueWithHandlesAnError() {
    expectEqual(
      picture { _ in Task<Int>(error: Oops.one).continueWith { _ in 2 } },
      """
      created #1 error
      rejected #1 one Oops by resolver
      created #2 continueWith from #1
      registered #1 by #2 [fulfilled rejected]
      enqueued #2 on default
      started #2 on default in #2
      handled #1 by #2 in #2
      finished #2 on default value in #2
      fulfilled #2 2 by returned in #2
      """)
  }

  @Test func pictureContinueWithTaskFailsWithTheErrorThatItsClosureThrows() {
    expectEqual(
      picture { _ in Task(1).continueWithTask { _ -> Task<Int> in throw Oops.one } },
      """
      created #1 result
      fulfilled #1 1 by resolver
      created #2 continueWithTask from #1
      registered #1 by #2 [fulfilled rejected]
      enqueued #2 on default
      started #2 on default in #2
      finished #2 on default threw in #2
      rejected #2 one Oops by threw in #2
      unhandled #2
      """)
  }

  @Test func pictureContinueWithTaskFollowsATask() {
    expectEqual(
      picture { _ in
        let source = TaskCompletionSource<String>()
        let end = Task(1).continueWithTask { _ in source.task }
        source.set(result: "a")
        return end
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
      adopted #3 of #1 in #3
      fulfilled #1 "a" by resolver
      fulfilled #3 via #1 "a" by adopted
      """)
  }
}
