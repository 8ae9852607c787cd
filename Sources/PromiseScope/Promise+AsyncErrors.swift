// Async closures as bodies of what comes after an error: `catch`, `recover`, `always`.
//
// Disfavoured like those of `then`: a closure that does not wait is no task.

import PromiseCore
import PromiseTrace

extension Promise {
  /// Does something with the error in a task, and passes it on: the promise returned is still rejected.
  ///
  /// - Parameters:
  ///   - priority: The task's; nil means that of the task that calls.
  ///   - file: Where, for the log.
  ///   - line: Where, for the log.
  ///   - function: Where, for the log.
  ///   - work: Gets the error.
  /// - Returns: A new promise of the same outcome, once `work` has ended. A value passes `work` by.
  @_disfavoredOverload
  @discardableResult
  public func `catch`(
    priority: TaskPriority? = nil, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function,
    @_inheritActorContext @_implicitSelfCapture _ work: @escaping @Sendable (any Error) async -> Void
  ) -> Promise<Value> {
    let key = TaskBody.Key<Promise<Value>, Promise<Value>>(priority: priority) { promise, parent in
      await TaskBody.run(promise, passing: parent) { await work(parent.rejection.error) }
    }
    return Promise<Value>(
      from: self, "catch", handles: .rejected, on: TaskBody.executor, site: SourceSite(file, line, function)
    ) { node, parent in
      let promise = unsafeDowncast(node, to: Promise<Value>.self)
      let parent = unsafeDowncast(parent, to: Promise<Value>.self)
      guard parent.isRejected else { return promise.settle(like: parent) }
      parent.rejection.markHandled(at: parent)
      promise.onCancel { [task = key.task] in task.cancel() }
      key.open(promise, parent)
    }
  }

  /// Goes on after an error with a value, which a task makes.
  ///
  /// - Parameters:
  ///   - priority: The task's; nil means that of the task that calls.
  ///   - file: Where, for the log.
  ///   - line: Where, for the log.
  ///   - function: Where, for the log.
  ///   - work: Gets the error and returns the value; an error it throws rejects.
  /// - Returns: A new promise of this one's value, or of what `work` returns.
  @_disfavoredOverload
  @discardableResult
  public func recover(
    priority: TaskPriority? = nil, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function,
    @_inheritActorContext @_implicitSelfCapture _ work: @escaping @Sendable (any Error) async throws -> Value
  ) -> Promise<Value> {
    let key = TaskBody.Key<Promise<Value>, any Error>(priority: priority) { promise, error in
      await TaskBody.run(promise) { try await work(error) }
    }
    return Promise<Value>(
      from: self, "recover", handles: .rejected, on: TaskBody.executor, site: SourceSite(file, line, function)
    ) { node, parent in
      let promise = unsafeDowncast(node, to: Promise<Value>.self)
      let parent = unsafeDowncast(parent, to: Promise<Value>.self)
      guard parent.isRejected else { return promise.settle(like: parent) }
      parent.rejection.markHandled(at: parent)
      promise.onCancel { [task = key.task] in task.cancel() }
      key.open(promise, parent.rejection.error)
    }
  }

  /// Does something in a task once this promise has settled, however it did.
  ///
  /// - Parameters:
  ///   - priority: The task's; nil means that of the task that calls.
  ///   - file: Where, for the log.
  ///   - line: Where, for the log.
  ///   - function: Where, for the log.
  ///   - work: Gets nothing.
  /// - Returns: A new promise of the same outcome, once `work` has ended.
  @_disfavoredOverload
  @discardableResult
  public func always(
    priority: TaskPriority? = nil, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function,
    @_inheritActorContext @_implicitSelfCapture _ work: @escaping @Sendable () async -> Void
  ) -> Promise<Value> {
    let key = TaskBody.Key<Promise<Value>, Promise<Value>>(priority: priority) { promise, parent in
      await TaskBody.run(promise, passing: parent) { await work() }
    }
    return Promise<Value>(
      from: self, "always", handles: [.fulfilled, .rejected], on: TaskBody.executor,
      site: SourceSite(file, line, function)
    ) { node, parent in
      let promise = unsafeDowncast(node, to: Promise<Value>.self)
      promise.onCancel { [task = key.task] in task.cancel() }
      key.open(promise, unsafeDowncast(parent, to: Promise<Value>.self))
    }
  }
}
