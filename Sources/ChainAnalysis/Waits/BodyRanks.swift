// The longest pieces of a stretch of a queue's time, without looking at each of its bodies. Owns a tree of maxima over the pieces: a body that
// was queued behind 10,000 others is answered by looking at some hundred.

/// The time of one queue in pieces: each body, and each pause after a body.
///
/// It answers for any bodies that follow one another. Of equally long pieces, the earliest counts as the longest.
struct BodyRanks: Sendable {
  /// A piece of the time of the queue, as the index of its body.
  struct Piece: Equatable {
    var body: Int
    /// Whether it is the pause after the body.
    var isPause: Bool
    var start: Int64
    var end: Int64
  }

  /// Ends and starts of pieces: piece 2*i* is body *i*, piece 2*i* + 1 the pause after it.
  private var bounds: [Int64] = []
  /// The number of pieces before each body that take time.
  private var counts: [Int32] = []
  /// A complete binary tree of the longest piece of each part: its root is 1, and the pieces are in its second half.
  private var longest: [Int32] = []
  private var size = 1

  /// Creates the ranks; nil if a body takes no time, because the pauses around it would be one piece.
  init?(_ bodies: [(start: Int64, end: Int64)]) {
    guard bodies.count > 1 else { return nil }
    bounds.reserveCapacity(2 * bodies.count)
    counts.reserveCapacity(bodies.count)
    var count: Int32 = 0
    for (index, body) in bodies.enumerated() {
      let next = index + 1 < bodies.count ? bodies[index + 1].start : .max
      // Rounded times may overlap.
      let end = min(body.end, next)
      guard end > body.start else { return nil }
      bounds += [body.start, end]
      counts.append(count)
      count += end < next ? 2 : 1
    }
    // Neither the last body, which may still run, nor the time after it.
    let pieces = bounds.count - 2
    while size < pieces { size *= 2 }
    longest = [Int32](repeating: -1, count: 2 * size)
    for piece in 0..<pieces { longest[size + piece] = Int32(piece) }
    for node in (1..<size).reversed() { longest[node] = longer(longest[2 * node], longest[2 * node + 1]) }
  }

  private func duration(_ piece: Int32) -> Int64 { bounds[Int(piece) + 1] &- bounds[Int(piece)] }

  /// The longer one of two pieces, of which the first is earlier; negative numbers are no pieces.
  private func longer(_ left: Int32, _ right: Int32) -> Int32 {
    if left < 0 || right < 0 { return max(left, right) }
    return duration(right) > duration(left) ? right : left
  }

  /// The longest of some bodies and of the pauses after them, latest first, and the number of the others that take time.
  ///
  /// - Parameters:
  ///   - limit: The number of pieces to return.
  ///   - range: The bodies, without the last one of the queue.
  /// - Returns: The pieces, and the number of the others.
  /// - Complexity: O(*k* log *n*) for *k* pieces of *n* bodies.
  func longest(_ limit: Int, in range: Range<Int>) -> (pieces: [Piece], others: Int) {
    var parts = [(range: 2 * range.lowerBound..<2 * range.upperBound, longest: Int32(-1))]
    parts[0].longest = longestPiece(in: parts[0].range)
    var found: [Int] = []
    while found.count < limit, let next = parts.indices.max(by: { isLess(parts[$0].longest, parts[$1].longest) }) {
      let (range, piece) = parts.remove(at: next)
      guard piece >= 0, duration(piece) > 0 else { break }
      found.append(Int(piece))
      for rest in [range.lowerBound..<Int(piece), Int(piece) + 1..<range.upperBound] where !rest.isEmpty {
        parts.append((rest, longestPiece(in: rest)))
      }
    }
    let pieces = found.sorted(by: >).map {
      Piece(body: $0 / 2, isPause: $0 % 2 > 0, start: bounds[$0], end: bounds[$0 + 1])
    }
    return (pieces, Int(counts[range.upperBound] - counts[range.lowerBound]) - pieces.count)
  }

  private func isLess(_ left: Int32, _ right: Int32) -> Bool {
    if left < 0 || right < 0 { return left < right }
    let (first, second) = (duration(left), duration(right))
    return first == second ? left > right : first < second
  }

  private func longestPiece(in range: Range<Int>) -> Int32 {
    var (low, high) = (range.lowerBound + size, range.upperBound + size)
    var (left, right) = (Int32(-1), Int32(-1))
    while low < high {
      if low & 1 > 0 {
        left = longer(left, longest[low])
        low += 1
      }
      if high & 1 > 0 {
        high -= 1
        right = longer(longest[high], right)
      }
      (low, high) = (low / 2, high / 2)
    }
    return longer(left, right)
  }
}
