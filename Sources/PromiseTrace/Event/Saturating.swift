// Sums and conversions for numbers of any size, such as those of a log or of a clock: they end at the largest number instead of trapping.

extension UInt64 {
  /// The sum, or `UInt64.max` on overflow.
  @inlinable
  package func saturatingSum(_ other: UInt64) -> UInt64 {
    let (sum, isTooLarge) = addingReportingOverflow(other)
    return isTooLarge ? .max : sum
  }

  /// The integer part of a number, or the nearest bound; 0 for NaN.
  init(saturating number: Double) {
    self = number >= 0x1p64 ? .max : number > 0 ? UInt64(exactly: number.rounded(.towardZero)) ?? 0 : 0
  }
}

extension Int64 {
  /// The sum, or the nearest bound on overflow.
  package func saturatingSum(_ other: Int64) -> Int64 {
    let (sum, isTooLarge) = addingReportingOverflow(other)
    return isTooLarge ? (other < 0 ? .min : .max) : sum
  }

  /// The integer part of a number, or the nearest bound; 0 for NaN.
  init(saturating number: Double) {
    let magnitude = Int64(clamping: UInt64(saturating: number.magnitude))
    self = number < 0 ? 0 &- magnitude : magnitude
  }
}
