// The four states of a task, its descriptions, and waiting for it.

import Dispatch

@Suite struct TaskTests {
  private func states<Value>(_ task: Task<Value>) -> String {
    [
      task.completed ? "completed" : nil, task.faulted ? "faulted" : nil, task.cancelled ? "cancelled" : nil,
      task.result == nil ? nil : "result", task.error == nil ? nil : "error",
    ].compactMap { $0 }.joined(separator: " ")
  }

  @Test func eachStateHasItsProperties() {
    expectEqual(states(TaskCompletionSource<Int>().task), "")
    expectEqual(states(Task(1)), "completed result")
    expectEqual(states(Task<Int>(error: Oops.one)), "completed faulted error")
    expectEqual(states(Task<Int>.cancelledTask()), "completed cancelled")
    expectEqual(states(Task<Int>.emptyTask()), "completed result")
  }

  @Test func cancelledErrorCancelsOnlyIfAClosureThrowsIt() {
    let source = TaskCompletionSource<Int>()
    source.set(error: CancelledError())
    for task in [source.task, Task(error: CancelledError())] {
      expectEqual(states(task), "completed faulted error")
      #expect(task.error is CancelledError)
      #expect(task.continueOnSuccessWith { $0 }.error is CancelledError)
      expectEqual(task.continueOnErrorWith { (_: CancelledError) in 2 }.result, 2)
      #expect((Task.whenAll(task).error as? AggregateError)?.errors.first is CancelledError)
    }
    expectEqual(states(Task<Int>.execute { throw CancelledError() }), "completed cancelled")
    expectEqual(states(Task<Int>.execute { throw CancellationError() }), "completed faulted error")
  }

  @Test func aTaskCanRunAClosureOrStayPendingForever() {
    expectEqual(states(Task(.immediate) { 1 }), "completed result")
    expectEqual(states(Task<Int> { throw Oops.one }), "completed faulted error")
    expectEqual(states(Task<Int>()), "")
  }

  @Test func aResultNeedNotBeSendable() {
    final class Box { var count = 0 }
    let box = Box()
    let task = Task(box)
    task.result?.count += 1
    expectEqual(box.count, 1)
    #expect(task.result === box)
  }

  @Test func descriptionsShowTheState() {
    expectEqual("\(TaskCompletionSource<Int>().task)", "Task: pending")
    expectEqual("\(Task("a"))", "Task: success(\"a\")")
    expectEqual("\(Task<Int>.cancelledTask())", "Task: cancelled")
    expectEqual("\(Task<Int>(error: OtherError()))", "Task: error(BoltsFacadeTests.OtherError())")
    #expect("\(Task(()))" == "Task: success()" && "\(Task((1, "a")))" == "Task: success(1, \"a\")")
  }

  @Test func pictureTasksThatHaveAlreadyEnded() {
    expectEqual(
      BoltsFacadeTests.picture { _ in
        (Task(1), Task<Int>(error: Oops.one), Task<Int>.cancelledTask(), Task<Int>.emptyTask())
      },
      """
      created #1 result
      fulfilled #1 1 by resolver
      created #2 error
      rejected #2 one Oops by resolver
      created #3 cancelledTask
      rejected #3 the task was cancelled CancelledError by resolver cancelled
      created #4 emptyTask
      fulfilled #4 by resolver
      unhandled #2
      """)
  }

  @Test func pictureTheLogShowsTheTypesOfResults() {
    expectEqual(
      BoltsFacadeTests.picture(values: .type) { _ in
        _ = Task(1)
        _ = Task<Int>.emptyTask()
      },
      """
      created #1 result
      fulfilled #1 Int by resolver
      created #2 emptyTask
      fulfilled #2 by resolver
      """)
  }

  @Test func waitingRunsVirtualTimeOrBlocksUntilAnotherThreadEndsTheTask() {
    virtually { _ in
      let late = Task<Void>.withDelay(3).continueWith { _ in 1 }
      late.waitUntilCompleted()
      expectEqual(late.result, 1)
    }
    let elsewhere = Task<Int>.execute(.queue(.global())) { 7 }
    elsewhere.waitUntilCompleted()
    expectEqual(elsewhere.result, 7)
  }

  @Test func waitingReturnsAlthoughAContinuationOfTheTaskStillBlocks() {
    let (source, resume, over) = (TaskCompletionSource<Int>(), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    source.task.continueWith { _ in
      resume.wait()
      over.signal()
    }
    DispatchQueue.global().async { source.set(result: 1) }
    source.task.waitUntilCompleted()
    expectEqual(source.task.result, 1)
    resume.signal()
    expectEqual(over.wait(timeout: .now() + 10), .success)
  }
}
