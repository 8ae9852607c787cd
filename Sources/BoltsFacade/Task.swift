// Task: Bolts' name for a promise.

import PromiseCore
import PromiseTrace

/// The consumer's view of an asynchronous operation: pending at first, then completed with a result, faulted, or canceled.
///
/// Any thread may call any member. Continuations start in the order in which they were added, each on its own executor. A pending
/// task keeps its continuations alive until it completes. The type has the name of Swift's own `Task`, which remains available as
/// `_Concurrency.Task`.
///
/// ```swift
/// fetch(url)
///   .continueOnSuccessWith { try decode($0) }
///   .continueWith(.mainThread) { task in task.faulted ? report(task.error) : show(task.result) }
/// ```
public final class Task<TResult>: @unchecked Sendable {
  /// Bolts' name for a closure that waits for a task.
  public typealias Continuation = () -> Void

  @usableFromInline let promise: Promise<TResult>

  @usableFromInline
  init(_ promise: Promise<TResult>) { self.promise = promise }

  /// Whether the task has ended with any outcome.
  public var completed: Bool { !promise.isPending }

  /// Whether the task has ended with an error.
  public var faulted: Bool { error != nil }

  /// Whether the task was canceled.
  public var cancelled: Bool { promise.isRejected && promise.rejection.fault == nil }

  /// The result if the task has succeeded; otherwise nil.
  public var result: TResult? { promise.isFulfilled ? promise.fulfilledValue : nil }

  /// The error if the task has faulted; otherwise nil, also for a canceled task.
  public var error: (any Error)? { promise.isRejected ? promise.rejection.fault : nil }

  /// The task's identifier in the log; 0 if it is not traced.
  public var id: PromiseID { promise.id }

  /// The core's promise without the type of its result.
  package var node: PromiseNode { promise }

  /// Sets the label that the tree shows in place of the operator's name.
  ///
  /// - Parameter label: One line; truncated to the length of a preview.
  /// - Returns: This task.
  @discardableResult
  public func named(_ label: @autoclosure () -> String) -> Task {
    promise.named(label())
    return self
  }

  /// Declares that the task may stay incomplete as long as the program runs, so that `pscope check` does not report it.
  ///
  /// - Parameter reason: Why, in a few words for people.
  /// - Returns: This task.
  @discardableResult
  public func expectPending(_ reason: @autoclosure () -> String) -> Task {
    promise.expectPending(reason())
    return self
  }
}

extension Task: CustomStringConvertible, CustomDebugStringConvertible {
  /// The state with the result or error.
  public var description: String { "Task: \(state)" }

  /// The same as ``description``.
  public var debugDescription: String { description }

  private var state: TaskState<TResult> {
    if promise.isPending { return .pending }
    if promise.isFulfilled { return .success(promise.fulfilledValue) }
    return promise.rejection.fault.map { .error($0) } ?? .cancelled
  }
}

/// A task's state as an enumeration, whose description Bolts' descriptions show.
private enum TaskState<TResult> {
  case pending
  case success(TResult)
  case error(any Error)
  case cancelled
}
