// continueOnSuccessWith and continueOnSuccessWithTask: which outcomes they handle, and what they record.

@Suite struct ContinueOnSuccessTests {
  @Test("continueOnSuccess handles results; errors and cancellations pass")
  func passes() {
    let ran = Notes()
    let note: @Sendable (Int) -> Int = {
      ran.add("\($0)")
      return $0 + 1
    }
    expectEqual(Task(1).continueOnSuccessWith(continuation: note).result, 2)
    #expect(Task(error: Oops.one).continueOnSuccessWith(continuation: note).error as? Oops == .one)
    #expect(Task.cancelledTask().continueOnSuccessWith(continuation: note).cancelled)
    expectEqual(Task(3).continueOnSuccessWithTask { Task(note($0)) }.result, 4)
    #expect(Task(error: Oops.one).continueOnSuccessWithTask { Task(note($0)) }.error as? Oops == .one)
    #expect(Task.cancelledTask().continueOnSuccessWithTask { Task(note($0)) }.cancelled)
    expectEqual(ran.text, "1 3")
  }

  @Test func aContinuationThatThrowsFaultsOrCancelsTheNewTask() {
    #expect(Task(1).continueOnSuccessWith { _ -> Int in throw Oops.one }.faulted)
    #expect(Task(1).continueOnSuccessWith { _ -> Int in throw CancelledError() }.cancelled)
    #expect(Task(1).continueOnSuccessWithTask { _ -> Task<Int> in throw CancelledError() }.cancelled)
  }

  @Test func pictureContinueOnSuccessWithHandlesAResultAndPassesAnErrorOn() {
    expectEqual(
      picture { _ in
        let first = Task(1).continueOnSuccessWith { "\($0)" }
        let second = Task<Int>(error: Oops.one).continueOnSuccessWith { "\($0)" }
        return (first, second)
      },
      """
      created #1 result
      fulfilled #1 1 by resolver
      created #2 continueOnSuccessWith from #1
      registered #1 by #2 [fulfilled]
      enqueued #2 on default
      started #2 on default in #2
      finished #2 on default value in #2
      fulfilled #2 "1" by returned in #2
      created #3 error
      rejected #3 one Oops by resolver
      created #4 continueOnSuccessWith from #3
      registered #3 by #4 [fulfilled]
      rejected #4 via #3 one Oops by passthrough
      unhandled #4
      """)
  }

  @Test func pictureContinueOnSuccessWithTaskFollowsATask() {
    expectEqual(
      picture { _ in Task(1).continueOnSuccessWithTask { Task("\($0)") } },
      """
      created #1 result
      fulfilled #1 1 by resolver
      created #2 continueOnSuccessWithTask from #1
      registered #1 by #2 [fulfilled]
      enqueued #2 on default
      started #2 on default in #2
      created #3 result in #2
      fulfilled #3 "1" by resolver in #2
      finished #2 on default promise in #2
      adopted #2 of #3 in #2
      fulfilled #2 via #3 "1" by adopted in #2
      """)
  }
}
