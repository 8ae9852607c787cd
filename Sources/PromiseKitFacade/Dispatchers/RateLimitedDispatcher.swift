// A limited number of closures in an interval, on average.

import Dispatch
import Foundation

/// Runs closures on a dispatcher, at most a given number of them in an interval, on average.
///
/// After a rest, twice as many may run within one interval: as many as allowed at once, and then one by one. It costs
/// the same for any number; ``StrictRateLimitedDispatcher`` never runs more, and remembers when each began. What counts
/// is when closures begin, not how long they take. Any thread may use it.
public final class RateLimitedDispatcher: Dispatcher, Sendable {
  private let turnstile: Turnstile<AverageRateGate>

  /// Creates a dispatcher.
  ///
  /// - Parameters:
  ///   - maxDispatches: How many closures may begin within an interval.
  ///   - interval: The interval, in seconds.
  ///   - queue: Where they run.
  @_disfavoredOverload
  public init(
    maxDispatches: Int, perInterval interval: TimeInterval, queue: any Dispatcher = DispatchQueue.global()
  ) {
    turnstile = Turnstile(AverageRateGate(limit: maxDispatches, interval: interval), queue)
  }

  /// Creates a dispatcher.
  ///
  /// - Parameters:
  ///   - maxDispatches: How many closures may begin within an interval.
  ///   - interval: The interval, in seconds.
  ///   - queue: Where they run.
  public convenience init(maxDispatches: Int, perInterval interval: TimeInterval, queue: DispatchQueue) {
    self.init(maxDispatches: maxDispatches, perInterval: interval, queue: queue as any Dispatcher)
  }

  /// Runs a closure as soon as the rate allows.
  public func dispatch(_ body: @escaping () -> Void) { turnstile.dispatch(body) }
}

/// Spends one token for each; they grow back evenly, and those on their way to their beginning keep theirs.
struct AverageRateGate: Gate {
  let limit: Int
  /// Nanoseconds in which one token grows.
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
    // A hair less than one is one, or rounding would ask for a wait of nothing again and again.
    guard tokens > 0.999_999 else { return .wait(UInt64(max(1, ((1 - tokens) * growth).rounded(.up)))) }
    tokens = max(0, tokens - 1)
    underway += 1
    return .admitted
  }

  mutating func began(at time: UInt64) { underway -= 1 }

  mutating func ended() {}
}
