// Bolts' names for the core's cancellation token, and the source that cancels it immediately or after a delay. Does not stop
// running work: each continuation checks its token before it starts.

import Dispatch
import PromiseCore
import Synchronization

/// Reports whether cancellation of an operation was requested.
public typealias CancellationToken = PromiseCore.CancellationToken

/// The registration of an observer with a token; `dispose()` removes the observer.
public typealias CancellationTokenRegistration = PromiseCore.CancellationToken.Registration

extension PromiseCore.CancellationToken {
  /// Whether cancellation was requested.
  public var cancellationRequested: Bool { isCancelled }

  /// Whether cancellation was requested.
  public var isCancellationRequested: Bool { isCancelled }

  /// Calls a closure when cancellation is requested, or immediately if it was requested before.
  ///
  /// - Parameter block: Runs at most once, on the thread that requests cancellation.
  /// - Returns: The registration, which removes the closure.
  @discardableResult
  public func registerCancellationObserver(_ block: @escaping () -> Void) -> CancellationTokenRegistration {
    nonisolated(unsafe) let block = block
    return onCancel { block() }
  }
}

/// Requests cancellation of every operation that holds its token.
///
/// Any thread may call any member.
public final class CancellationTokenSource: Sendable {
  private struct State {
    var timer: (any ScheduledTimer)?
    var isDisposed = false
  }

  /// The token to pass to operations.
  public let token = CancellationToken()
  private let state = Mutex(State())

  /// Creates a source whose token is not canceled.
  public init() {}

  deinit { replaceTimer(with: nil) }

  /// Whether cancellation was requested.
  public var cancellationRequested: Bool { token.isCancelled }

  /// Whether cancellation was requested.
  public var isCancellationRequested: Bool { token.isCancelled }

  /// Requests cancellation immediately.
  ///
  /// Calls the token's observers on this thread. Has no effect after the first call, or after ``dispose()``.
  public func cancel() {
    let isDisposed = state.withLock { $0.isDisposed }
    replaceTimer(with: nil)
    if !isDisposed { token.cancel() }
  }

  /// Requests cancellation after a delay, which replaces an earlier delay.
  ///
  /// - Parameter milliseconds: The delay in milliseconds. 0 cancels immediately; -1 withdraws an earlier delay.
  public func cancelAfterDelay(_ milliseconds: Int) {
    guard milliseconds != 0 else { return cancel() }
    guard milliseconds > 0, !token.isCancelled, !state.withLock({ $0.isDisposed }) else {
      return replaceTimer(with: nil)
    }
    let executor = QueueExecutor.on(.global())
    // Captures the token, not the source: a source that was freed cancels nothing.
    replaceTimer(with: executor.schedule(after: Double(milliseconds) / 1000) { [token] in token.cancel() })
  }

  /// Requests cancellation after a delay, which replaces an earlier delay.
  ///
  /// - Parameter delay: The delay in milliseconds. 0 cancels immediately; -1 withdraws an earlier delay.
  public func cancel(afterDelay delay: Int) { cancelAfterDelay(delay) }

  /// Withdraws a pending delay and disables ``cancel()``: a token that is not canceled yet never will be.
  public func dispose() {
    state.withLock { $0.isDisposed = true }
    replaceTimer(with: nil)
  }

  private func replaceTimer(with timer: (any ScheduledTimer)?) {
    let old = state.withLock { state -> (any ScheduledTimer)? in
      // Another thread may have disposed of the source since the timer was created.
      if let timer, state.isDisposed { return timer }
      defer { state.timer = timer }
      return state.timer
    }
    old?.cancel()
  }
}
