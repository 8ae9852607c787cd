// A histogram of durations with buckets of growing width, so that its memory is bounded and its relative error is, too.
//
// Owns the buckets. A bucket covers 1/32 of a power of two: a quantile is reported as the middle of its bucket, which is at most 1/64 (1.6 %)
// away from the value.

/// Durations, counted by size.
///
/// A quantile has a relative error of at most 1/64 (1.6 %); durations below 64 ns, the shortest and the longest are exact. Memory: 4 bytes
/// for each bucket between the shortest and the longest duration, at most 7.5 KiB.
public struct Histogram: Sendable, Equatable {
  private static let precision = 5

  /// The number of durations.
  public private(set) var count = 0
  /// The shortest duration in nanoseconds; 0 without any.
  public private(set) var shortest: Int64 = 0
  /// The longest duration in nanoseconds; 0 without any.
  public private(set) var longest: Int64 = 0
  /// The sum of all durations in nanoseconds; it stays at the largest number instead of overflowing.
  public private(set) var sum: Int64 = 0
  private var counts: [UInt32] = []
  /// The bucket of the first count.
  private var first = 0

  /// Creates an empty histogram.
  public init() {}

  /// Creates a histogram with the ``numbers`` of another one.
  ///
  /// - Returns: nil if they are not those of a histogram.
  package init?(_ numbers: [Int64]) {
    guard numbers.count >= 4, numbers.count % 2 == 0 else { return nil }
    (shortest, longest, sum) = (numbers[0], numbers[1], numbers[2])
    guard 0...longest ~= shortest, sum >= 0, 0..<2_048 ~= numbers[3] else { return nil }
    first = Int(numbers[3])
    for index in stride(from: 4, to: numbers.count, by: 2) {
      guard 1..<2_048 ~= numbers[index], counts.count + Int(numbers[index]) < 2_048,
        let number = UInt32(exactly: numbers[index + 1]), number > 0
      else { return nil }
      counts += repeatElement(0, count: Int(numbers[index]) - 1) + [number]
      count += Int(number)
    }
  }

  /// The histogram as numbers: the shortest, the longest, the sum, the first bucket, and for each bucket with durations its distance from the
  /// one before (from the bucket before the first) and the number of durations; empty without durations.
  package var numbers: [Int64] {
    guard count > 0 else { return [] }
    var numbers = [shortest, longest, sum, Int64(first)]
    var last = -1
    for (offset, number) in counts.enumerated() where number > 0 {
      numbers += [Int64(offset - last), Int64(number)]
      last = offset
    }
    return numbers
  }

  /// Adds a duration in nanoseconds; a negative one counts as 0.
  ///
  /// - Complexity: Amortized O(1).
  public mutating func add(_ nanoseconds: Int64) {
    let value = max(0, nanoseconds)
    let bucket = Self.bucket(of: value)
    reserve(bucket)
    if counts[bucket - first] < .max { counts[bucket - first] += 1 }
    shortest = count == 0 ? value : min(shortest, value)
    longest = max(longest, value)
    count += 1
    let (result, hasOverflowed) = sum.addingReportingOverflow(value)
    sum = hasOverflowed ? .max : result
  }

  /// Adds all durations of another histogram.
  public mutating func add(_ other: Histogram) {
    guard other.count > 0 else { return }
    reserve(other.first)
    reserve(other.first + other.counts.count - 1)
    for (offset, more) in other.counts.enumerated() {
      let index = other.first + offset - first
      let (result, hasOverflowed) = counts[index].addingReportingOverflow(more)
      counts[index] = hasOverflowed ? .max : result
    }
    shortest = count == 0 ? other.shortest : min(shortest, other.shortest)
    longest = max(longest, other.longest)
    count += other.count
    let (result, hasOverflowed) = sum.addingReportingOverflow(other.sum)
    sum = hasOverflowed ? .max : result
  }

  /// The duration at a quantile.
  ///
  /// - Parameter quantile: From 0 to 1: 0.5 for the median.
  /// - Returns: Nanoseconds; nil without durations.
  /// - Complexity: O(1), bounded by the number of buckets.
  public func quantile(_ quantile: Double) -> Int64? {
    guard count > 0 else { return nil }
    let rank = max(1, Int((min(1, max(0, quantile)) * Double(count)).rounded(.up)))
    if rank >= count { return longest }
    var seen = 0
    for (offset, number) in counts.enumerated() {
      seen += Int(number)
      if seen >= rank { return min(longest, max(shortest, Self.middle(of: first + offset))) }
    }
    return longest
  }

  /// The number of durations in each of some classes between the shortest and the longest one, whose limits grow by a constant factor.
  package func classes(_ number: Int) -> [Int] {
    var classes = [Int](repeating: 0, count: max(1, number))
    for (offset, count) in counts.enumerated() { classes[offset * classes.count / counts.count] += Int(count) }
    return classes
  }

  private mutating func reserve(_ bucket: Int) {
    if counts.isEmpty {
      (first, counts) = (bucket, [0])
    } else if bucket < first {
      counts.insert(contentsOf: repeatElement(0, count: first - bucket), at: 0)
      first = bucket
    } else if bucket - first >= counts.count {
      counts.append(contentsOf: repeatElement(0, count: bucket - first - counts.count + 1))
    }
  }

  // MARK: Buckets

  private static func bucket(of value: Int64) -> Int {
    let exponent = 63 - value.leadingZeroBitCount
    guard exponent > precision else { return Int(value) }
    let shift = exponent - precision
    return (shift << precision) + Int(value >> Int64(shift))
  }

  private static func middle(of bucket: Int) -> Int64 {
    let shift = max(0, (bucket >> precision) - 1)
    let start = Int64(bucket - shift << precision) << Int64(shift)
    return start + (Int64(1) << Int64(shift) - 1) / 2
  }
}
