// Counts what happens over time in a small ring of buckets on the clock of the log, so that a replay shows what the live run showed.

/// How often something happened in each of the latest equal parts of time.
package struct RecentCounts: Sendable, Equatable {
  /// The length of a bucket in nanoseconds.
  package let bucket: Int64
  private static let kept = 64

  private var counts = [UInt32](repeating: 0, count: kept)
  private var newest: Int64 = 0

  package init(bucket: Int64) { self.bucket = bucket }

  package mutating func add(time: Int64) {
    let index = max(0, time) / bucket
    if index > newest {
      // The buckets in between had nothing.
      for gap in 1...min(index - newest, Int64(Self.kept)) { counts[Int((newest + gap) % Int64(Self.kept))] = 0 }
      newest = index
    }
    if newest - index < Int64(Self.kept) { counts[Int(index % Int64(Self.kept))] &+= 1 }
  }

  /// The number in each of the last `count` buckets, oldest first.
  package func last(_ count: Int, now: Int64) -> [Int] {
    let end = max(0, now) / bucket
    return (0..<count).map { offset in
      let index = end - Int64(count - 1 - offset)
      guard index >= 0, index <= newest, newest - index < Int64(Self.kept) else { return 0 }
      return Int(counts[Int(index % Int64(Self.kept))])
    }
  }

  /// The number in the last second.
  package func perSecond(now: Int64) -> Int { last(Int(max(1, 1_000_000_000 / bucket)), now: now).reduce(0, +) }
}
