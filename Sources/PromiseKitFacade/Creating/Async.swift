// async: awaiting a promise in a Swift task.

import PromiseCore
import PromiseTrace

extension Promise {
  /// Awaits the value in a Swift task.
  ///
  /// - Returns: The value.
  /// - Throws: The error that the promise was rejected with; `CancellationError` if the task was canceled first.
  public consuming func async(
    file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) async throws -> T {
    // The task does not keep the promise alive.
    let core = self.core
    _ = consume self
    return try await (consume core).outcome(at: SourceSite(file, line, function))
  }
}

extension Guarantee {
  /// Awaits the value in a Swift task, even if the task is canceled; traps if the guarantee was canceled.
  ///
  /// - Returns: The value.
  public func async(
    file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) async -> T {
    let site = SourceSite(file, line, function)
    let stopped = core.stop(PromiseBody.current, at: site)
    defer { stopped.resume() }
    return await withUnsafeContinuation { continuation in
      core.observe(at: stopped.isRecorded ? nil : site) { node in
        precondition(node.isFulfilled, "async: this guarantee was canceled, so it has no value")
        nonisolated(unsafe) let value = node.value(as: T.self)
        continuation.resume(returning: value)
      }
    }
  }
}
