// continueOnErrorWith and continueOnErrorWithTask: which errors they handle, and what they record.

@Suite struct ContinueOnErrorTests {
  @Test("continueOnError handles errors; results and cancellations pass")
  func passes() {
    expectEqual(Task<Int>(error: Oops.one).continueOnErrorWith { _ in 2 }.result, 2)
    expectEqual(Task(1).continueOnErrorWith { _ in 2 }.result, 1)
    #expect(Task<Int>.cancelledTask().continueOnErrorWith { _ in 2 }.cancelled)
    expectEqual(Task<Int>(error: Oops.one).continueOnErrorWithTask { _ in Task(2) }.result, 2)
    expectEqual(Task(1).continueOnErrorWithTask { _ in Task(2) }.result, 1)
    #expect(Task<Int>.cancelledTask().continueOnErrorWithTask { _ in Task(2) }.cancelled)
  }

  @Test func continueOnErrorWithATypeHandlesOnlyErrorsOfThatType() {
    let one = Task<Int>(error: Oops.one)
    expectEqual(one.continueOnErrorWith { (error: Oops) in error == .one ? 5 : 6 }.result, 5)
    #expect(one.continueOnErrorWith { (_: OtherError) in 5 }.error as? Oops == .one)
    expectEqual(one.continueOnErrorWithTask { (error: Oops) in Task(error == .one ? 5 : 6) }.result, 5)
    #expect(one.continueOnErrorWithTask { (_: OtherError) in Task(5) }.error as? Oops == .one)
  }

  @Test func aContinuationThatThrowsFaultsOrCancelsTheNewTask() {
    let one = Task<Int>(error: Oops.one)
    #expect(one.continueOnErrorWith { _ in throw Oops.two }.error as? Oops == .two)
    #expect(one.continueOnErrorWith { _ in throw CancelledError() }.cancelled)
    #expect(one.continueOnErrorWithTask { _ in throw CancelledError() }.cancelled)
  }

  @Test func pictureContinueOnErrorWithRecovers() {
    expectEqual(
      picture { _ in
        Task<Int>(error: Oops.one).continueOnErrorWith { _ in 2 }.continueOnErrorWith { _ in 3 }
      },
      """
      created #1 error
      rejected #1 one Oops by resolver
      created #2 continueOnErrorWith from #1
      registered #1 by #2 [rejected]
      enqueued #2 on default
      started #2 on default in #2
      handled #1 by #2 in #2
      finished #2 on default value in #2
      fulfilled #2 2 by returned in #2
      created #3 continueOnErrorWith from #2
      registered #2 by #3 [rejected]
      fulfilled #3 via #2 2 by passthrough
      """)
  }

  @Test func pictureAnErrorOfAnotherTypePassesAndStaysUnhandled() {
    expectEqual(
      picture { _ in Task<Int>(error: Oops.one).continueOnErrorWith { (_: OtherError) in 2 } },
      """
      created #1 error
      rejected #1 one Oops by resolver
      created #2 continueOnErrorWith from #1
      registered #1 by #2 [rejected]
      enqueued #2 on default
      started #2 on default in #2
      finished #2 on default void in #2
      rejected #2 via #1 one Oops by returned in #2
      unhandled #2
      """)
  }

  @Test func pictureContinueOnErrorWithTaskFollowsATask() {
    expectEqual(
      picture { _ in Task<Int>(error: Oops.one).continueOnErrorWithTask { _ in Task(2) } },
      """
      created #1 error
      rejected #1 one Oops by resolver
      created #2 continueOnErrorWithTask from #1
      registered #1 by #2 [rejected]
      enqueued #2 on default
      started #2 on default in #2
      handled #1 by #2 in #2
      created #3 result in #2
      fulfilled #3 2 by resolver in #2
      finished #2 on default promise in #2
      adopted #2 of #3 in #2
      fulfilled #2 via #3 2 by adopted in #2
      """)
  }
}
