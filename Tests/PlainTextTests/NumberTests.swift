// Formatting of numbers and durations, with boundary values.

import PlainText
import TestSupport
import Testing

@Suite struct NumberTests {
  @Test(
    arguments: [
      (0, "0 ms"), (-5, "0 ms"), (.min, "0 ms"), (1, "1 ns"), (999, "999 ns"), (1_000, "1.00 µs"), (12_345, "12.3 µs"),
      (999_499, "999 µs"), (999_500, "1.00 ms"), (3_140_000, "3.14 ms"), (9_999_999, "10.0 ms"), (99_990_000, "100 ms"),
      (1_210_000_000, "1.21 s"), (59_949_000_000, "59.9 s"), (59_960_000_000, "1 min 0 s"),
      (184_000_000_000, "3 min 4 s"), (3_600_000_000_000, "1 h 0 min"), (86_400_000_000_000, "24 h 0 min"),
      (.max, "2562047 h 47 min"),
    ] as [(Int64, String)])
  func durationsHaveThreeDigits(_ nanoseconds: Int64, _ text: String) {
    expectEqual(DurationText.of(nanoseconds), text)
  }

  @Test func theMicroPrefixCanBeASCII() {
    expectEqual(DurationText.of(1_000, micro: "u"), "1.00 us")
  }

  @Test(
    arguments: [
      (0, "00:00.000"), (-1, "00:00.000"), (.min, "00:00.000"), (999_999, "00:00.000"), (62_345_678_901, "01:02.345"),
      (3_600_000_000_000, "1:00:00.000"), (.max, "2562047:47:16.854"),
    ] as [(Int64, String)])
  func clocksShowHoursOnlyFromAnHourOn(_ nanoseconds: Int64, _ text: String) {
    expectEqual(DurationText.clock(nanoseconds), text)
  }

  @Test(
    arguments: [
      (0, "0"), (999, "999"), (1_000, "1,000"), (1_000_000, "1,000,000"), (-999, "-999"), (-1_000, "-1,000"),
      (-123_456, "-123,456"), (.min, "-9,223,372,036,854,775,808"),
    ] as [(Int, String)])
  func numbersAreGrouped(_ number: Int, _ text: String) {
    expectEqual(NumberText.grouped(number), text)
  }

  @Test func theLargestNumberIsGrouped() {
    expectEqual(NumberText.grouped(UInt64.max), "18,446,744,073,709,551,615")
  }

  @Test func oneIsSingular() {
    expectEqual(NumberText.plural(1, "event", "events"), "1 event")
    expectEqual(NumberText.plural(0, "event", "events"), "0 events")
    expectEqual(NumberText.plural(1_500, "event", "events"), "1,500 events")
  }

  @Test func paddingAddsZeros() {
    expectEqual(NumberText.padded(7, to: 3), "007")
    expectEqual(NumberText.padded(1234, to: 3), "1234")
  }

  @Test(
    arguments: [
      (0, "0 %"), (1, "100 %"), (0.415, "42 %"), (0.001, "0 %"), (1.004, "100 %"), (-0.004, "0 %"),
      (1.006, nil), (-0.1, nil), (1e300, nil), (-1e300, nil), (.infinity, nil), (.nan, nil),
    ] as [(Double, String?)])
  func percentagesAreFromZeroToAHundred(_ fraction: Double, _ text: String?) {
    expectEqual(NumberText.percent(fraction), text)
  }

  @Test func aPercentageRoundedDownReachesAHundredOnlyAtTheEnd() {
    expectEqual(NumberText.percent(0.999, rounded: .down), "99 %")
    expectEqual(NumberText.percent(1, rounded: .down), "100 %")
  }
}
