// Formatting of numbers: grouped, padded, as a percentage. Uses neither a locale nor Foundation.

/// Formatting of numbers.
public enum NumberText {
  /// Formats a number with thousands separators: `1234567` as `1,234,567`.
  public static func grouped(_ number: some BinaryInteger) -> String {
    let digits = String(number)
    guard digits.utf8.count > 3 else { return digits }
    var text: [UInt8] = []
    var left = digits.utf8.count
    for digit in digits.utf8 {
      if left % 3 == 0, let last = text.last, last != UInt8(ascii: "-") { text.append(UInt8(ascii: ",")) }
      text.append(digit)
      left &-= 1
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Formats a number with a noun: `1 handler`, `2,000 handlers`.
  public static func plural(_ number: some BinaryInteger, _ one: String, _ many: String) -> String {
    "\(grouped(number)) \(number == 1 ? one : many)"
  }

  /// Formats a number with leading zeros: `7` as `007`.
  ///
  /// - Parameters:
  ///   - number: A number of at least 0.
  ///   - width: The minimum number of digits.
  /// - Returns: The digits.
  public static func padded(_ number: Int64, to width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width &- digits.utf8.count)) + digits
  }

  /// Formats a fraction as a percentage: `0.42` as `42 %`.
  ///
  /// - Parameters:
  ///   - fraction: A number from 0 to 1.
  ///   - rule: How to round; `.down` for progress, which should reach 100 % only when the work is done.
  /// - Returns: The percentage; nil if the rounded percentage is not from 0 to 100.
  public static func percent(
    _ fraction: Double, rounded rule: FloatingPointRoundingRule = .toNearestOrAwayFromZero
  ) -> String? {
    let percent = (fraction * 100).rounded(rule)
    guard percent >= 0, percent <= 100, let whole = Int(exactly: percent) else { return nil }
    return "\(whole) %"
  }
}

extension [UInt8] {
  /// Appends a number in decimal.
  ///
  /// - Returns: The number of digits appended.
  @discardableResult
  package mutating func append(number: UInt64) -> Int {
    if number < 10 {
      append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: number))
      return 1
    }
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
      var rest = number
      var start = 20
      repeat {
        start &-= 1
        digits[start] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10)
        rest /= 10
      } while rest > 0
      append(contentsOf: UnsafeBufferPointer(rebasing: digits[start...]))
      return 20 &- start
    }
  }
}
