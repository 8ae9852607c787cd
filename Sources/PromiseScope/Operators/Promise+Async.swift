// Owns the forms of `init` and `then` that take an async closure.
//
// All are disfavored, so that a closure without `await` doesn't become a task. `then` takes a closure that returns a promise, too, or its result
// would be a promise of a promise, or, where the type is declared, one that waits for nothing; chains take 12 % longer to type-check. A body
// has no such form: it can write `try await next().get()`, and one more overload triples that time (measured).

import PromiseCore
import PromiseTrace

extension Promise {
  /// Creates a promise for the value that an async body returns.
  ///
  /// The task starts immediately. Calling `cancel()` on the promise cancels it.
  ///
  /// - Parameters:
  ///   - priority: The priority of the task; nil means the priority of the calling task.
  ///   - work: Returns the value; a thrown error rejects the promise.
  @available(swift, introduced: 6)
  @_disfavoredOverload
  public convenience init(
    priority: TaskPriority? = nil, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function,
    @_inheritActorContext @_implicitSelfCapture _ work: @escaping @Sendable () async throws -> sending Value
  ) {
    self.init(priority: priority, file: file, line: line, function: function, work, _unchecked: ())
  }

  /// In Swift 5 mode, where nothing needs to be `Sendable`.
  @available(swift, obsoleted: 6)
  @_disfavoredOverload
  public convenience init(
    priority: TaskPriority? = nil, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function,
    @_inheritActorContext @_implicitSelfCapture _ work: @escaping @Sendable () async throws -> Value,
    _unchecked: Void = ()
  ) {
    self.init("task", on: TaskBody.executor, site: SourceSite(file, line, function)) { node, _ in
      nonisolated(unsafe) let promise = unsafeDowncast(node, to: Promise<Value>.self)
      let task = Task(priority: priority) { await TaskBody.run(promise, work) }
      promise.onCancel { task.cancel() }
    }
  }

  /// Calls `work` with the value in a task, and fulfills the new promise with its result.
  ///
  /// - Parameters:
  ///   - priority: The priority of the task; nil means the priority of the calling task.
  ///   - work: Receives the value and returns the next value; a thrown error rejects the promise.
  /// - Returns: A new promise for the value that `work` returns. Canceling it cancels the task. A rejection skips `work`.
  @available(swift, introduced: 6)
  @_disfavoredOverload
  @discardableResult
  public func then<Result: Sendable>(
    priority: TaskPriority? = nil, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function,
    @_inheritActorContext @_implicitSelfCapture _ work: @escaping @Sendable (Value) async throws -> Result
  ) -> Promise<Result> where Value: Sendable {
    then(priority: priority, file: file, line: line, function: function, work, _unchecked: ())
  }

  /// In Swift 5 mode, where nothing needs to be `Sendable`.
  @available(swift, obsoleted: 6)
  @_disfavoredOverload
  @discardableResult
  public func then<Result>(
    priority: TaskPriority? = nil, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function,
    @_inheritActorContext @_implicitSelfCapture _ work: @escaping @Sendable (Value) async throws -> Result,
    _unchecked: Void = ()
  ) -> Promise<Result> {
    inTask(priority, SourceSite(file, line, function)) { promise, value in
      nonisolated(unsafe) let value = value
      await TaskBody.run(promise) { try await work(value) }
    }
  }

  /// A promise that `body` settles in a task with this promise's value.
  private func inTask<Result>(
    _ priority: TaskPriority?, _ site: SourceSite,
    _ body: @escaping @Sendable (_ promise: Promise<Result>, _ value: Value) async -> Void
  ) -> Promise<Result> {
    let key = TaskBody.Key<Promise<Result>, Value>(priority: priority) { promise, value in
      nonisolated(unsafe) let value = value
      await body(promise, value)
    }
    return Promise<Result>(from: self, "then", handles: .fulfilled, on: TaskBody.executor, site: site) { node, parent in
      let promise = unsafeDowncast(node, to: Promise<Result>.self)
      promise.onCancel { [task = key.task] in task.cancel() }
      key.open(promise, unsafeDowncast(parent, to: Promise<Value>.self).fulfilledValue)
    }
  }

  /// Calls `work` with the value in a task, and follows the promise that it returns.
  ///
  /// - Parameters:
  ///   - priority: The priority of the task; nil means the priority of the calling task.
  ///   - work: Receives the value and returns the promise to follow; a thrown error rejects the promise.
  /// - Returns: A new promise that settles as that one does. Canceling it cancels the task. A rejection skips `work`.
  @available(swift, introduced: 6)
  @_disfavoredOverload
  @discardableResult
  public func then<Result: Sendable>(
    priority: TaskPriority? = nil, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function,
    @_inheritActorContext @_implicitSelfCapture _ work: @escaping @Sendable (Value) async throws -> Promise<Result>
  ) -> Promise<Result> where Value: Sendable {
    then(priority: priority, file: file, line: line, function: function, work, _unchecked: ())
  }

  /// In Swift 5 mode, where nothing needs to be `Sendable`.
  @available(swift, obsoleted: 6)
  @_disfavoredOverload
  @discardableResult
  public func then<Result>(
    priority: TaskPriority? = nil, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function,
    @_inheritActorContext @_implicitSelfCapture _ work: @escaping @Sendable (Value) async throws -> Promise<Result>,
    _unchecked: Void = ()
  ) -> Promise<Result> {
    inTask(priority, SourceSite(file, line, function)) { promise, value in
      nonisolated(unsafe) let value = value
      await TaskBody.run(promise, following: { try await work(value) })
    }
  }

  /// Calls `work` with the value in a task, and passes the value on.
  ///
  /// - Parameters:
  ///   - priority: The priority of the task; nil means the priority of the calling task.
  ///   - work: Receives the value; a thrown error rejects the promise.
  /// - Returns: A new promise with the same value. Canceling it cancels the task. A rejection skips `work`.
  @available(swift, introduced: 6)
  @_disfavoredOverload
  @discardableResult
  public func then(
    priority: TaskPriority? = nil, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function,
    @_inheritActorContext @_implicitSelfCapture _ work: @escaping @Sendable (Value) async throws -> Void
  ) -> Promise<Value> where Value: Sendable {
    then(priority: priority, file: file, line: line, function: function, work, _unchecked: ())
  }

  /// In Swift 5 mode, where nothing needs to be `Sendable`.
  @available(swift, obsoleted: 6)
  @_disfavoredOverload
  @discardableResult
  public func then(
    priority: TaskPriority? = nil, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function,
    @_inheritActorContext @_implicitSelfCapture _ work: @escaping @Sendable (Value) async throws -> Void,
    _unchecked: Void = ()
  ) -> Promise<Value> {
    let key = TaskBody.Key<Promise<Value>, Promise<Value>>(priority: priority) { promise, parent in
      nonisolated(unsafe) let parent = parent
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
}
