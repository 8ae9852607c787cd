// The task: Bolts' name for a promise. Owns the translation of a promise's state into the four that Bolts knows; the state itself
// is the core's.

import PromiseCore
import PromiseTrace

/// The consumer's view of the result of an asynchronous operation: pending, then completed with a result, faulted or canceled.
///
/// Any thread may call any member. Continuations run in the order they were added, on the executor that each one names. A task that
/// continues another lives, with all that continues it, until that one completes. Named like Swift's own `Task`: a file that needs
/// that one says `_Concurrency.Task`.
public final class Task<TResult>: Sendable {
  /// What Bolts calls a closure that waits for a task.
  public typealias Continuation = () -> Void

  @usableFromInline let promise: Promise<TResult>

  @usableFromInline
  init(_ promise: Promise<TResult>) { self.promise = promise }

  /// Whether the task has ended, however it did.
  public var completed: Bool { !promise.isPending }

  /// Whether the task has ended with an error.
  public var faulted: Bool { error != nil }

  /// Whether the task was canceled.
  public var cancelled: Bool { promise.isRejected && promise.rejection.fault == nil }

  /// The result of a task that has succeeded; else nil.
  public var result: TResult? { promise.isFulfilled ? promise.fulfilledValue : nil }

  /// The error of a task that has faulted; else nil, for a canceled task too.
  public var error: (any Error)? { promise.isRejected ? promise.rejection.fault : nil }

  /// The task's id in the log; 0 if it is not traced.
  public var id: PromiseID { promise.id }

  /// The task as the core sees it, without its result's type.
  package var node: PromiseNode { promise }

  /// Gives the task a name that the tree shows instead of its operator's.
  ///
  /// - Parameter label: One line; cut if it is longer than a preview may be.
  /// - Returns: The task itself.
  @discardableResult
  public func named(_ label: @autoclosure () -> String) -> Task {
    promise.named(label())
    return self
  }
}

extension Task: CustomStringConvertible, CustomDebugStringConvertible {
  /// The state and, in it, the result or error.
  public var description: String { "Task: \(state)" }

  /// The same as ``description``.
  public var debugDescription: String { description }

  private var state: TaskState<TResult> {
    if promise.isPending { return .pending }
    if promise.isFulfilled { return .success(promise.fulfilledValue) }
    return promise.rejection.fault.map { .error($0) } ?? .cancelled
  }
}

/// A task's state as Swift describes an enumeration: what Bolts' descriptions show.
private enum TaskState<TResult> {
  case pending
  case success(TResult)
  case error(any Error)
  case cancelled
}
