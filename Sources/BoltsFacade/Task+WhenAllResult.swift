// whenAllResult: the results of several tasks.

import PromiseCore
import PromiseTrace

extension Task {
  /// Creates a task of the results of all tasks, in their order.
  ///
  /// It is canceled if one of them was, else faulted with an ``AggregateError`` if some were; without tasks, it succeeds at once.
  ///
  /// - Parameters:
  ///   - tasks: What to wait for.
  ///   - file: The call site, recorded in the log.
  ///   - line: The call site, recorded in the log.
  ///   - function: The call site, recorded in the log.
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

  /// Creates a task of the results of all tasks, in their order.
  ///
  /// It is canceled if one of them was, else faulted with an ``AggregateError`` if some were; without tasks, it succeeds at once.
  ///
  /// - Parameters:
  ///   - tasks: What to wait for.
  ///   - file: The call site, recorded in the log.
  ///   - line: The call site, recorded in the log.
  ///   - function: The call site, recorded in the log.
  /// - Returns: The task.
  public static func whenAllResult(
    _ tasks: Task..., file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) -> Task<[TResult]> {
    whenAllResult(tasks, file: file, line: line, function: function)
  }
}
