// The promise that a thread or a task is executing, and the tracer that a new promise belongs to. Owns both; an event has the former as its
// context.

import CPromiseRuntime
import Synchronization

extension EventEmitter {
  /// The prefix of the tracer that a new root promise belongs to, apart from an installed one; 0 if there is none.
  ///
  /// It is that of the thread's bound tracer, else of the task's, else of the promise whose body runs.
  static func ownPrefix(_ thread: UnsafeMutablePointer<PSThread>) -> UInt64 {
    if thread.pointee.boundTracer != 0 { return thread.pointee.boundTracer }
    let task = TaskContext.isUsed.load(ordering: .relaxed) ? TaskContext.promise & ~TracedID.mask : 0
    return task != 0 ? task : thread.pointee.context & ~TracedID.mask
  }

  /// Like ``ownPrefix(_:)`` and ``installedPrefix()``, but ignores tasks and a requested recording that has not started.
  @inline(__always)
  static func threadPrefix(_ thread: UnsafeMutablePointer<PSThread>) -> UInt64 {
    if thread.pointee.boundTracer != 0 { return thread.pointee.boundTracer }
    return thread.pointee.context != 0 ? thread.pointee.context : TracerTable.installed.load(ordering: .relaxed)
  }

  /// The executing promise of this thread, or 0.
  @inlinable @inline(__always)
  package static var context: PromiseID { psCurrentThread().pointee.context }

  /// The promise in whose body the caller runs, on a thread or in a task; 0 if there is none.
  package static var owner: PromiseID { currentContext(psCurrentThread()) }

  /// The executing promise: this thread's, or else the current task's.
  static func currentContext(_ thread: UnsafeMutablePointer<PSThread>) -> PromiseID {
    if thread.pointee.context != 0 || !TaskContext.isUsed.load(ordering: .relaxed) { return thread.pointee.context }
    return TaskContext.promise
  }

  /// The executing promise, if it is one of a tracer: that of the promise that an event is about.
  static func currentContext(_ thread: UnsafeMutablePointer<PSThread>, tracer promise: PromiseID) -> PromiseID {
    let context = currentContext(thread)
    return (context ^ promise) & ~TracedID.mask == 0 ? context : 0
  }

  /// Runs the body of a promise that is a task.
  ///
  /// The context is a task-local value, because a task may resume on another thread.
  package static func inTask(of promise: PromiseID, _ body: () async -> Void) async {
    guard promise != 0 else { return await body() }
    TaskContext.isUsed.store(true, ordering: .relaxed)
    let slot = psKeepsStacks() ? psTaskBegins(promise) : -1
    defer { psTaskEnds(slot) }
    await TaskContext.$promise.withValue(promise) { await body() }
  }

  /// Runs `body` while the tracer with this prefix is bound to the current task.
  static func inTask<Result>(
    tracer prefix: UInt64, isolation: isolated (any Actor)?, _ body: () async throws -> Result
  ) async rethrows -> Result {
    TaskContext.isUsed.store(true, ordering: .relaxed)
    return try await TaskContext.$promise.withValue(prefix, operation: body, isolation: isolation)
  }

  enum TaskContext {
    /// Whether any task has been a traced body, or has a tracer; until then, the task-local value is not read.
    static let isUsed = Atomic<Bool>(false)
    /// The promise whose body the task is, or only the prefix of the tracer that is bound to the task.
    @TaskLocal static var promise: PromiseID = 0
  }

  /// Sets the executing promise of this thread and returns the previous one.
  @inlinable @inline(__always)
  package static func enter(_ promise: PromiseID) -> PromiseID {
    let thread = psCurrentThread()
    defer { thread.pointee.context = promise }
    return thread.pointee.context
  }

  /// Runs a closure that belongs to no body, although one may be running, on behalf of a promise.
  package static func outside(of promise: PromiseID, _ body: () -> Void) {
    guard promise != 0 else { return body() }
    let outer = enter(0)
    onBehalf(of: promise, body)
    _ = enter(outer)
  }

  /// Runs a closure on behalf of a promise outside of any body, for example when a timer fires.
  ///
  /// The promises that it creates belong to the promise's tracer, whichever thread this is.
  package static func onBehalf<Result>(of promise: PromiseID, _ body: () throws -> Result) rethrows -> Result {
    guard promise != 0 else { return try body() }
    let outer = psCurrentThread().pointee.boundTracer
    psCurrentThread().pointee.boundTracer = promise & ~TracedID.mask
    defer { psCurrentThread().pointee.boundTracer = outer }
    return try body()
  }
}
