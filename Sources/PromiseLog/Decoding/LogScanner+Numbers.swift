// Validation and conversion of numbers in one step: `12` is an integer, `0.5` is a `Double`, `01` and `1.` are invalid.
//
// It converts eight digits at a time: subtracting '0' from each byte leaves the digits, and three multiplications add neighbors up, first to
// two digits, then four, then eight. Promise numbers and times are rarely longer than sixteen digits.

import PromiseTrace

extension LogScanner {
  /// Skips a number.
  ///
  /// - Returns: Its shape and its bits; see ``LogValue``.
  @inline(__always)
  mutating func number() throws(LogProblem) -> (LogValue.Shape, UInt64) {
    let first = cursor
    if first.pointee == 0x2D { cursor += 1 }
    let digits = cursor
    guard digits.pointee &- 0x30 < 10 else {
      throw .at(cursor, in: self, cursor == first ? "a value" : "a digit")
    }
    let magnitude = self.digits()
    if cursor.pointee == 0x2E || cursor.pointee | 0x20 == 0x65 { return (.decimal, try decimal(digits, first)) }
    // No digit may follow a leading zero; the caller reports it as a missing comma.
    if digits.pointee == 0x30, cursor > digits + 1 { cursor = digits + 1 }
    guard let magnitude else { return (.decimal, Double.nan.bitPattern) }
    return (first == digits ? .integer : .negativeInteger, magnitude)
  }

  /// Skips at least one digit; returns nil for 2⁶⁴ and more.
  @inline(__always)
  mutating func digits() -> UInt64? {
    let (first, count) = Self.leadingDigits(cursor.eight)
    cursor += count
    if count < 8 { return first }
    return moreDigits(after: first)
  }

  @inline(never)
  private mutating func moreDigits(after first: UInt64) -> UInt64? {
    let (second, count) = Self.leadingDigits(cursor.eight)
    cursor += count
    var value = first
    for _ in 0..<count { value *= 10 }
    value += second
    // Sixteen digits so far; four more may still fit.
    var fits = true
    while cursor.pointee &- 0x30 < 10 {
      let (product, isTooBig) = value.multipliedReportingOverflow(by: 10)
      let (sum, carries) = product.addingReportingOverflow(UInt64(cursor.pointee - 0x30))
      if isTooBig || carries { fits = false }
      value = sum
      cursor += 1
    }
    return fits ? value : nil
  }

  /// The value of the digits at the start of eight bytes, and their number.
  @inline(__always)
  private static func leadingDigits(_ word: UInt64) -> (value: UInt64, count: Int) {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let digits = word ^ (ones &* 0x30)
    // The top bit of each byte that is above 9. Only the lowest one is reliable.
    let others = ((digits &+ ones &* 0x76) | digits) & (ones &* 0x80)
    let count = others.trailingZeroBitCount >> 3
    guard count > 0 else { return (0, 0) }
    // Shifts leading zeros in.
    var value = digits << UInt64(64 - count * 8)
    value = (value &* 2561) >> 8 & 0x00FF_00FF_00FF_00FF
    value = (value &* 6_553_601) >> 16 & 0x0000_FFFF_0000_FFFF
    value = (value &* 42_949_672_960_001) >> 32
    return (value, count)
  }

  /// Skips the fraction and the exponent after the integer digits.
  ///
  /// - Returns: The bit pattern of the number, or of a NaN if its text has to be converted.
  @inline(never)
  private mutating func decimal(
    _ digits: UnsafePointer<UInt8>, _ first: UnsafePointer<UInt8>
  ) throws(LogProblem) -> UInt64 {
    if digits.pointee == 0x30, cursor > digits + 1 {
      cursor = digits + 1
      return 0
    }
    var fraction = cursor
    if cursor.pointee == 0x2E {
      cursor += 1
      fraction = cursor
      try skipDigits()
    }
    let mantissaEnd = cursor
    if cursor.pointee | 0x20 == 0x65 {
      cursor += 1
      if cursor.pointee == 0x2B || cursor.pointee == 0x2D { cursor += 1 }
      try skipDigits()
    }
    // Up to fifteen digits and powers of ten up to 10²² are exact, so one division rounds correctly.
    guard cursor == mantissaEnd, mantissaEnd - digits <= 16 else { return Double.nan.bitPattern }
    var (mantissa, power) = (0.0, 1.0)
    for byte in UnsafeBufferPointer(start: digits, count: mantissaEnd - digits) where byte != 0x2E {
      mantissa = mantissa * 10 + Double(byte - 0x30)
    }
    for _ in 0..<(mantissaEnd - fraction) { power *= 10 }
    let value = mantissa / power
    return (first == digits ? value : -value).bitPattern
  }

  private mutating func skipDigits() throws(LogProblem) {
    guard cursor.pointee &- 0x30 < 10 else { throw .at(cursor, in: self, "a digit") }
    while cursor.pointee &- 0x30 < 10 { cursor += 1 }
  }
}
