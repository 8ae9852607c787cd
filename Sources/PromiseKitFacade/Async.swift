// async: the result in a task.

import PromiseCore

extension Promise {
  /// Waits for the value in a task.
  ///
  /// - Returns: The value.
  /// - Throws: The error that the promise was rejected with; `CancellationError` if the task was canceled first.
  public func async() async throws -> T { try await core.get() }
}

extension Guarantee {
  /// Waits for the value in a task, even one that is canceled.
  ///
  /// - Returns: The value.
  public func async() async -> T {
    await withUnsafeContinuation { continuation in
      core.observe { continuation.resume(returning: $0.value(as: T.self)) }
    }
  }
}
