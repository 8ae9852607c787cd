// How many events came when: a small ring of buckets on the log's own clock, so that a replay shows what the run showed.

struct EventRate: Sendable {
  /// Nanoseconds of a bucket.
  static let bucket: Int64 = 250_000_000
  private static let kept = 64

  private var counts = [UInt64](repeating: 0, count: kept)
  private var newest: Int64 = 0

  mutating func add(time: Int64) {
    let index = max(0, time) / Self.bucket
    if index > newest {
      // Whatever lies between had no events.
      for gap in 1...min(index - newest, Int64(Self.kept)) { counts[Int((newest + gap) % Int64(Self.kept))] = 0 }
      if index - newest >= Int64(Self.kept) { counts = Array(repeating: 0, count: Self.kept) }
      newest = index
    }
    if newest - index < Int64(Self.kept) { counts[Int(index % Int64(Self.kept))] += 1 }
  }

  /// Events in the `count` buckets up to `now`, oldest first.
  func last(_ count: Int, now: Int64) -> [UInt64] {
    let end = max(0, now) / Self.bucket
    return (0..<count).map { offset in
      let index = end - Int64(count - 1 - offset)
      guard index >= 0, index <= newest, newest - index < Int64(Self.kept) else { return 0 }
      return counts[Int(index % Int64(Self.kept))]
    }
  }

  /// Events in the last second.
  func perSecond(now: Int64) -> UInt64 {
    last(4, now: now).reduce(0, +)
  }
}
