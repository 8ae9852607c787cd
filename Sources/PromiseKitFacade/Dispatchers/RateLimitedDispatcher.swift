// RateLimitedDispatcher: a limited number of closures per interval, on average.

import Dispatch
import Foundation

/// Runs closures on a dispatcher, on average at most a given number of them per interval.
///
/// After an idle period, up to twice as many may start within one interval: a burst of the full number, then one at a time. Its memory
/// does not grow with the limit, unlike that of ``StrictRateLimitedDispatcher``, which never exceeds the limit. The rate limits when
/// closures start, not how long they run. Any thread may call any member.
public final class RateLimitedDispatcher: Dispatcher, Sendable {
  private let turnstile: Turnstile<AverageRateGate>

  /// Creates a dispatcher.
  ///
  /// - Parameters:
  ///   - maxDispatches: The average number of closures that may start per interval.
  ///   - interval: The interval, in seconds.
  ///   - queue: The dispatcher that runs them.
  @_disfavoredOverload
  public init(
    maxDispatches: Int, perInterval interval: TimeInterval, queue: any Dispatcher = DispatchQueue.global()
  ) {
    turnstile = Turnstile(AverageRateGate(limit: maxDispatches, interval: interval), queue)
  }

  /// Creates a dispatcher.
  ///
  /// - Parameters:
  ///   - maxDispatches: The average number of closures that may start per interval.
  ///   - interval: The interval, in seconds.
  ///   - queue: The dispatcher that runs them.
  public convenience init(maxDispatches: Int, perInterval interval: TimeInterval, queue: DispatchQueue) {
    self.init(maxDispatches: maxDispatches, perInterval: interval, queue: queue as any Dispatcher)
  }

  /// Runs a closure as soon as the rate allows.
  public func dispatch(_ body: @escaping () -> Void) { turnstile.dispatch(body) }
}

/// A token bucket: each closure takes one token, tokens refill evenly, and a dispatched closure that has not started holds one.
struct AverageRateGate: Gate {
  let limit: Int
  /// The nanoseconds in which one token refills.
  let growth: Double
  private var tokens: Double
  private var counted: UInt64 = 0
  private var underway = 0

  init(limit: Int, interval: TimeInterval) {
    self.limit = limit
    growth = min(interval, 1e9) * 1e9 / Double(max(limit, 1))
    tokens = Double(limit)
  }

  mutating func admit(at time: UInt64) -> Admission {
    let room = Double(limit - underway)
    if growth > 0, time > counted { tokens += Double(time - counted) / growth }
    tokens = growth > 0 ? min(tokens, room) : room
    counted = max(counted, time)
    guard underway < limit else { return .blocked }
    // Tolerates a rounding error, which would otherwise cause repeated waits of nearly zero.
    guard tokens > 0.999_999 else { return .wait(UInt64(max(1, ((1 - tokens) * growth).rounded(.up)))) }
    tokens = max(0, tokens - 1)
    underway += 1
    return .admitted
  }

  mutating func began(at time: UInt64) { underway -= 1 }

  mutating func ended() {}
}
