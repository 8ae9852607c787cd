// One wish to cancel, shared by many: bodies look at it, promises are cancelled by it.

import Synchronization

/// Tells bodies and promises that their work is not wanted any more.
///
/// Any thread may call any member. A token is cancelled once and stays so.
public final class CancellationToken: Sendable {
  private struct State {
    var isCancelled = false
    var lastKey: UInt64 = 0
    var handlers: [UInt64: @Sendable () -> Void] = [:]
  }

  private let state = Mutex(State())

  /// Creates a token that is not cancelled.
  public init() {}

  /// Whether it was cancelled.
  public var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// Throws if it was cancelled; for bodies that look in between.
  ///
  /// - Throws: `CancellationError`.
  public func throwIfCancelled() throws {
    if isCancelled { throw CancellationError() }
  }

  /// Cancels.
  ///
  /// Runs the handlers on this thread, in the order they were added.
  public func cancel() {
    let handlers = state.withLock { state in
      defer { state.handlers = [:] }
      state.isCancelled = true
      return state.handlers.sorted { $0.key < $1.key }
    }
    for handler in handlers { handler.value() }
  }

  /// Runs a handler when the token is cancelled; now, if it has been.
  ///
  /// - Parameter handler: Runs at most once, on the canceller's thread.
  /// - Returns: What takes the handler away again.
  @discardableResult
  public func onCancel(_ handler: @escaping @Sendable () -> Void) -> Registration {
    let key = state.withLock { state -> UInt64 in
      guard !state.isCancelled else { return 0 }
      state.lastKey += 1
      state.handlers[state.lastKey] = handler
      return state.lastKey
    }
    if key == 0 { handler() }
    return Registration(token: self, key: key)
  }

  /// A handler's place in its token.
  public struct Registration: Sendable {
    fileprivate let token: CancellationToken
    fileprivate let key: UInt64

    /// Takes the handler away; harmless after it ran.
    public func dispose() {
      // Let go of outside the lock: what it holds may use the token when it is freed.
      let handler = token.state.withLock { $0.handlers.removeValue(forKey: key) }
      withExtendedLifetime(handler) {}
    }
  }
}
