// The scene in the vocabulary of `PromiseScope`: work that takes time, and callbacks wrapped in promises.

import PromiseScope
import PromiseTrace

extension Scene {
  /// Simulates work that takes time and ends with a value.
  package func work<Value: Sendable>(
    _ label: String, seconds: Double, giving value: Value, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function
  ) -> Promise<Value> {
    wrap(label, file: file, line: line, function: function) { done in
      afterWork(label, seconds) { ended in done(ended.map { value }) }
    }
  }

  /// Simulates work that takes time and then fails.
  package func work<Value: Sendable>(
    _ label: String, seconds: Double, failingWith error: any Error, as type: Value.Type = Value.self,
    file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) -> Promise<Value> {
    wrap(label, file: file, line: line, function: function) { done in
      afterWork(label, seconds) { ended in done(ended.flatMap { .failure(error) }) }
    }
  }

  /// Runs an async body in a task on the scene's clock; its result settles the promise.
  package func task<Value: Sendable>(
    _ label: String, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
    _ body: @escaping @Sendable () async throws -> Value
  ) -> Promise<Value> {
    Promise<Value>("task", on: TaskBody.executor, site: SourceSite(file, line, function)) { [taskExecutor] node, _ in
      let promise = unsafeDowncast(node, to: Promise<Value>.self)
      Task(executorPreference: taskExecutor) { await TaskBody.run(promise, body) }
    }.named(label, in: self)
  }

  /// Wraps a call with a callback in a promise that the callback settles.
  ///
  /// `call` starts the work and passes its argument on as the callback.
  package func wrap<Value: Sendable>(
    _ label: String, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
    _ call: (@escaping Completion<Value>) -> Void
  ) -> Promise<Value> {
    let promise = Promise<Value>(pending: "wrap", site: SourceSite(file, line, function)).named(label, in: self)
    call { result in
      switch result {
      case .success(let value): promise.fulfill(value)
      case .failure(let error): promise.reject(error)
      }
    }
    return promise
  }
}
