// StrictRateLimitedDispatcher: a limited number of closures in any interval.

import Dispatch
import Foundation

/// Runs closures on a dispatcher as soon as possible, but never more than a given number of them in any interval.
///
/// It stores the start times of the last `maxDispatches` closures. The rate limits when closures start, not how long they run. Any
/// thread may call any member.
public final class StrictRateLimitedDispatcher: Dispatcher, Sendable {
  private let turnstile: Turnstile<StrictRateGate>

  /// Creates a dispatcher.
  ///
  /// - Parameters:
  ///   - maxDispatches: The maximum number of closures that start within any period as long as the interval.
  ///   - interval: The interval, in seconds.
  ///   - queue: The dispatcher that runs them.
  @_disfavoredOverload
  public init(
    maxDispatches: Int, perInterval interval: TimeInterval, queue: any Dispatcher = DispatchQueue.global()
  ) {
    turnstile = Turnstile(StrictRateGate(limit: maxDispatches, interval: interval), queue)
  }

  /// Creates a dispatcher.
  ///
  /// - Parameters:
  ///   - maxDispatches: The maximum number of closures that start within any period as long as the interval.
  ///   - interval: The interval, in seconds.
  ///   - queue: The dispatcher that runs them.
  public convenience init(maxDispatches: Int, perInterval interval: TimeInterval, queue: DispatchQueue) {
    self.init(maxDispatches: maxDispatches, perInterval: interval, queue: queue as any Dispatcher)
  }

  /// Runs a closure as soon as the rate allows.
  public func dispatch(_ body: @escaping () -> Void) { turnstile.dispatch(body) }
}

/// Stores the start times of the last closures in a ring buffer as large as the limit.
struct StrictRateGate: Gate {
  let limit: Int
  let interval: UInt64
  private var begun: [UInt64] = []
  private var oldest = 0
  private var underway = 0

  init(limit: Int, interval: TimeInterval) {
    self.limit = limit
    self.interval = interval > 0 ? UInt64(min(interval, 1e9) * 1e9) : 0
  }

  mutating func admit(at time: UInt64) -> Admission {
    guard underway < limit else { return .blocked }
    // Closures underway will overwrite that many of the oldest times; the next closure overwrites the first that remains.
    let used = begun.count + underway
    if used >= limit {
      let freed = begun[(oldest + used - limit) % begun.count] + interval
      guard freed <= time else { return .wait(freed - time) }
    }
    underway += 1
    return .admitted
  }

  mutating func began(at time: UInt64) {
    underway -= 1
    if begun.count < limit {
      begun.append(time)
    } else {
      begun[oldest] = time
      oldest = (oldest + 1) % limit
    }
  }

  mutating func ended() {}
}
