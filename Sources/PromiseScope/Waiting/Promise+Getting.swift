// Owns `get` and `async`, which wait for a promise in a task.

import PromiseCore
import PromiseTrace

extension Promise {
  /// Waits for the outcome in a task.
  ///
  /// A canceled task stops waiting immediately, and the promise is canceled if nothing else waits for it. If the task runs the body of a
  /// promise that this one waits for, neither could ever settle: the call throws, and the log has a note. If the waiting task is a child
  /// of the body's task, or another one that the body started, the body may finish without it: the task keeps waiting, and the log has a
  /// note, too.
  ///
  /// The task does not keep the promise alive. If the promise is freed while pending, because the last resolver that could settle it is gone,
  /// the task stays suspended until it is canceled, as with a continuation that is never resumed; the log reports the promise. If the
  /// program holds the promise otherwise, the log still has a note that its last resolver was released.
  ///
  /// - Returns: The value, which every task that waits receives.
  /// - Throws: The error that the promise was rejected with; `CancellationError` if the task was canceled first;
  ///   ``PromiseResolutionError/cycle`` if waiting would never end.
  @available(swift, introduced: 6)
  public consuming func get(
    file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) async throws -> Value where Value: Sendable {
    try await (consume self).outcome(at: SourceSite(file, line, function))
  }

  /// In Swift 5 mode, where nothing needs to be `Sendable`.
  @available(swift, obsoleted: 6)
  public consuming func get(
    file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) async throws -> Value { try await (consume self).outcome(at: SourceSite(file, line, function)) }

  /// Waits for the outcome in a task; another name for ``get()``.
  ///
  /// - Returns: The value that the promise is fulfilled with.
  /// - Throws: The error that the promise is rejected with, or `CancellationError` if the task is canceled first.
  @available(swift, introduced: 6)
  public consuming func async(
    file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) async throws -> Value where Value: Sendable {
    try await (consume self).outcome(at: SourceSite(file, line, function))
  }

  /// In Swift 5 mode, where nothing needs to be `Sendable`.
  @available(swift, obsoleted: 6)
  public consuming func async(
    file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) async throws -> Value { try await (consume self).outcome(at: SourceSite(file, line, function)) }
}
