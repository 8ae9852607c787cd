// async: the result in a task.

import PromiseCore

extension Promise {
  /// Waits for the value in a task.
  public func async() async throws -> T { try await core.get().value }
}

extension Guarantee {
  /// Waits for the value in a task.
  public func async() async -> T {
    await withUnsafeContinuation { continuation in
      core.observe { continuation.resume(returning: Box($0.value(as: T.self))) }
    }.value
  }
}
