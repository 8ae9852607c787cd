// Repeatable random numbers. Not suitable for anything secret.

/// A small deterministic generator (SplitMix64): a seed produces the same numbers on every platform.
package struct SeededGenerator: Sendable {
  package static let defaultSeed: UInt64 = 1

  private var state: UInt64

  /// Creates a generator that produces the same numbers for the same seed.
  package init(seed: UInt64) { state = seed }

  /// A number from 0 up to `count`, the same on every platform and with every version of the standard library.
  package mutating func pick(below count: Int) -> Int {
    count > 0 ? Int(truncatingIfNeeded: next() % UInt64(count)) : 0
  }

  private mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
