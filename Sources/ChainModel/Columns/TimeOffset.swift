// A duration in four bytes, so that a promise's five times take 20 bytes instead of 40.
//
// Owns the encoding and the range of times that the model can compute with. Beyond 134 ms a duration keeps 27 significant
// bits, rounded down.

extension Int64 {
  /// Clamps a time to within 146 years of the log's start, so that the difference of two such times cannot overflow.
  package init(clampedTime nanoseconds: Int64) {
    self = Swift.max(-Int64.max / 2, Swift.min(Int64.max / 2, nanoseconds))
  }
}

/// Nanoseconds after a promise's creation, exact below 2²⁷ ns and to one part in 67 million beyond.
///
/// The encoding preserves order.
struct TimeOffset: BitwiseCopyable, Equatable {
  /// Five bits of exponent, 27 of mantissa.
  var raw: UInt32

  /// The event did not happen.
  static let none = TimeOffset(raw: .max)

  init(raw: UInt32) { self.raw = raw }

  /// Encodes `nanoseconds`; negative values become 0.
  init(_ nanoseconds: Int64) {
    let bits = UInt64(max(0, nanoseconds))
    let exponent = min(31, max(0, (64 - bits.leadingZeroBitCount) - 27))
    let mantissa = min(bits >> UInt64(exponent), 0x7FF_FFFF)
    raw = min(UInt32(exponent) << 27 | UInt32(mantissa), .max - 1)
  }

  /// The duration; nil for ``none``.
  var nanoseconds: Int64? {
    raw == .max ? nil : Int64(UInt64(raw & 0x7FF_FFFF) << UInt64(raw >> 27))
  }
}
