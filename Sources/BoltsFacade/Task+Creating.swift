// Tasks that have already ended, and tasks that never end.

import PromiseCore
import PromiseTrace

extension Task {
  /// Creates a task that has succeeded.
  ///
  /// - Parameter result: The result.
  public convenience init(
    _ result: TResult, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) {
    self.init(Promise(fulfilled: result, "result", site: SourceSite(file, line, function)))
  }

  /// Creates a task that stays pending forever, because nothing can end it.
  public convenience init(
    file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) {
    self.init(Promise(pending: "Task", site: SourceSite(file, line, function)))
  }

  /// Creates a task that has faulted.
  ///
  /// - Parameter error: The error. ``CancelledError`` faults the task, too: it cancels only if a closure throws it.
  public convenience init(
    error: any Error, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) {
    self.init(Promise(rejected: Fault.of(error), "error", site: SourceSite(file, line, function)))
  }

  /// Creates a task that was canceled.
  ///
  /// - Returns: The task.
  public static func cancelledTask(
    file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) -> Task {
    Task(Promise(rejected: CancelledError(), "cancelledTask", site: SourceSite(file, line, function)))
  }

  /// Creates a task that has succeeded without a result.
  ///
  /// - Returns: The task.
  public static func emptyTask(
    file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) -> Task<Void> {
    Task<Void>(Promise(fulfilled: (), "emptyTask", site: SourceSite(file, line, function)))
  }
}
