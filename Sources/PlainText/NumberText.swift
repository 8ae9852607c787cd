// Numbers as people read them: grouped, padded, as a percentage. Owns their form; no locale, no Foundation.

/// Numbers as text.
public enum NumberText {
  /// `1234567` as `1,234,567`.
  public static func grouped(_ number: some BinaryInteger) -> String {
    let digits = String(number)
    guard digits.utf8.count > 3 else { return digits }
    var text: [UInt8] = []
    var left = digits.utf8.count
    for digit in digits.utf8 {
      if left % 3 == 0, let last = text.last, last != UInt8(ascii: "-") { text.append(UInt8(ascii: ",")) }
      text.append(digit)
      left -= 1
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// `1 handler`, `2,000 handlers`.
  public static func plural(_ number: some BinaryInteger, _ one: String, _ many: String) -> String {
    "\(grouped(number)) \(number == 1 ? one : many)"
  }

  /// `7` as `007`: at least `width` digits.
  ///
  /// - Parameters:
  ///   - number: At least 0.
  ///   - width: How many digits there must be.
  /// - Returns: The digits.
  public static func padded(_ number: Int64, to width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }

  /// `0.42` as `42 %`.
  ///
  /// - Parameters:
  ///   - fraction: Of the whole.
  ///   - rule: How to round; `.down` for work that has 100 % only once it is done.
  /// - Returns: A whole number from 0 to 100 and the sign; nil for what is no fraction of a whole, NaN included.
  public static func percent(
    _ fraction: Double, rounded rule: FloatingPointRoundingRule = .toNearestOrAwayFromZero
  ) -> String? {
    let percent = (fraction * 100).rounded(rule)
    return percent >= 0 && percent <= 100 ? "\(Int(percent)) %" : nil
  }
}

extension [UInt8] {
  /// Appends a number in decimal.
  ///
  /// - Parameter number: Any.
  /// - Returns: How many digits were appended.
  @discardableResult
  package mutating func append(number: UInt64) -> Int {
    if number < 10 {
      append(UInt8(ascii: "0") + UInt8(number))
      return 1
    }
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
      var rest = number
      var start = 20
      repeat {
        start -= 1
        digits[start] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
        rest /= 10
      } while rest > 0
      append(contentsOf: UnsafeBufferPointer(rebasing: digits[start...]))
      return 20 - start
    }
  }
}
