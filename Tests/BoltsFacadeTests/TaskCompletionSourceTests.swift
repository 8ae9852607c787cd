// TaskCompletionSource: the first call ends the task.

@Suite struct TaskCompletionSourceTests {
  @Test func eachMethodEndsATaskOnce() {
    let first = TaskCompletionSource<Int>()
    #expect(first.trySet(result: 1))
    #expect(!first.trySet(result: 2))
    #expect(!first.trySet(error: Oops.one))
    #expect(!first.tryCancel())
    expectEqual(first.task.result, 1)
    let second = TaskCompletionSource<Int>()
    #expect(second.trySet(error: Oops.one))
    #expect(second.task.faulted)
    let third = TaskCompletionSource<Int>()
    #expect(third.tryCancel())
    #expect(third.task.cancelled)
  }

  @Test func setAndCancelEndAPendingTask() {
    let (first, second, third) = (TaskCompletionSource<Int>(), TaskCompletionSource<Int>(), TaskCompletionSource<Int>())
    first.set(result: 1)
    second.set(error: Oops.one)
    third.cancel()
    expectEqual(first.task.result, 1)
    #expect(second.task.error as? Oops == .one)
    #expect(third.task.cancelled)
  }

  @Test("the names of Bolts' README work")
  func readme() {
    let (first, second) = (TaskCompletionSource<Int>(), TaskCompletionSource<Int>())
    first.setResult(1)
    second.setError(Oops.one)
    #expect(!first.trySetResult(2) && !second.trySetError(Oops.two))
    #expect(first.task.result == 1 && second.task.error as? Oops == .one)
  }

  @Test func aSourceRetainsItsTaskButATaskDoesNotRetainItsSource() {
    weak var gone: TaskCompletionSource<Int>?
    var task: Task<Int>?
    do {
      let source = TaskCompletionSource<Int>()
      gone = source
      task = source.task
    }
    #expect(gone == nil)
    #expect(task?.completed == false)
  }

  @Test func aContinuationDoesNotRetainItsTask() {
    weak var gone: Task<Int>?
    do {
      let source = TaskCompletionSource<Int>()
      gone = source.task
      source.task.continueWith { _ in }
    }
    #expect(gone == nil)
  }

  @Test func pictureAnAttemptThatMayComeAfterTheEndIsNotLogged() {
    expectEqual(
      BoltsFacadeTests.picture(without: []) { _ in
        let source = TaskCompletionSource<Int>()
        source.trySet(result: 1)
        source.tryCancel()
        let never = TaskCompletionSource<Int>()
        withExtendedLifetime((source, never)) {}
      },
      """
      created #1 TaskCompletionSource
      fulfilled #1 1 by resolver
      created #2 TaskCompletionSource
      noted #2 its last resolver was released
      released #2 pending
      released #1 fulfilled
      """)
  }
}
