// The clock of a trace. Emitting threads read ticks, the cheapest clock available; readers convert ticks to nanoseconds.
//
// Owns the choice of the clock, the conversion, and wall-clock time for the header.

import CPromiseRuntime
import PlainText
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

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

/// Converts ticks to nanoseconds since the tracer was created.
///
/// It samples the cycle counter and the monotonic clock together when a reader asks, and interpolates between two samples. The monotonic
/// clock is authoritative; ticks only determine an event's position between two of its readings. Any thread may call it.
package final class TickConverter: Sendable {
  private struct Anchor {
    var ticks: UInt64
    var nanoseconds: Int64
  }

  private struct State {
    var anchors: [Anchor]
  }

  private static let spacing: Int64 = 10_000_000
  private static let keptAnchors = 1024

  private let manual: ManualClock?
  private let origin: UInt64
  private let state: Lock<State>

  package init(_ clock: TraceClock) {
    if case .manual(let clock) = clock { manual = clock } else { manual = nil }
    origin = psMonotonicNanoseconds()
    state = Lock(State(anchors: [Anchor(ticks: psTicks(), nanoseconds: 0)]))
  }

  /// The current time, in the clock's own unit.
  @inline(__always)
  package func now() -> UInt64 {
    if let manual { return manual.now }
    return psTicks()
  }

  package var isManual: Bool { manual != nil }

  /// Samples both clocks, and returns a conversion that is valid for all events recorded so far.
  package func conversion() -> Conversion {
    guard manual == nil else { return Conversion(startTicks: 0, start: 0, nanosecondsPerTick: 1, lower: nil) }
    return state.withLock { state in
      let present = Anchor(ticks: psTicks(), nanoseconds: Int64(psMonotonicNanoseconds() - origin))
      let last = state.anchors[state.anchors.count - 1]
      if present.nanoseconds - last.nanoseconds >= TickConverter.spacing {
        state.anchors.append(present)
        if state.anchors.count > TickConverter.keptAnchors { state.anchors.removeFirst(TickConverter.keptAnchors / 2) }
        return Conversion(from: (last.ticks, last.nanoseconds), to: (present.ticks, present.nanoseconds))
      }
      // Too close to the last anchor for an accurate slope, so the anchor before it is the start.
      let before = state.anchors.count > 1 ? state.anchors[state.anchors.count - 2] : last
      return Conversion(from: (before.ticks, before.nanoseconds), to: (present.ticks, present.nanoseconds))
    }
  }

  /// A linear function through two samples of both clocks.
  package struct Conversion {
    var startTicks: UInt64
    var start: Int64
    package var nanosecondsPerTick: Double
    var lower: Int64?

    init(startTicks: UInt64, start: Int64, nanosecondsPerTick: Double, lower: Int64?) {
      self.startTicks = startTicks
      self.start = start
      self.nanosecondsPerTick = nanosecondsPerTick
      self.lower = lower
    }

    init(from: (ticks: UInt64, ns: Int64), to: (ticks: UInt64, ns: Int64)) {
      let ticks = to.ticks > from.ticks ? to.ticks - from.ticks : 1
      self.init(
        startTicks: from.ticks, start: from.ns, nanosecondsPerTick: Double(to.ns - from.ns) / Double(ticks), lower: 0)
    }

    package func nanoseconds(_ ticks: UInt64) -> Int64 {
      guard let lower else { return Int64(clamping: ticks) }
      let offset = Double(Int64(bitPattern: ticks &- startTicks)) * nanosecondsPerTick
      return max(lower, start + Int64(offset))
    }
  }
}

/// The wall-clock time as ISO 8601 in UTC with milliseconds.
///
/// DateFormatter would add 45 MB of tables to a static binary.
package func iso8601Now() -> String {
  var now = timespec()
  clock_gettime(CLOCK_REALTIME, &now)
  return iso8601(seconds: Int64(now.tv_sec), milliseconds: Int64(now.tv_nsec) / 1_000_000)
}

/// Formats a time since 1970 as ISO 8601 in UTC.
///
/// The date is computed in eras of 400 years that start on March 1, so that a leap day is the last day of its year.
package func iso8601(seconds: Int64, milliseconds: Int64) -> String {
  let day = (seconds >= 0 ? seconds : seconds - 86_399) / 86_400
  let second = seconds - day * 86_400
  let shifted = day + 719_468
  let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
  let dayOfEra = shifted - era * 146_097
  let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
  let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
  let monthFromMarch = (5 * dayOfYear + 2) / 153
  let dayOfMonth = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
  let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
  let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  func two(_ number: Int64) -> String { NumberText.padded(number, to: 2) }
  let date = "\(NumberText.padded(year, to: 4))-\(two(month))-\(two(dayOfMonth))"
  let time = "\(two(second / 3600)):\(two(second / 60 % 60)):\(two(second % 60))"
  return "\(date)T\(time).\(NumberText.padded(milliseconds, to: 3))Z"
}
