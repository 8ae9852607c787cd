// Async closures as bodies: in `init`, and in `then`.
//
// All of them are disfavoured: a closure that does not wait is no task. None returns a promise to follow: a body that can wait writes
// `try await next().get()`, and one more overload makes a chain of closures three times as slow to type-check (measured).

import PromiseCore
import PromiseTrace

extension Promise {
  /// Creates a promise of what an async body returns.
  ///
  /// The task begins at once. `cancel()` on the promise cancels it.
  ///
  /// - Parameters:
  ///   - priority: The task's; nil means that of the task that calls.
  ///   - file: Where, for the log.
  ///   - line: Where, for the log.
  ///   - function: Where, for the log.
  ///   - work: Returns the value; an error it throws rejects.
  @_disfavoredOverload
  public convenience init(
    priority: TaskPriority? = nil, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function,
    @_inheritActorContext @_implicitSelfCapture _ work: @escaping @Sendable () async throws -> Value
  ) {
    self.init("task", on: TaskBody.executor, site: SourceSite(file, line, function)) { node, _ in
      let promise = unsafeDowncast(node, to: Promise<Value>.self)
      let task = Task(priority: priority) { await TaskBody.run(promise, work) }
      promise.onCancel { task.cancel() }
    }
  }

  /// Goes on with the value this promise is fulfilled with, in a task.
  ///
  /// - Parameters:
  ///   - priority: The task's; nil means that of the task that calls.
  ///   - file: Where, for the log.
  ///   - line: Where, for the log.
  ///   - function: Where, for the log.
  ///   - work: Gets the value and returns the next one; an error it throws rejects.
  /// - Returns: A new promise of what `work` returns. Cancelling it cancels the task. A rejection passes `work` by.
  @_disfavoredOverload
  @discardableResult
  public func then<Result>(
    priority: TaskPriority? = nil, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function,
    @_inheritActorContext @_implicitSelfCapture _ work: @escaping @Sendable (Value) async throws -> Result
  ) -> Promise<Result> {
    let key = TaskBody.Key<Promise<Result>, Value>(priority: priority) { promise, value in
      nonisolated(unsafe) let value = value
      await TaskBody.run(promise) { try await work(value) }
    }
    return Promise<Result>(
      from: self, "then", handles: .fulfilled, on: TaskBody.executor, site: SourceSite(file, line, function)
    ) { node, parent in
      let promise = unsafeDowncast(node, to: Promise<Result>.self)
      promise.onCancel { [task = key.task] in task.cancel() }
      key.open(promise, unsafeDowncast(parent, to: Promise<Value>.self).fulfilledValue)
    }
  }

  /// Does something with the value in a task, and passes it on.
  ///
  /// - Parameters:
  ///   - priority: The task's; nil means that of the task that calls.
  ///   - file: Where, for the log.
  ///   - line: Where, for the log.
  ///   - function: Where, for the log.
  ///   - work: Gets the value; an error it throws rejects.
  /// - Returns: A new promise of the same value. Cancelling it cancels the task. A rejection passes `work` by.
  @_disfavoredOverload
  @discardableResult
  public func then(
    priority: TaskPriority? = nil, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function,
    @_inheritActorContext @_implicitSelfCapture _ work: @escaping @Sendable (Value) async throws -> Void
  ) -> Promise<Value> {
    let key = TaskBody.Key<Promise<Value>, Promise<Value>>(priority: priority) { promise, parent in
      await TaskBody.run(promise, passing: parent) { try await work(parent.fulfilledValue) }
    }
    return Promise<Value>(
      from: self, "then", handles: .fulfilled, on: TaskBody.executor, site: SourceSite(file, line, function)
    ) { node, parent in
      let promise = unsafeDowncast(node, to: Promise<Value>.self)
      promise.onCancel { [task = key.task] in task.cancel() }
      key.open(promise, unsafeDowncast(parent, to: Promise<Value>.self))
    }
  }

  /// Waits for the outcome in a task, by the name that some know it by.
  ///
  /// - Returns: The value; see ``get()``.
  /// - Throws: The error that the promise was rejected with; `CancellationError` where the task was cancelled first.
  public func async() async throws -> Value { try await get() }
}
