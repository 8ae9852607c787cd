// The segments of a critical path while the walk finds them, from the end to the start. Owns which of them are kept if that is only a number
// of the longest ones: a body behind 10,000 others has 10,000 segments, and the answer about it names twelve.

/// A list of segments that follow one another, each one earlier than the one before.
struct SegmentList {
  /// The number of the longest segments to keep; nil for all.
  let limit: Int?
  /// All segments but the earliest, latest first; if only some are kept, those, in any order.
  private var segments: [PathSegment] = []
  /// Once there are enough of them: the index of the shortest one; of equally short ones, the latest.
  private var shortest = 0
  /// The segment that was added last, which may still grow.
  private var earliest: PathSegment?
  private var dropped: (count: Int, time: Int64) = (0, 0)

  /// Creates an empty list.
  ///
  /// - Parameter kept: The number of the longest segments to keep, at least 1; `.max` for all.
  init(kept: Int) { limit = kept == .max ? nil : max(1, kept) }

  /// Adds a segment directly before the earliest one, or extends that one if it is about the same.
  ///
  /// - Complexity: Amortized O(1); O(`limit`) if only some are kept.
  mutating func add(_ segment: PathSegment) {
    if let last = earliest, last.kind == segment.kind, last.promise == segment.promise, last.other == segment.other {
      earliest?.start = segment.start
    } else {
      settle()
      earliest = segment
    }
  }

  /// Adds the longest ones of many segments that end directly before the earliest one, latest first, and only counts the others.
  mutating func add(longest: [PathSegment], others: (count: Int, time: Int64)) {
    settle()
    for segment in longest {
      earliest = segment
      settle()
    }
    dropped = (dropped.count + others.count, dropped.time + others.time)
  }

  /// The segments that are kept, earliest first, and the number of the others and their time; leaves the list empty.
  mutating func finish() -> (segments: [PathSegment], dropped: (count: Int, time: Int64)) {
    settle()
    defer { self = SegmentList(kept: limit ?? .max) }
    if limit != nil { segments.sort { $0.start > $1.start } }
    return (segments.reversed(), dropped)
  }

  /// Keeps or drops the earliest segment.
  private mutating func settle() {
    guard let segment = earliest.take() else { return }
    guard let limit else { return segments.append(segment) }
    if segments.count < limit {
      segments.append(segment)
    } else if segment.duration >= segments[shortest].duration {
      drop(segments[shortest])
      segments[shortest] = segment
    } else {
      return drop(segment)
    }
    guard segments.count == limit else { return }
    shortest = 0
    for index in segments.indices.dropFirst() {
      let (left, right) = (segments[index], segments[shortest])
      let isShorter = left.duration < right.duration || left.duration == right.duration && left.start > right.start
      if isShorter { shortest = index }
    }
  }

  private mutating func drop(_ segment: PathSegment) {
    dropped = (dropped.count + 1, dropped.time + segment.duration)
  }
}
