// Bolts' vocabulary as a subject of the tests, with each of its executors.

import BoltsFacade

struct BoltsSubject: Subject {
  let task: Task<String>
  let executor: Executor

  static func pending(_ executor: Executor) -> Deferred {
    let source = TaskCompletionSource<String>()
    return Deferred(
      promise: BoltsSubject(task: source.task, executor: executor), fulfill: { source.trySet(result: $0) },
      reject: { source.trySet(error: $0) })
  }

  var state: State { task.result.map { .fulfilled($0) } ?? task.error.map { State($0) } ?? .pending }

  func then(_ handler: @escaping Handler<String, String>) -> any Subject {
    subject(task.continueOnSuccessWith(executor) { try handler($0) })
  }

  func thenFollow(_ handler: @escaping Handler<String, any Subject>) -> any Subject {
    subject(task.continueOnSuccessWithTask(executor) { own(try handler($0)).task })
  }

  func rescue(_ handler: @escaping Handler<any Error, String>) -> any Subject {
    subject(task.continueOnErrorWith(executor) { try handler($0) })
  }

  func rescueFollow(_ handler: @escaping Handler<any Error, any Subject>) -> any Subject {
    subject(task.continueOnErrorWithTask(executor) { own(try handler($0)).task })
  }

  private func subject(_ task: Task<String>) -> BoltsSubject { BoltsSubject(task: task, executor: executor) }
}
