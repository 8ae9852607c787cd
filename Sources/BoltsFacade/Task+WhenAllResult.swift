// whenAllResult: waiting for several tasks and collecting their results.

import PromiseCore
import PromiseTrace

extension Task {
  /// Creates a task with the results of all the given tasks, in their order.
  ///
  /// It is canceled if one of them was canceled; otherwise it faults with an ``AggregateError`` if one of them faulted. Without
  /// tasks, it succeeds immediately.
  ///
  /// - Parameter tasks: The tasks to wait for.
  /// - Returns: The task.
  public static func whenAllResult(
    _ tasks: [Task], file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) -> Task<[TResult]> {
    let gathering = Gathering<TResult, [TResult]>(
      "whenAllResult", tasks: tasks, keepsResults: true, site: SourceSite(file, line, function)
    ) { results in
      results.compactMap { $0 }
    }
    return Task<[TResult]>(gathering.promise)
  }

  /// Creates a task with the results of all the given tasks, in their order.
  ///
  /// It is canceled if one of them was canceled; otherwise it faults with an ``AggregateError`` if one of them faulted. Without
  /// tasks, it succeeds immediately.
  ///
  /// - Parameter tasks: The tasks to wait for.
  /// - Returns: The task.
  public static func whenAllResult(
    _ tasks: Task..., file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) -> Task<[TResult]> {
    whenAllResult(tasks, file: file, line: line, function: function)
  }
}
