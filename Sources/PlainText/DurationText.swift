// Formatting of durations and of times on a log's clock. Owns the units and the precision: three significant digits.

/// Formatting of nanoseconds.
public enum DurationText {
  /// Formats a duration: `0 ms`, `1.21 s`, `3 min 4 s`; with three significant digits below a minute.
  ///
  /// - Parameters:
  ///   - nanoseconds: The duration; negative ones are formatted as 0.
  ///   - micro: The prefix for a millionth; `u` for ASCII.
  /// - Returns: The number, a space and the unit.
  public static func of(_ nanoseconds: Int64, micro: String = "µ") -> String {
    var text: [UInt8] = []
    text.append(duration: nanoseconds, micro: micro)
    return String(decoding: text, as: UTF8.self)
  }

  /// Formats a difference of times with its sign.
  package static func change(_ nanoseconds: Int64, micro: String = "µ") -> String {
    let sign = nanoseconds > 0 ? "+" : "-"
    return nanoseconds == 0 ? "±0" : sign + of(Int64(clamping: nanoseconds.magnitude), micro: micro)
  }

  /// Formats the least that something took: `≥ 6.00 s`; in ASCII, `> 6.00 s`.
  package static func atLeast(_ nanoseconds: Int64, micro: String = "µ") -> String {
    "\(micro == "µ" ? "≥" : ">") \(of(nanoseconds, micro: micro))"
  }

  /// Formats a time on the log's clock: `01:02.345`, or `1:01:02.345` from an hour on.
  ///
  /// - Parameter nanoseconds: The time since the log's start; negative ones are formatted as 0.
  /// - Returns: Minutes, seconds and milliseconds.
  public static func clock(_ nanoseconds: Int64) -> String {
    var text: [UInt8] = []
    text.append(clock: nanoseconds)
    return String(decoding: text, as: UTF8.self)
  }
}

extension [UInt8] {
  /// Appends a duration in the form of ``DurationText/of(_:micro:)``.
  ///
  /// - Parameters:
  ///   - nanoseconds: The duration; negative ones are formatted as 0.
  ///   - micro: The prefix for a millionth, one column wide.
  /// - Returns: The width of the appended text, in columns.
  @discardableResult
  package mutating func append(duration nanoseconds: Int64, micro: String = "µ") -> Int {
    let start = count
    switch nanoseconds {
    case ..<1: append(text: "0 ms")
    case ..<1_000:
      append(number: UInt64(nanoseconds))
      append(text: " ns")
    case ..<999_500:
      append(nanoseconds, unit: 1_000)
      append(text: " ")
      let width = count - start + 2
      append(text: micro)
      append(text: "s")
      return width
    case ..<999_500_000:
      append(nanoseconds, unit: 1_000_000)
      append(text: " ms")
    case ..<59_950_000_000:
      append(nanoseconds, unit: 1_000_000_000)
      append(text: " s")
    default:
      let seconds = (nanoseconds - 500_000_000) / 1_000_000_000 + 1
      let (large, small) = seconds < 3_600 ? (seconds / 60, seconds % 60) : (seconds / 3_600, seconds % 3_600 / 60)
      append(number: UInt64(large))
      append(text: seconds < 3_600 ? " min " : " h ")
      append(number: UInt64(small))
      append(text: seconds < 3_600 ? " s" : " min")
    }
    return count - start
  }

  /// Appends a time in the form of ``DurationText/clock(_:)``.
  package mutating func append(clock nanoseconds: Int64) {
    let milliseconds = Swift.max(0, nanoseconds) / 1_000_000
    let seconds = milliseconds / 1_000
    if seconds >= 3_600 {
      append(number: UInt64(seconds / 3_600))
      append(UInt8(ascii: ":"))
    }
    append(two: seconds / 60 % 60)
    append(UInt8(ascii: ":"))
    append(two: seconds % 60)
    append(UInt8(ascii: "."))
    append(UInt8(ascii: "0") + UInt8(milliseconds / 100 % 10))
    append(two: milliseconds % 100)
  }

  /// Appends `value / unit` with three significant digits, for values below 1,000 units.
  private mutating func append(_ value: Int64, unit: Int64) {
    let hundredths = (value + unit / 200) / (unit / 100)
    let tenths = (value + unit / 20) / (unit / 10)
    if hundredths < 1_000 {
      append(number: UInt64(hundredths / 100))
      append(text: ".")
      append(two: hundredths % 100)
    } else if tenths < 1_000 {
      append(number: UInt64(tenths / 10))
      append(text: ".")
      append(number: UInt64(tenths % 10))
    } else {
      append(number: UInt64((value + unit / 2) / unit))
    }
  }

  private mutating func append(two number: Int64) {
    append(UInt8(ascii: "0") + UInt8(number / 10))
    append(UInt8(ascii: "0") + UInt8(number % 10))
  }
}
