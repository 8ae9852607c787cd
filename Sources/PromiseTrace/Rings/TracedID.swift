// The parts of a promise's ID in the program: its number in the log, and above it that of its tracer.

/// The layout of the IDs that the program uses.
package enum TracedID {
  /// The bits of the number in the log.
  package static let mask: UInt64 = 0xFFFF_FFFF_FFFF
}
