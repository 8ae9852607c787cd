// Bolts' functions with the parameters they have there, for where a function itself is handed over, as in
// `let join: ([Task<Int>]) -> Task<Void> = Task.whenAll`. A call uses the overload that records its call site.

import PromiseCore
import PromiseTrace

extension Task {
  /// Creates a task that has succeeded.
  ///
  /// - Parameter result: The result.
  @_disfavoredOverload
  public convenience init(_ result: TResult) {
    self.init(Promise(fulfilled: result, "result", site: SourceSite()))
  }

  /// Creates a task that has faulted.
  ///
  /// - Parameter error: The error.
  @_disfavoredOverload
  public convenience init(error: any Error) {
    self.init(Promise(rejected: Fault.of(error), "error", site: SourceSite()))
  }

  /// Creates a task that was canceled.
  ///
  /// - Returns: The task.
  @_disfavoredOverload
  public static func cancelledTask() -> Task {
    Task(Promise(rejected: CancelledError(), "cancelledTask", site: SourceSite()))
  }

  /// Creates a task that succeeds, with nothing, after a time.
  ///
  /// - Parameter delay: Seconds.
  /// - Returns: The task.
  @_disfavoredOverload
  public static func withDelay(_ delay: Double) -> Task<Void> { withDelay(delay, cancellationToken: nil) }

  /// Creates a task that ends once all tasks have.
  ///
  /// - Parameter tasks: What to wait for.
  /// - Returns: The task.
  @_disfavoredOverload
  public static func whenAll(_ tasks: [Task]) -> Task<Void> { whenAll(tasks, file: #fileID) }

  /// Creates a task of the results of all tasks, in their order.
  ///
  /// - Parameter tasks: What to wait for.
  /// - Returns: The task.
  @_disfavoredOverload
  public static func whenAllResult(_ tasks: [Task]) -> Task<[TResult]> { whenAllResult(tasks, file: #fileID) }

  /// Creates a task that succeeds as soon as one task has ended.
  ///
  /// - Parameter tasks: What to wait for.
  /// - Returns: The task.
  @_disfavoredOverload
  public static func whenAny(_ tasks: [Task]) -> Task<Void> { whenAny(tasks, file: #fileID) }
}

extension TaskCompletionSource {
  /// Creates a source with a pending task.
  @_disfavoredOverload
  public convenience init() { self.init(file: #fileID) }
}

extension Executor {
  /// Runs a closure.
  ///
  /// - Parameter closure: Runs once; by now, if this executor does not send it elsewhere.
  @_disfavoredOverload
  public func execute(_ closure: @escaping () -> Void) { execute(file: #fileID, closure) }
}
