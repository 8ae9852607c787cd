// The duration of a promise's timer in a slot of a ring. Owns its encoding in the 32 bits that a `created` slot has left.

extension RawEvent {
  /// A duration as a decimal floating-point number: 28 bits of digits, and the exponent in the upper 4 bits.
  ///
  /// It keeps eight digits, so every duration that a program writes in its source is exact.
  ///
  /// - Parameter seconds: The duration. NaN and numbers that are not positive give 0, which stands for no timer.
  /// - Returns: The number of nanoseconds, rounded to eight digits; 10⁹ seconds at most, as for the timers themselves.
  package static func encodedTimer(seconds: Double) -> UInt32 {
    guard seconds > 0 else { return 0 }
    var digits = UInt64(saturating: (min(seconds, 1e9) * 1e9).rounded())
    var exponent: UInt32 = 0
    while digits >= 1 << 28 {
      digits = (digits &+ 5) / 10
      exponent &+= 1
    }
    return UInt32(truncatingIfNeeded: digits) | exponent << 28
  }

  /// The duration that ``encodedTimer(seconds:)`` encoded, in nanoseconds.
  package static func timer(encoded: UInt32) -> UInt64 {
    var nanoseconds = UInt64(encoded & (1 << 28 - 1))
    for _ in 0..<encoded >> 28 { nanoseconds = nanoseconds.multipliedReportingOverflow(by: 10).partialValue }
    return nanoseconds
  }
}
