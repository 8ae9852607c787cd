// The manual clock, the conversion of ticks to nanoseconds, and the formatting of dates.

@testable import PromiseTrace

@Suite struct TraceClockTests {
  @Test func theManualClockNeverGoesBackward() {
    let clock = ManualClock()
    expectEqual(clock.now, 0)
    clock.advance(to: 5)
    clock.advance(to: 3)
    expectEqual(clock.now, 5)
  }

  @Test func ticksOfTheManualClockAreNanoseconds() {
    let clock = ManualClock()
    let converter = TickConverter(.manual(clock))
    clock.advance(to: 7)
    #expect(converter.isManual && converter.now() == 7 && converter.conversion().nanoseconds(7) == 7)
  }

  @Test func laterTicksNeverGiveEarlierTimesInOneConversion() {
    let converter = TickConverter(.system)
    let ticks = (0..<10_000).map { _ in converter.now() }
    let conversion = converter.conversion()
    let times = ticks.map { conversion.nanoseconds($0) }
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 <= $1 })
    #expect(times[0] >= 0)
    #expect(conversion.nanoseconds(0) >= 0)
  }

  @Test func aClockThatJumpsNeitherEndsAWaitNorExtendsItByMuch() {
    var watch = Stopwatch(at: 1_000_000_000)
    watch.advance(to: 1_000_000_007)
    expectEqual(watch.elapsed, 7)
    watch.advance(to: 0)
    expectEqual(watch.elapsed, 500_007)
    watch.advance(to: 3_600_000_000_000)
    expectEqual(watch.elapsed, 1_000_500_007)
  }

  @Test func twoConversionsAgreeOnTheSameMomentWithinAMillisecond() {
    let converter = TickConverter(.system)
    for _ in 0..<1000 { _ = converter.now() }
    let tick = converter.now()
    let first = converter.conversion().nanoseconds(tick)
    for _ in 0..<100_000 { _ = converter.now() }
    let second = converter.conversion().nanoseconds(tick)
    #expect(abs(first - second) < 1_000_000)
  }

  @Test(
    "dates",
    arguments: [
      (0, 0, "1970-01-01T00:00:00.000Z"), (-1, 999, "1969-12-31T23:59:59.999Z"),
      (-86_400, 0, "1969-12-31T00:00:00.000Z"), (86_399, 1, "1970-01-01T23:59:59.001Z"),
      (951_782_400, 0, "2000-02-29T00:00:00.000Z"), (951_868_800, 0, "2000-03-01T00:00:00.000Z"),
      (1_709_164_800, 0, "2024-02-29T00:00:00.000Z"), (1_735_689_599, 0, "2024-12-31T23:59:59.000Z"),
      (4_107_542_399, 50, "2100-02-28T23:59:59.050Z"), (4_107_542_400, 0, "2100-03-01T00:00:00.000Z"),
      (-11_676_096_000, 0, "1600-01-01T00:00:00.000Z"), (253_402_300_799, 999, "9999-12-31T23:59:59.999Z"),
      (1_795_248_000, 7, "2026-11-21T08:00:00.007Z"),
    ] as [(Int64, Int64, String)])
  func dates(_ seconds: Int64, _ milliseconds: Int64, _ text: String) {
    expectEqual(iso8601(seconds: seconds, milliseconds: milliseconds), text)
  }
}
