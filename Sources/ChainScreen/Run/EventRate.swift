// Counts events over time in a small ring of buckets on the clock of the log, so that a replay shows what the live run showed.

struct EventRate: Sendable {
  /// The length of a bucket in nanoseconds.
  static let bucket: Int64 = 250_000_000
  private static let kept = 64

  private var counts = [UInt64](repeating: 0, count: kept)
  private var newest: Int64 = 0

  mutating func add(time: Int64) {
    let index = max(0, time) / Self.bucket
    if index > newest {
      // The buckets in between had no events.
      for gap in 1...min(index - newest, Int64(Self.kept)) { counts[Int((newest + gap) % Int64(Self.kept))] = 0 }
      if index - newest >= Int64(Self.kept) { counts = Array(repeating: 0, count: Self.kept) }
      newest = index
    }
    if newest - index < Int64(Self.kept) { counts[Int(index % Int64(Self.kept))] += 1 }
  }

  /// The number of events in each of the last `count` buckets, oldest first.
  func last(_ count: Int, now: Int64) -> [UInt64] {
    let end = max(0, now) / Self.bucket
    return (0..<count).map { offset in
      let index = end - Int64(count - 1 - offset)
      guard index >= 0, index <= newest, newest - index < Int64(Self.kept) else { return 0 }
      return counts[Int(index % Int64(Self.kept))]
    }
  }

  /// The number of events in the last second.
  func perSecond(now: Int64) -> UInt64 {
    last(4, now: now).reduce(0, +)
  }
}
