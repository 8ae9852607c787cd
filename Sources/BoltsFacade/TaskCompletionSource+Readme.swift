// The names that Bolts' README uses for `set(result:)` and `set(error:)`, so that code written from the README compiles, too.

extension TaskCompletionSource {
  /// Ends the task with a result.
  ///
  /// Traps like ``set(result:)`` if the task has already ended.
  ///
  /// - Parameter result: The result.
  public func setResult(_ result: TResult) { set(result: result) }

  /// Ends the task with an error.
  ///
  /// Traps like ``set(error:)`` if the task has already ended.
  ///
  /// - Parameter error: The error.
  public func setError(_ error: any Error) { set(error: error) }

  /// Ends the task with a result if it is pending.
  ///
  /// - Parameter result: The result.
  /// - Returns: False if the task had already ended. That is what the call is for, so the log does not report an ignored attempt.
  @discardableResult
  public func trySetResult(_ result: TResult) -> Bool { trySet(result: result) }

  /// Ends the task with an error if it is pending.
  ///
  /// - Parameter error: The error.
  /// - Returns: False if the task had already ended. That is what the call is for, so the log does not report an ignored attempt.
  @discardableResult
  public func trySetError(_ error: any Error) -> Bool { trySet(error: error) }
}
