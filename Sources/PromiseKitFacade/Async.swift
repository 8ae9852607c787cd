// async: awaiting a promise in a Swift task.

import PromiseCore

extension Promise {
  /// Awaits the value in a Swift task.
  ///
  /// - Returns: The value.
  /// - Throws: The error that the promise was rejected with; `CancellationError` if the task was canceled first.
  public func async() async throws -> T { try await core.get() }
}

extension Guarantee {
  /// Awaits the value in a Swift task, even if the task is canceled.
  ///
  /// - Returns: The value.
  public func async() async -> T {
    await withUnsafeContinuation { continuation in
      core.observe { continuation.resume(returning: $0.value(as: T.self)) }
    }
  }
}
