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
  /// - Returns: The value, which every task that waits receives.
  /// - Throws: The error that the promise was rejected with; `CancellationError` if the task was canceled first;
  ///   ``PromiseResolutionError/cycle`` if waiting would never end.
  @available(swift, introduced: 6)
  public func get(
    file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) async throws -> Value where Value: Sendable { try await outcome(at: SourceSite(file, line, function)) }

  /// In Swift 5 mode, where nothing needs to be `Sendable`.
  @available(swift, obsoleted: 6)
  public func get(
    file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) async throws -> Value { try await outcome(at: SourceSite(file, line, function)) }

  /// Waits for the outcome in a task; another name for ``get()``.
  ///
  /// - Returns: The value that the promise is fulfilled with.
  /// - Throws: The error that the promise is rejected with, or `CancellationError` if the task is canceled first.
  @available(swift, introduced: 6)
  public func async(
    file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) async throws -> Value where Value: Sendable { try await outcome(at: SourceSite(file, line, function)) }

  /// In Swift 5 mode, where nothing needs to be `Sendable`.
  @available(swift, obsoleted: 6)
  public func async(
    file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) async throws -> Value { try await outcome(at: SourceSite(file, line, function)) }
}
