// Overloads with exactly the parameters that Bolts declares, for references to functions, as in
// `let join: ([Task<Int>]) -> Task<Void> = Task.whenAll`. A direct call uses the overload that records its call site.

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

  /// Creates a task that succeeds without a result after a delay.
  ///
  /// - Parameter delay: The delay in seconds.
  /// - Returns: The task.
  @_disfavoredOverload
  public static func withDelay(_ delay: Double) -> Task<Void> { withDelay(delay, cancellationToken: nil) }

  /// Creates a task that ends when all the given tasks have ended.
  ///
  /// - Parameter tasks: The tasks to wait for.
  /// - Returns: The task.
  @_disfavoredOverload
  public static func whenAll(_ tasks: [Task]) -> Task<Void> { whenAll(tasks, file: #fileID) }

  /// Creates a task with the results of all the given tasks, in their order.
  ///
  /// - Parameter tasks: The tasks to wait for.
  /// - Returns: The task.
  @_disfavoredOverload
  public static func whenAllResult(_ tasks: [Task]) -> Task<[TResult]> { whenAllResult(tasks, file: #fileID) }

  /// Creates a task that succeeds as soon as one of the given tasks ends.
  ///
  /// - Parameter tasks: The tasks to wait for.
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
  /// - Parameter closure: Runs once; before this call returns unless the executor dispatches it elsewhere.
  @_disfavoredOverload
  public func execute(_ closure: @escaping () -> Void) { execute(file: #fileID, closure) }
}
