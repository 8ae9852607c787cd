// withDelay: the delay, its token, and what it records.

import PromiseTesting

@Suite("withDelay", .promises)
struct WithDelayTests {
  @Test("NaN, zero, and negative delays end as soon as possible", arguments: [0, -1, -Double.infinity, .nan])
  func oddTimes(seconds: Double) {
    virtually { executor in
      let task = Task<Int>.withDelay(seconds)
      #expect(!task.completed)
      executor.run()
      #expect(task.completed)
    }
  }

  @Test func aCanceledTokenCancelsItImmediatelyOrAfterTheDelay() {
    virtually { executor in
      let source = CancellationTokenSource()
      let task = Task<Void>.withDelay(2, cancellationToken: source.token)
      source.cancel()
      #expect(!task.completed)
      executor.run()
      #expect(task.cancelled)
      #expect(Task<Void>.withDelay(2, cancellationToken: source.token).cancelled)
    }
  }

  @Test func pictureWithDelayEndsAtItsTime() {
    expectEqual(
      BoltsFacadeTests.picture { _ in Task<Void>.withDelay(2).continueWith { _ in 1 } },
      """
      created #1 withDelay
      created #2 continueWith from #1
      registered #1 by #2 [fulfilled rejected]
      fulfilled #1 by resolver at 2.0s
      enqueued #2 on default at 2.0s
      started #2 on default at 2.0s in #2
      finished #2 on default value at 2.0s in #2
      fulfilled #2 1 by returned at 2.0s in #2
      """)
  }
}
