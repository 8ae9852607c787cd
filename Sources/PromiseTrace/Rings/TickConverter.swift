// The conversion of ticks, the cheapest clock that emitting threads can read, to nanoseconds since a tracer was created.
//
// Owns what no clock of a machine guarantees: that time never decreases, and passes at the right rate. The monotonic clock steps back under
// libfaketime. A cycle counter starts again when a machine resumes or a virtual one is moved. Either one alone is repaired by the other.

import CPromiseRuntime

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Converts ticks to nanoseconds since the tracer was created.
///
/// It samples the ticks and the monotonic clock together when a reader asks, and interpolates between two samples. The monotonic clock is
/// authoritative; ticks only determine an event's position between two of its readings. Any thread may call it.
///
/// Example: an hour after its creation, a converter finds the monotonic clock an hour back. The ticks since the last sample, at the rate
/// measured before, say that 5 ms have passed, so the time becomes one hour and 5 ms, and continues from there.
package final class TickConverter: Sendable {
  private let manual: ManualClock?
  private let readings: ClockReadings?
  private let state: Lock<TickHistory>

  package init(_ clock: TraceClock, readings: ClockReadings? = nil) {
    if case .manual(let clock) = clock { manual = clock } else { manual = nil }
    self.readings = readings
    state = Lock(TickHistory(TickConverter.sample(readings)))
  }

  /// The current time, in the clock's own unit.
  @inline(__always)
  package func now() -> UInt64 {
    if let manual { return manual.now }
    if let readings { return readings.ticks() }
    return psTicks()
  }

  package var isManual: Bool { manual != nil }

  /// Whether ``now()`` is the processor's cycle counter.
  var countsCycles: Bool { manual == nil && readings == nil && psCountsCycles() }

  /// Samples both clocks, and returns a conversion that is valid for all events recorded so far.
  package func conversion() -> TickConversion {
    if let manual { return TickConversion(manual: manual.now) }
    return state.withLock { $0.advance(to: TickConverter.sample(readings)) }
  }

  /// Reads both clocks, as close to each other as in the best of three attempts: the thread may be interrupted in between.
  private static func sample(_ readings: ClockReadings?) -> TickSample {
    if let readings { return TickSample(ticks: readings.ticks(), nanoseconds: readings.nanoseconds()) }
    var best = (gap: UInt64.max, sample: TickSample(ticks: 0, nanoseconds: 0))
    for _ in 0..<3 {
      let before = psTicks()
      let nanoseconds = psMonotonicNanoseconds()
      let gap = psTicks() &- before
      if gap <= best.gap { best = (gap, TickSample(ticks: before &+ gap / 2, nanoseconds: nanoseconds)) }
    }
    return best.sample
  }
}

/// Readings of both clocks at the same moment.
struct TickSample {
  var ticks: UInt64
  var nanoseconds: UInt64
}

/// What the samples so far say about the time.
///
/// A *position* is a number of ticks that never starts again: the ticks since the tracer was created, plus a constant for each restart.
struct TickHistory {
  struct Anchor {
    var position: UInt64
    /// In nanoseconds since the tracer was created.
    var time: Int64
  }

  /// The minimum time between two samples that determine a rate, in nanoseconds.
  private static let spacing: Int64 = 10_000_000
  /// The ticks between two samples of one counter: those of two processors differ slightly, and no reader waits for years.
  private static let plausible: ClosedRange<Int64> = (-1 << 20)...(1 << 56)

  /// The distance between the positions before and after a restart, in ticks.
  private static let gap: UInt64 = 1 << 31

  private var latest: TickSample
  private var present: Anchor
  /// The two latest samples that are at least ``spacing`` apart.
  private var last: Anchor
  private var former: Anchor
  /// Nanoseconds per tick; nil until it has been measured.
  private var rate: Double?
  /// Whether a clock stepped after `last`, so that no rate can be measured from there.
  private var isDisturbed = false
  /// The differences between positions and ticks since the latest restart, and before it.
  private var shift: UInt64
  private var formerShift: UInt64?

  init(_ sample: TickSample) {
    latest = sample
    // Positions start at a number that leaves room for the clocks of processors that lag behind.
    let start = Anchor(position: 1 << 40, time: 0)
    (present, last, former) = (start, start, start)
    shift = start.position &- sample.ticks
  }

  /// Adds a sample, and returns the conversion up to it.
  mutating func advance(to sample: TickSample) -> TickConversion {
    let ticks = Int64(bitPattern: sample.ticks &- latest.ticks)
    let isSameCounter = Self.plausible ~= ticks
    let passed = elapsed(
      byClock: Int64(bitPattern: sample.nanoseconds &- latest.nanoseconds), isSameCounter ? max(0, ticks) : nil)
    latest = sample
    if isSameCounter {
      // A processor whose counter lags behind gives no earlier position.
      present.position = max(present.position, sample.ticks &+ shift)
    } else {
      restart(after: passed, at: sample.ticks)
    }
    present.time = present.time.saturatingSum(passed)
    let isSpaced = present.time &- last.time >= Self.spacing
    // Too close to the last anchor, a sample gives no accurate slope, so the anchor before it is the start.
    let conversion = TickConversion(
      from: isSpaced ? last : former, to: present, shifts: (shift, formerShift), rate: rate)
    if isSpaced {
      if !isDisturbed { rate = conversion.slope }
      isDisturbed = false
      (former, last) = (last, present)
    }
    return conversion
  }

  /// The time that has passed, in nanoseconds, by the clock and by the ticks, if the counter is the same.
  private mutating func elapsed(byClock: Int64, _ ticks: Int64?) -> Int64 {
    let byClock = Self.plausible ~= byClock ? byClock : -1
    let byTicks = ticks.map { ticks in rate.map { Int64(saturating: Double(ticks) * $0) } ?? byClock } ?? -1
    if byClock < 0 || byTicks < 0 {
      isDisturbed = true
      return max(0, byClock < 0 ? byTicks : byClock)
    }
    // If they disagree, one of them has jumped ahead, or the rate has changed with the machine.
    let (less, more) = (min(byClock, byTicks), max(byClock, byTicks))
    guard more &- less > 100_000_000, more &- less > more / 8 else { return byClock }
    (isDisturbed, rate) = (true, nil)
    return less
  }

  /// The counter has started again.
  private mutating func restart(after passed: Int64, at ticks: UInt64) {
    (last, former, isDisturbed) = (present, present, true)
    // Positions after the restart are greater than those of events that were recorded before it and after the latest sample.
    let missed = min(UInt64(saturating: Double(passed) / max(rate ?? 1, 1e-3)), 1 << 56)
    present.position = present.position &+ missed &+ Self.gap
    formerShift = shift
    shift = present.position &- ticks
  }
}

/// A linear function through two samples of both clocks.
package struct TickConversion {
  /// How far ahead of the latest sample a position may be, in ticks: events are recorded while a reader copies others.
  private static let slack: Int64 = 1 << 28

  /// The position of the latest sample.
  let present: UInt64
  /// Nanoseconds per tick between the two samples.
  let slope: Double
  private let isManual: Bool
  private let start: TickHistory.Anchor
  private let end: Int64
  private let rate: Double
  private let shifts: (current: UInt64, former: UInt64?)

  init(manual now: UInt64) {
    (present, slope, rate, isManual) = (now, 1, 1, true)
    start = TickHistory.Anchor(position: 0, time: 0)
    (end, shifts) = (.max, (0, nil))
  }

  init(from start: TickHistory.Anchor, to end: TickHistory.Anchor, shifts: (UInt64, UInt64?), rate: Double?) {
    (self.start, self.end, self.shifts, isManual) = (start, end.time, shifts, false)
    present = end.position
    let ticks = Double(end.position &- start.position)
    slope = ticks > 0 ? Double(end.time &- start.time) / ticks : 0
    self.rate = rate ?? (slope > 0 ? slope : 1)
  }

  /// The position of a moment before the latest sample.
  ///
  /// - Parameter nanoseconds: The time between them.
  /// - Returns: The position; 0 if the time exceeds all positions.
  func position(before nanoseconds: Int64) -> UInt64 {
    let ticks = UInt64(saturating: Double(nanoseconds) / rate)
    return present &- min(ticks, present)
  }

  /// The position of an event.
  @inline(__always)
  func position(ofTicks ticks: UInt64) -> UInt64 {
    guard let former = shifts.former else { return ticks &+ shifts.current }
    return position(ofTicks: ticks, before: former)
  }

  /// The position of an event that may have been recorded before the counter started again: the nearest one to the latest sample.
  @inline(never)
  private func position(ofTicks ticks: UInt64, before shift: UInt64) -> UInt64 {
    let now = Int64(bitPattern: ticks &+ shifts.current &- present)
    let before = Int64(bitPattern: ticks &+ shift &- present)
    let isBefore = before <= Self.slack && (now > Self.slack || before.magnitude < now.magnitude)
    let distance = isBefore ? before : now
    // Before two restarts, it is earlier than everything that is still to come.
    if distance > Self.slack { return present }
    return distance < 0 ? present &- min(distance.magnitude, present) : present &+ distance.magnitude
  }

  /// The time of a position, in nanoseconds since the tracer was created.
  func nanoseconds(ofPosition position: UInt64) -> Int64 {
    // Nanoseconds of a manual clock exceed the precision of a `Double`.
    if isManual { return Int64(clamping: position) }
    guard position < present else { return end }
    let isAfter = position >= start.position
    let ticks = isAfter ? position &- start.position : start.position &- position
    let offset = Int64(saturating: Double(ticks) * slope)
    return min(max(0, start.time.saturatingSum(isAfter ? offset : 0 &- offset)), end)
  }

  /// The time of an event, in nanoseconds since the tracer was created.
  package func nanoseconds(_ ticks: UInt64) -> Int64 { nanoseconds(ofPosition: position(ofTicks: ticks)) }
}
