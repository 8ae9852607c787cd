// The names that Bolts' README gives to what its sources call `set(result:)` and `set(error:)`: code written from either compiles.

extension TaskCompletionSource {
  /// Ends the task with a result.
  ///
  /// The same as ``set(result:)``, and traps where that does.
  /// - Parameter result: The result.
  public func setResult(_ result: TResult) { set(result: result) }

  /// Ends the task with an error.
  ///
  /// The same as ``set(error:)``, and traps where that does.
  /// - Parameter error: The error.
  public func setError(_ error: any Error) { set(error: error) }

  /// Ends the task with a result, if it is pending.
  ///
  /// - Parameter result: The result.
  /// - Returns: False where the task had ended; the attempt is then logged.
  @discardableResult
  public func trySetResult(_ result: TResult) -> Bool { trySet(result: result) }

  /// Ends the task with an error, if it is pending.
  ///
  /// - Parameter error: The error.
  /// - Returns: False where the task had ended; the attempt is then logged.
  @discardableResult
  public func trySetError(_ error: any Error) -> Bool { trySet(error: error) }
}
