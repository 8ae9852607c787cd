// The clocks that a trace can have. Owns the choice, and the manual clock. `TickConverter` converts readings to nanoseconds.

import CPromiseRuntime
import Synchronization

/// A clock that advances only when ``advance(to:)`` is called, in nanoseconds.
///
/// Any thread may call it.
public final class ManualClock: Sendable {
  private let nanoseconds = Atomic<UInt64>(0)

  /// Creates a clock at 0.
  public init() {}

  /// The current time, in nanoseconds.
  public var now: UInt64 { nanoseconds.load(ordering: .acquiring) }

  /// Advances the clock to a time; does nothing if the clock is already past it.
  ///
  /// - Parameter time: In nanoseconds.
  public func advance(to time: UInt64) {
    _ = nanoseconds.max(time, ordering: .acquiringAndReleasing)
  }
}

/// The clock that a tracer's events are stamped with.
public enum TraceClock: Sendable {
  /// The processor's cycle counter if it is invariant, otherwise the system's monotonic clock.
  case system
  /// A clock that the program advances, for reproducible runs.
  case manual(ManualClock)
}

/// Where ``TraceClock/system`` gets its readings from; a test passes counters of its own.
package struct ClockReadings: Sendable {
  /// The reading that events are stamped with, in a unit of its own.
  package var ticks: @Sendable () -> UInt64
  /// The reading of the monotonic clock, in nanoseconds.
  package var nanoseconds: @Sendable () -> UInt64

  package init(ticks: @escaping @Sendable () -> UInt64, nanoseconds: @escaping @Sendable () -> UInt64) {
    (self.ticks, self.nanoseconds) = (ticks, nanoseconds)
  }
}

/// The time that has passed, for a wait with a limit.
///
/// A clock that steps neither extends the wait nor ends it early.
struct Stopwatch {
  /// Longer naps count as this long, in nanoseconds, because only the clock may have jumped.
  private static let longest: Int64 = 1_000_000_000

  private var latest: UInt64
  /// In nanoseconds, up to the latest call of ``advance()``.
  private(set) var elapsed: UInt64 = 0

  /// Starts at a reading of the monotonic clock, in nanoseconds.
  init(at now: UInt64 = psMonotonicNanoseconds()) { latest = now }

  /// Adds the time up to a reading of the monotonic clock, in nanoseconds.
  mutating func advance(to now: UInt64 = psMonotonicNanoseconds()) {
    let passed = Int64(bitPattern: now &- latest)
    // A clock that has stepped back says nothing; a wait sleeps for about half a millisecond.
    elapsed &+= passed < 0 ? 500_000 : min(passed, Self.longest).magnitude
    latest = now
  }
}
