// execute and executeWithTask: outcomes, and what they record.

import Dispatch

@Suite struct ExecuteTests {
  @Test func executeEndsWithTheOutcomeOfItsClosureWithinTheCall() {
    expectEqual(Task.execute { 1 }.result, 1)
    #expect(Task<Int>.execute { throw Oops.one }.error as? Oops == .one)
    #expect(Task<Int>.execute { throw CancelledError() }.cancelled)
    expectEqual(Task.executeWithTask { Task(1) }.result, 1)
    #expect(Task<Int>.executeWithTask { throw Oops.one }.error as? Oops == .one)
    #expect(Task<Int>.executeWithTask { Task.cancelledTask() }.cancelled)
  }

  @Test func pictureExecuteRunsOnItsExecutorExecuteWithTaskFollowsATask() {
    expectEqual(
      BoltsFacadeTests.picture { _ in
        (Task<Int>.execute(.queue(.main)) { 1 }, Task<Int>.executeWithTask { Task(2) })
      },
      """
      created #1 execute
      enqueued #1 on main
      created #2 executeWithTask
      enqueued #2 on default
      started #2 on default in #2
      created #3 result in #2
      fulfilled #3 2 by resolver in #2
      finished #2 on default promise in #2
      adopted #2 of #3 in #2
      fulfilled #2 via #3 2 by adopted in #2
      started #1 on main in #1
      finished #1 on main value in #1
      fulfilled #1 1 by returned in #1
      """)
  }
}
