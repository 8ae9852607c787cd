// whenAll: waiting for several tasks, without their results.

import PromiseCore
import PromiseTrace

extension Task {
  /// Creates a task that ends when all the given tasks have ended.
  ///
  /// It is canceled if one of them was canceled; otherwise it faults with an ``AggregateError`` if one of them faulted. Without
  /// tasks, it succeeds immediately.
  ///
  /// - Parameter tasks: The tasks to wait for.
  /// - Returns: The task.
  public static func whenAll(
    _ tasks: [Task], file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) -> Task<Void> {
    let site = SourceSite(file, line, function)
    return Task<Void>(Gathering("whenAll", tasks: tasks, keepsResults: false, site: site) { _ in }.promise)
  }

  /// Creates a task that ends when all the given tasks have ended.
  ///
  /// It is canceled if one of them was canceled; otherwise it faults with an ``AggregateError`` if one of them faulted. Without
  /// tasks, it succeeds immediately.
  ///
  /// - Parameter tasks: The tasks to wait for.
  /// - Returns: The task.
  public static func whenAll(
    _ tasks: Task..., file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) -> Task<Void> {
    whenAll(tasks, file: file, line: line, function: function)
  }
}
