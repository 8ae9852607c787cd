// TaskCompletionSource: the producer's side of a task.

import PromiseCore
import PromiseTrace

/// Ends one task, once.
///
/// Any thread may call any member. Continuations on the default executor have run when the call that ends the task returns, up to its
/// depth limit. If the source is freed while its task is pending, the task never ends; the log records the task as released while
/// pending.
public final class TaskCompletionSource<TResult>: Sendable {
  /// The task that this source ends.
  public let task: Task<TResult>

  /// Creates a source with a pending task.
  public init(file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function) {
    task = Task(Promise(pending: "TaskCompletionSource", site: SourceSite(file, line, function)))
  }

  deinit { task.promise.noteReleasedResolver() }

  // MARK: Ending a task that is known to be pending

  /// Ends the task with a result.
  ///
  /// Traps if the task has already ended, after logging the attempt.
  ///
  /// - Parameter result: The result.
  public func set(result: TResult) {
    if !end(with: result) { preconditionFailure("a completed task cannot be given a result") }
  }

  /// Ends the task with an error.
  ///
  /// Traps if the task has already ended, after logging the attempt.
  ///
  /// - Parameter error: The error.
  public func set(error: any Error) {
    if !end(with: Fault.of(error)) { preconditionFailure("a completed task cannot be given an error") }
  }

  /// Cancels the task.
  ///
  /// Traps if the task has already ended, after logging the attempt.
  public func cancel() {
    if !end(with: CancelledError()) { preconditionFailure("a completed task cannot be cancelled") }
  }

  // MARK: Ending a task if it is pending

  /// Ends the task with a result if it is pending.
  ///
  /// - Parameter result: The result.
  /// - Returns: False if the task had already ended. That is what the call is for, so the log does not report an ignored attempt.
  @discardableResult
  public func trySet(result: TResult) -> Bool { task.promise.isPending && end(with: result) }

  /// Ends the task with an error if it is pending.
  ///
  /// - Parameter error: The error.
  /// - Returns: False if the task had already ended, which is not logged.
  @discardableResult
  public func trySet(error: any Error) -> Bool { task.promise.isPending && end(with: Fault.of(error)) }

  /// Cancels the task if it is pending.
  ///
  /// - Returns: False if the task had already ended, which is not logged.
  @discardableResult
  public func tryCancel() -> Bool { task.promise.isPending && end(with: CancelledError()) }

  // An attempt that another thread forestalls in this very moment is logged as ignored.

  private func end(with result: TResult) -> Bool {
    InlineDepth.settling { task.promise.fulfill(result, cause: .resolver, at: .onStack) }
  }

  private func end(with error: any Error) -> Bool {
    InlineDepth.settling { task.promise.reject(error, cause: .resolver, at: .onStack) }
  }
}
