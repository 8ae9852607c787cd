// Calls as programs write them, with few explicit types. Nothing here runs: the test is that the file compiles.

import Dispatch
import Foundation

private func save(_ text: String) -> Task<String> { Task(text) }

private func continuing(_ task: Task<Int>, _ queue: DispatchQueue, _ operations: OperationQueue) {
  task.continueWith { task in
    if task.cancelled {
      return
    } else if task.faulted {
      print("failed")
    } else {
      let result = task.result
      print(result ?? 0)
    }
  }
  let _: Task<String> = task.continueWith { task in
    if let result = task.result { return "\(result)" }
    return "none"
  }
  let _: Task<Int> = task.continueWith(.immediate) { _ in 1 }
  let _: Task<Int> = task.continueWith(Executor.mainThread) { _ in 1 }
  let _: Task<Int> = task.continueWith(.queue(queue)) { _ in 1 }
  let _: Task<Int> = task.continueWith(.operationQueue(operations)) { _ in 1 }
  let _: Task<Int> = task.continueWith(.closure { closure in closure() }) { _ in 1 }
  let _: Task<Int> = task.continueWith(.escapingClosure { closure in queue.async(execute: closure) }) { _ in 1 }
  let _: Task<Int> = task.continueWith(.queue(queue), continuation: { _ in 1 })
  let _: Task<String> = task.continueWithTask { _ in save("a") }
  let _: Task<Void> = task.continueWithTask { task in
    var tasks: [Task<String>] = []
    for index in 0..<(task.result ?? 0) { tasks.append(save("\(index)")) }
    return Task.whenAll(tasks)
  }
  let _: Task<String> = task.continueOnSuccessWith { "\($0)" }.continueOnSuccessWithTask { save($0) }
  let _: Task<Int> = task.continueOnErrorWith { _ in 1 }
  let _: Task<Int> = task.continueOnErrorWith { (error: Oops) in error == .one ? 1 : 2 }
  let _: Task<Int> = task.continueOnErrorWithTask { error in
    print(error)
    return Task(1)
  }
}

private func creating() {
  let _: Task<Int> = Task(1)
  let _: Task<Int> = Task(error: Oops.one)
  let _: Task<Int> = Task.cancelledTask()
  let _: Task<Int> = .cancelledTask()
  let _: Task<Void> = Task<Void>.emptyTask()
  let _: Task<Void> = Task(())
  let _: Task<Int> = Task<Int>()
  let _: Task<Int> = Task(.immediate) { 1 }
  let _: Task<Int> = Task<Int> { throw Oops.one }
  let _: Task<Int> = Task.execute { 1 }
  let _: Task<Int> = Task.execute(.mainThread) { throw Oops.one }
  let _: Task<Int> = Task.executeWithTask { Task(1) }
  let _: Task<Void> = Task.whenAll(Task(1), Task(2))
  let _: Task<[Int]> = Task.whenAllResult([1, 2].map(Task.init))
  let _: Task<Void> = Task.whenAny([Task(1), Task(2)])
  let _: Task<Void> = Task<Void>.withDelay(0.1)
}

/// References to functions in place of closures.
private func references() {
  let _: ([Task<Int>]) -> Task<Void> = Task.whenAll
  let _: ([Task<Int>]) -> Task<[Int]> = Task.whenAllResult
  let _: ([Task<Int>]) -> Task<Void> = Task<Int>.whenAny
  let _: () -> Task<Int> = Task.cancelledTask
  let _: (any Error) -> Task<Int> = Task.init(error:)
  let _: (Double) -> Task<Void> = Task<Void>.withDelay
  let _: () -> TaskCompletionSource<Int> = TaskCompletionSource.init
  let _: (@escaping () -> Void) -> Void = Executor.immediate.execute
}

/// A type that is not Sendable, captured, changed, and returned by continuations.
private final class Screen {
  var title = ""

  func load(_ task: Task<Screen>) -> Task<Int> {
    var count = 0
    task.continueWith { _ in count += 1 }
    task.continueOnSuccessWithTask(.mainThread) { [weak self] screen in
      self?.title = screen.title
      return Task(screen)
    }
    return task.continueOnErrorWith(continuation: rescue).continueOnSuccessWith(continuation: measure)
  }

  private func measure(_ screen: Screen) throws -> Int { screen.title.count + title.count }
  private func rescue(_ error: any Error) -> Screen { self }
}

private func executors(
  _ own: @escaping (() -> Void) -> Void, _ escaping: @escaping (@escaping () -> Void) -> Void
) -> [Executor] {
  // Closures written for Bolts, without `@Sendable`, fit.
  [.default, .immediate, .mainThread, .closure(own), .escapingClosure(escaping)]
}
