// whenAll: waiting for every task.

import PromiseCore
import PromiseTrace

extension Task {
  /// Creates a task that ends once all tasks have.
  ///
  /// It is canceled if one of them was, else faulted with an ``AggregateError`` if some were; without tasks, it succeeds at once.
  ///
  /// - Parameters:
  ///   - tasks: What to wait for.
  ///   - file: The call site, recorded in the log.
  ///   - line: The call site, recorded in the log.
  ///   - function: The call site, recorded in the log.
  /// - Returns: The task.
  public static func whenAll(
    _ tasks: [Task], file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) -> Task<Void> {
    let site = SourceSite(file, line, function)
    return Task<Void>(Gathering("whenAll", tasks: tasks, keepsResults: false, site: site) { _ in }.promise)
  }

  /// Creates a task that ends once all tasks have.
  ///
  /// It is canceled if one of them was, else faulted with an ``AggregateError`` if some were; without tasks, it succeeds at once.
  ///
  /// - Parameters:
  ///   - tasks: What to wait for.
  ///   - file: The call site, recorded in the log.
  ///   - line: The call site, recorded in the log.
  ///   - function: The call site, recorded in the log.
  /// - Returns: The task.
  public static func whenAll(
    _ tasks: Task..., file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) -> Task<Void> {
    whenAll(tasks, file: file, line: line, function: function)
  }
}
