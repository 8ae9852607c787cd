// A limited number of closures at once.

import Dispatch

/// Runs closures on a dispatcher, at most a given number of them at the same time.
///
/// Any thread may use it. Those that have to wait do so in line, and block no thread.
public final class ConcurrencyLimitedDispatcher: Dispatcher, Sendable {
  private let turnstile: Turnstile<ConcurrencyGate>

  /// Creates a dispatcher.
  ///
  /// - Parameters:
  ///   - limit: How many closures may run at once.
  ///   - queue: Where they run; a concurrent one, or there is nothing to limit.
  @_disfavoredOverload
  public init(limit: Int, queue: any Dispatcher = DispatchQueue.global(qos: .background)) {
    turnstile = Turnstile(ConcurrencyGate(limit: limit), queue)
  }

  /// Creates a dispatcher.
  ///
  /// - Parameters:
  ///   - limit: How many closures may run at once.
  ///   - queue: Where they run; a concurrent one, or there is nothing to limit.
  public convenience init(limit: Int, queue: DispatchQueue) {
    self.init(limit: limit, queue: queue as any Dispatcher)
  }

  /// Runs a closure as soon as fewer than `limit` others run.
  public func dispatch(_ body: @escaping () -> Void) { turnstile.dispatch(body) }
}

/// Counts those inside.
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
