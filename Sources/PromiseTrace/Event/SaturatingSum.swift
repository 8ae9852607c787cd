// Addition for counts that come from a log and may be of any size.

extension UInt64 {
  /// The sum, or `UInt64.max` on overflow.
  @inlinable
  package func saturatingSum(_ other: UInt64) -> UInt64 {
    let (sum, isTooLarge) = addingReportingOverflow(other)
    return isTooLarge ? .max : sum
  }
}
