// Waiting for a promise in a task. Owns the race between the promise that settles and the task that is cancelled.

import PromiseTrace
import Synchronization

extension Promise {
  /// Waits for the outcome in a task.
  ///
  /// A canceled task stops waiting immediately, and the promise is canceled if nothing else waits for it.
  ///
  /// - Returns: The value.
  /// - Throws: The error that the promise was rejected with; `CancellationError` where the task was cancelled first.
  public func get() async throws -> Value {
    let waiter = Waiter<Value>()
    return try await withTaskCancellationHandler {
      try await withUnsafeThrowingContinuation { waiter.wait(for: self, resuming: $0) }
    } onCancel: {
      waiter.cancel()
    }
  }
}

/// One task that waits; whoever takes the continuation resumes it.
private final class Waiter<Value>: Sendable {
  private struct State: Sendable {
    var continuation: UnsafeContinuation<Value, any Error>?
    var entry: PromiseNode?
    var isCancelled = false
  }

  private let state = Mutex(State())

  func wait(for promise: Promise<Value>, resuming continuation: UnsafeContinuation<Value, any Error>) {
    let owner = EventEmitter.owner
    state.withLock { $0.continuation = continuation }
    let entry = promise.observe { [self] node in
      let promise = unsafeDowncast(node, to: Promise<Value>.self)
      if promise.isRejected { promise.rejection.markHandled(at: promise, byID: owner) }
      guard let continuation = take() else { return }
      if promise.isFulfilled {
        continuation.resume(returning: promise.fulfilledValue)
      } else {
        continuation.resume(throwing: promise.rejection.error)
      }
    }
    let isCancelled = state.withLock { state in
      if state.continuation != nil { state.entry = entry }
      return state.isCancelled
    }
    // Cancelled before there was an entry to cancel.
    if isCancelled { stop(entry) }
  }

  func cancel() {
    let entry = state.withLock { state in
      state.isCancelled = true
      return state.entry
    }
    if let entry { stop(entry) }
  }

  private func stop(_ entry: PromiseNode) {
    guard let continuation = take() else { return }
    entry.cancel()
    continuation.resume(throwing: CancellationError())
  }

  private func take() -> UnsafeContinuation<Value, any Error>? {
    state.withLock { state in
      state.entry = nil
      return state.continuation.take()
    }
  }
}
