// Bolts' names for the core's token, and the source that cancels it, now or after a time. Refuses to stop anything: continuations
// look at their token when their turn comes.

import Dispatch
import PromiseCore
import Synchronization

/// Says whether an operation is still wanted.
public typealias CancellationToken = PromiseCore.CancellationToken

/// What takes an observer away from its token again: `dispose()`.
public typealias CancellationTokenRegistration = PromiseCore.CancellationToken.Registration

extension PromiseCore.CancellationToken {
  /// Whether cancellation was requested.
  public var cancellationRequested: Bool { isCancelled }

  /// Whether cancellation was requested.
  public var isCancellationRequested: Bool { isCancelled }

  /// Calls a closure when cancellation is requested; now, if it has been.
  ///
  /// - Parameter block: Runs at most once, on the thread that requests cancellation.
  /// - Returns: What takes the closure away again.
  @discardableResult
  public func registerCancellationObserver(_ block: @escaping () -> Void) -> CancellationTokenRegistration {
    nonisolated(unsafe) let block = block
    return onCancel { block() }
  }
}

/// Requests cancellation, of everything that was given its token.
///
/// Any thread may call any member.
public final class CancellationTokenSource: Sendable {
  private struct State {
    var timer: (any ScheduledTimer)?
    var isDisposed = false
  }

  /// The token to hand out.
  public let token = CancellationToken()
  private let state = Mutex(State())

  /// Creates a source whose token is not canceled.
  public init() {}

  deinit { replaceTimer(with: nil) }

  /// Whether cancellation was requested.
  public var cancellationRequested: Bool { token.isCancelled }

  /// Whether cancellation was requested.
  public var isCancellationRequested: Bool { token.isCancelled }

  /// Requests cancellation, at once.
  ///
  /// Runs the token's observers on this thread. Does nothing the second time, or after ``dispose()``.
  public func cancel() {
    let isDisposed = state.withLock { $0.isDisposed }
    replaceTimer(with: nil)
    if !isDisposed { token.cancel() }
  }

  /// Requests cancellation after a time, instead of when it was last asked to.
  ///
  /// - Parameter milliseconds: How long to wait. 0 cancels at once; -1 takes back what was asked for before.
  public func cancelAfterDelay(_ milliseconds: Int) {
    guard milliseconds != 0 else { return cancel() }
    guard milliseconds > 0, !token.isCancelled, !state.withLock({ $0.isDisposed }) else {
      return replaceTimer(with: nil)
    }
    let executor = QueueExecutor.on(.global())
    // The token, not the source: a source that is gone cancels nothing.
    replaceTimer(with: executor.schedule(after: Double(milliseconds) / 1000) { [token] in token.cancel() })
  }

  /// Requests cancellation after a time, instead of when it was last asked to.
  ///
  /// - Parameter delay: How long to wait, in milliseconds. 0 cancels at once; -1 takes back what was asked for before.
  public func cancel(afterDelay delay: Int) { cancelAfterDelay(delay) }

  /// Gives up: what was not canceled by now is never canceled.
  public func dispose() {
    state.withLock { $0.isDisposed = true }
    replaceTimer(with: nil)
  }

  private func replaceTimer(with timer: (any ScheduledTimer)?) {
    let old = state.withLock { state in
      defer { state.timer = timer }
      return state.timer
    }
    old?.cancel()
  }
}
