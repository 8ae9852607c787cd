// A cancellation request shared by several promises and bodies: bodies check it, and promises are canceled by it.

import PromiseTrace
import Synchronization

/// Signals to bodies and promises that their work is no longer wanted.
///
/// Cancels every promise that is registered with it; a running body can check it between two steps:
///
/// ```swift
/// let token = CancellationToken()
/// let sum = Promise(on: .global()) { () throws -> Int in
///   var sum = 0
///   for number in 1...1_000_000 {
///     try token.throwIfCancelled()
///     sum += number
///   }
///   return sum
/// }
/// let late = Promise("tea").delay(180).cancelled(by: token)
/// token.cancel()
/// ```
///
/// Any thread may call any member. A token is canceled at most once and cannot be reset.
public final class CancellationToken: Sendable {
  private struct State {
    var isCancelled = false
    var lastKey: UInt64 = 0
    var handlers: [UInt64: @Sendable () -> Void] = [:]
  }

  private let state = Mutex(State())

  /// Creates a token that is not canceled.
  public init() {}

  /// Whether the token is canceled.
  public var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// Throws if the token is canceled; for bodies that check it repeatedly.
  ///
  /// - Throws: `CancellationError`.
  public func throwIfCancelled() throws {
    if isCancelled { throw CancellationError() }
  }

  /// Cancels the token and calls its handlers, on the calling thread and in the order in which they were added.
  ///
  /// Has no effect if the token is already canceled. If the handlers of tokens cancel one another's tokens in a chain, only 16 calls nest;
  /// the handlers of a further token are called once the handler that cancels it has returned.
  public func cancel() {
    let handlers = state.withLock { state in
      defer { state.handlers = [:] }
      state.isCancelled = true
      return state.handlers.sorted { $0.key < $1.key }.map(\.value)
    }
    CancellationToken.call(handlers)
  }

  private static func call(_ handlers: [@Sendable () -> Void]) {
    guard Nesting.begin() else { return handlers.forEach(Nesting.put) }
    for handler in handlers {
      handler()
      Nesting.closureReturned()
    }
    Nesting.end()
  }

  /// The number of handlers that wait for the cancellation.
  package var handlerCount: Int { state.withLock { $0.handlers.count } }

  /// Adds a handler that runs when the token is canceled; runs it immediately if the token is canceled already.
  ///
  /// - Parameter handler: The closure to run, at most once, on the thread that cancels the token.
  /// - Returns: The registration, which can remove the handler.
  @discardableResult
  public func onCancel(_ handler: @escaping @Sendable () -> Void) -> Registration {
    let key = state.withLock { state -> UInt64 in
      guard !state.isCancelled else { return 0 }
      state.lastKey += 1
      state.handlers[state.lastKey] = handler
      return state.lastKey
    }
    if key == 0 { CancellationToken.call([handler]) }
    return Registration(token: self, key: key)
  }

  /// The registration of a handler with a token.
  public struct Registration: Sendable {
    fileprivate let token: CancellationToken
    fileprivate let key: UInt64

    /// Removes the handler; has no effect once the handler has run.
    public func dispose() {
      // Released outside the lock: freeing what it captures may call back into the token.
      let handler = token.state.withLock { $0.handlers.removeValue(forKey: key) }
      withExtendedLifetime(handler) {}
    }
  }
}

extension PromiseNode {
  /// Cancels this promise when a token is canceled, at once if it is canceled already.
  ///
  /// The token keeps nothing of a promise that has settled or was freed.
  package final func obey(_ token: CancellationToken) { obey(token) { _ = $0.cancel() } }

  /// Logs a cancellation request when a token is canceled that a handler of this promise will check, if this promise is still pending then.
  package final func logRequest(of token: CancellationToken) {
    guard tracedID != 0 else { return }
    obey(token) { EventEmitter.cancelRequested($0.tracedID, by: EventEmitter.context) }
  }

  private func obey(_ token: CancellationToken, _ act: @escaping @Sendable (PromiseNode) -> Void) {
    guard isPending else { return }
    nonisolated(unsafe) weak let node = self
    let registration = token.onCancel { if let node { act(node) } }
    register(Unmanaged.passRetained(TokenEntry(on: self, registration)))
  }
}

/// A passive entry that removes its promise's handler from a token when it is freed: the promise has settled, or was freed while pending.
private final class TokenEntry: ObserverNode, @unchecked Sendable {
  private let registration: CancellationToken.Registration

  init(on node: PromiseNode, _ registration: CancellationToken.Registration) {
    self.registration = registration
    super.init(isPassive: true) { _, _ in }
    upstream = Unmanaged.passUnretained(node)
  }

  deinit { registration.dispose() }
}
