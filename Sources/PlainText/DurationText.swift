// Durations and times of a log as people read them. Owns their form; the numbers in it have three significant digits.

/// Nanoseconds as text.
public enum DurationText {
  /// A duration: `0 ms`, `1.21 s`, `3 min 04 s`; three significant digits below a minute.
  ///
  /// - Parameters:
  ///   - nanoseconds: The duration; negative ones count as 0.
  ///   - micro: How to write a millionth; `u` where only ASCII is wanted.
  /// - Returns: The number, a space and the unit.
  public static func of(_ nanoseconds: Int64, micro: String = "µ") -> String {
    if nanoseconds <= 0 { return "0 ms" }
    if nanoseconds < 1_000 { return "\(nanoseconds) ns" }
    if nanoseconds < 999_500 { return digits(nanoseconds, unit: 1_000) + " \(micro)s" }
    if nanoseconds < 999_500_000 { return digits(nanoseconds, unit: 1_000_000) + " ms" }
    if nanoseconds < 59_950_000_000 { return digits(nanoseconds, unit: 1_000_000_000) + " s" }
    let seconds = (nanoseconds - 500_000_000) / 1_000_000_000 + 1
    if seconds < 3_600 { return "\(seconds / 60) min \(two(seconds % 60)) s" }
    return "\(seconds / 3_600) h \(two(seconds % 3_600 / 60)) min"
  }

  /// A time on the log's clock: `01:02.345`, with hours where there are any.
  ///
  /// - Parameter nanoseconds: Since the log's start; negative ones count as 0.
  /// - Returns: Minutes, seconds and milliseconds.
  public static func clock(_ nanoseconds: Int64) -> String {
    let milliseconds = max(0, nanoseconds) / 1_000_000
    let seconds = milliseconds / 1000
    let hours = seconds / 3600
    let rest = "\(two(seconds / 60 % 60)):\(two(seconds % 60)).\(NumberText.padded(milliseconds % 1000, to: 3))"
    return hours > 0 ? "\(hours):\(rest)" : rest
  }

  /// `value / unit`, rounded to three significant digits; below 1,000 units.
  private static func digits(_ value: Int64, unit: Int64) -> String {
    let hundredths = (value + unit / 200) / (unit / 100)
    if hundredths < 1_000 { return "\(hundredths / 100).\(two(hundredths % 100))" }
    let tenths = (value + unit / 20) / (unit / 10)
    if tenths < 1_000 { return "\(tenths / 10).\(tenths % 10)" }
    return "\((value + unit / 2) / unit)"
  }

  private static func two(_ value: Int64) -> String { NumberText.padded(value, to: 2) }
}
