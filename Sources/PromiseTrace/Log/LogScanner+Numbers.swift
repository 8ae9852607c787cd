// A number, validated and converted in the same step: `12` is twelve, `0.5` is a `Double`, `01` and `1.` are no numbers.
//
// Eight digits at a time: subtracting '0' from each byte leaves the digits, and three multiplications add neighbors up, first to
// two digits, then four, then eight. Promise numbers and times are rarely longer than sixteen digits.

extension LogScanner {
  /// Steps over a number.
  ///
  /// - Returns: Its shape and its bits, as ``LogValue`` explains them.
  @inline(__always)
  mutating func number() throws(LogProblem) -> (LogValue.Shape, UInt64) {
    let first = place
    if first.pointee == 0x2D { place += 1 }
    let digits = place
    guard digits.pointee &- 0x30 < 10 else {
      throw .at(place, in: self, place == first ? "a value" : "a digit")
    }
    let magnitude = self.digits()
    if place.pointee == 0x2E || place.pointee | 0x20 == 0x65 { return (.decimal, try decimal(digits, first)) }
    // A zero stands alone; what follows it is then taken for the missing comma.
    if digits.pointee == 0x30, place > digits + 1 { place = digits + 1 }
    guard let magnitude else { return (.decimal, Double.nan.bitPattern) }
    return (first == digits ? .integer : .negativeInteger, magnitude)
  }

  /// Steps over at least one digit; nil from 2⁶⁴ on.
  @inline(__always)
  private mutating func digits() -> UInt64? {
    let (first, count) = Self.leadingDigits(Self.eight(at: place))
    place += count
    if count < 8 { return first }
    return moreDigits(behind: first)
  }

  @inline(never)
  private mutating func moreDigits(behind first: UInt64) -> UInt64? {
    let (second, count) = Self.leadingDigits(Self.eight(at: place))
    place += count
    var value = first
    for _ in 0..<count { value *= 10 }
    value += second
    // Sixteen digits so far; four more may still fit.
    var fits = true
    while place.pointee &- 0x30 < 10 {
      let (product, isTooBig) = value.multipliedReportingOverflow(by: 10)
      let (sum, carries) = product.addingReportingOverflow(UInt64(place.pointee - 0x30))
      if isTooBig || carries { fits = false }
      value = sum
      place += 1
    }
    return fits ? value : nil
  }

  /// The number that the digits at the beginning of eight bytes make, and how many they are.
  @inline(__always)
  private static func leadingDigits(_ word: UInt64) -> (value: UInt64, count: Int) {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let digits = word ^ (ones &* 0x30)
    // The top bit of each byte that is above 9; the lowest is right.
    let others = ((digits &+ ones &* 0x76) | digits) & (ones &* 0x80)
    let count = others.trailingZeroBitCount >> 3
    guard count > 0 else { return (0, 0) }
    // Zeros move in from the front.
    var value = digits << UInt64(64 - count * 8)
    value = (value &* 2561) >> 8 & 0x00FF_00FF_00FF_00FF
    value = (value &* 6_553_601) >> 16 & 0x0000_FFFF_0000_FFFF
    value = (value &* 42_949_672_960_001) >> 32
    return (value, count)
  }

  /// Steps over the fraction and exponent behind some digits.
  ///
  /// - Returns: The bit pattern of the number, or of a NaN where its text has to be converted.
  @inline(never)
  private mutating func decimal(
    _ digits: UnsafePointer<UInt8>, _ first: UnsafePointer<UInt8>
  ) throws(LogProblem) -> UInt64 {
    if digits.pointee == 0x30, place > digits + 1 {
      place = digits + 1
      return 0
    }
    var fraction = place
    if place.pointee == 0x2E {
      place += 1
      fraction = place
      try skipDigits()
    }
    let mantissaEnd = place
    if place.pointee | 0x20 == 0x65 {
      place += 1
      if place.pointee == 0x2B || place.pointee == 0x2D { place += 1 }
      try skipDigits()
    }
    // Up to fifteen digits and powers of ten up to 10²² are exact, so one division rounds correctly.
    guard place == mantissaEnd, mantissaEnd - digits <= 16 else { return Double.nan.bitPattern }
    var (mantissa, power) = (0.0, 1.0)
    for byte in UnsafeBufferPointer(start: digits, count: mantissaEnd - digits) where byte != 0x2E {
      mantissa = mantissa * 10 + Double(byte - 0x30)
    }
    for _ in 0..<(mantissaEnd - fraction) { power *= 10 }
    let value = mantissa / power
    return (first == digits ? value : -value).bitPattern
  }

  private mutating func skipDigits() throws(LogProblem) {
    guard place.pointee &- 0x30 < 10 else { throw .at(place, in: self, "a digit") }
    while place.pointee &- 0x30 < 10 { place += 1 }
  }
}
