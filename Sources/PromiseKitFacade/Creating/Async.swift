// async: awaiting a promise in a Swift task.

import PromiseCore

extension Promise {
  /// Awaits the value in a Swift task.
  ///
  /// - Returns: The value.
  /// - Throws: The error that the promise was rejected with; `CancellationError` if the task was canceled first.
  public func async() async throws -> T { try await core.outcome() }
}

extension Guarantee {
  /// Awaits the value in a Swift task, even if the task is canceled; traps if the guarantee was canceled.
  ///
  /// - Returns: The value.
  public func async() async -> T {
    await withUnsafeContinuation { continuation in
      core.observe { node in
        precondition(node.isFulfilled, "async: this guarantee was canceled, so it has no value")
        nonisolated(unsafe) let value = node.value(as: T.self)
        continuation.resume(returning: value)
      }
    }
  }
}
