// How long the promises of each call site took. Owns the counts and their bounds: powers of two are precise enough to tell what took far longer
// than the others.

import PlainText

/// The times from creation to settlement, by operation and call site.
struct SiteTimes: Sendable {
  /// The number of call sites to keep.
  private static let limit = 4_096
  /// For each origin of the store, the index of its counts plus 1; 0 if it has none yet.
  private var indices: [UInt32] = []
  /// For each call site, the number of promises that took less than 2⁰, 2¹, … nanoseconds, and at least the one before.
  private var counts: [[UInt32]] = []

  /// Counts a promise that settled.
  ///
  /// - Parameters:
  ///   - duration: The time since its creation, in nanoseconds.
  ///   - origin: Its operation and call site; `.max` if unknown.
  /// - Complexity: O(1).
  @inline(__always)
  mutating func add(_ duration: Int64, origin: UInt32) {
    let origin = Int(origin)
    guard origin < indices.count, indices[origin] > 0 else { return addFirst(duration, origin: origin) }
    let bucket = UInt64(max(0, duration)).bitWidth - UInt64(max(0, duration)).leadingZeroBitCount
    counts[Int(indices[origin]) - 1][bucket] &+= 1
  }

  @inline(never)
  private mutating func addFirst(_ duration: Int64, origin: Int) {
    guard counts.count < Self.limit, origin < 1 << 20 else { return }
    if origin >= indices.count { indices.append(contentsOf: repeatElement(0, count: origin - indices.count + 1)) }
    counts.append([UInt32](repeating: 0, count: 65))
    indices[origin] = UInt32(counts.count)
    add(duration, origin: UInt32(origin))
  }

  /// Whether a promise of a call site has settled.
  func hasSettled(origin: UInt32) -> Bool { Int(origin) < indices.count && indices[Int(origin)] > 0 }

  /// A time that no promise of a call site exceeded, at most twice the longest one, in nanoseconds; nil if fewer than
  /// `least` have settled.
  func longest(origin: UInt32, least: Int = 1) -> Int64? {
    guard hasSettled(origin: origin) else { return nil }
    let counts = counts[Int(indices[Int(origin)]) - 1]
    guard counts.reduce(0, { $0 + Int($1) }) >= least else { return nil }
    let bucket = counts.lastIndex { $0 > 0 }
    return bucket.map { $0 < 63 ? 1 << Int64($0) : .max }
  }

  /// A time that 99 of 100 promises of a call site did not exceed, rounded up to a power of two, in nanoseconds; nil if fewer than ten settled.
  func p99(origin: UInt32) -> Int64? {
    guard Int(origin) < indices.count, indices[Int(origin)] > 0 else { return nil }
    let counts = counts[Int(indices[Int(origin)]) - 1]
    let total = counts.reduce(0) { $0 + Int($1) }
    guard total >= 10 else { return nil }
    var left = total - total / 100
    let bucket = counts.firstIndex {
      left -= Int($0)
      return left <= 0
    }
    return bucket.map { $0 < 63 ? 1 << Int64($0) : .max }
  }
}
