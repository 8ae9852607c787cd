// ConcurrencyLimitedDispatcher: a limited number of closures at the same time.

import Dispatch

/// Runs closures on a dispatcher, at most a given number of them at the same time.
///
/// Any thread may call any member. Closures that must wait are queued in order and block no thread.
public final class ConcurrencyLimitedDispatcher: Dispatcher, Sendable {
  private let turnstile: Turnstile<ConcurrencyGate>

  /// Creates a dispatcher.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of closures that run at the same time.
  ///   - queue: The dispatcher that runs them; the limit has an effect only if it is concurrent.
  @_disfavoredOverload
  public init(limit: Int, queue: any Dispatcher = DispatchQueue.global(qos: .background)) {
    turnstile = Turnstile(ConcurrencyGate(limit: limit), queue)
  }

  /// Creates a dispatcher.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of closures that run at the same time.
  ///   - queue: The dispatcher that runs them; the limit has an effect only if it is concurrent.
  public convenience init(limit: Int, queue: DispatchQueue) {
    self.init(limit: limit, queue: queue as any Dispatcher)
  }

  /// Runs a closure as soon as fewer than `limit` others are running.
  public func dispatch(_ body: @escaping () -> Void) { turnstile.dispatch(body) }
}

/// Counts the closures that are running.
struct ConcurrencyGate: Gate {
  let limit: Int
  private var inside = 0

  init(limit: Int) { self.limit = limit }

  mutating func admit(at time: UInt64) -> Admission {
    guard inside < limit else { return .blocked }
    inside += 1
    return .admitted
  }

  mutating func began(at time: UInt64) {}

  mutating func ended() { inside -= 1 }
}
