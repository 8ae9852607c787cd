// whenAllResult: the results of several tasks.

import PromiseCore
import PromiseTrace

extension Task {
  /// Creates a task of the results of all tasks, in their order.
  ///
  /// It is cancelled if one of them was, else faulted with an ``AggregateError`` if some were; without tasks, it succeeds at once.
  ///
  /// - Parameters:
  ///   - tasks: What to wait for.
  ///   - file: Where, for the log.
  ///   - line: Where, for the log.
  ///   - function: Where, for the log.
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
  /// It is cancelled if one of them was, else faulted with an ``AggregateError`` if some were; without tasks, it succeeds at once.
  ///
  /// - Parameters:
  ///   - tasks: What to wait for.
  ///   - file: Where, for the log.
  ///   - line: Where, for the log.
  ///   - function: Where, for the log.
  /// - Returns: The task.
  public static func whenAllResult(
    _ tasks: Task..., file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) -> Task<[TResult]> {
    whenAllResult(tasks, file: file, line: line, function: function)
  }
}
