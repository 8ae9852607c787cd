// Sorts siblings in steps: sorting a million of them takes longer than a frame. Owns the merging. Does not know what is compared.

/// A stable merge sort that can be interrupted, and then the rows one by one.
struct RowSort: Sendable {
  /// Rows that are sorted at once, before the first merge.
  private static let run = 4_096

  private var rows: [Row]
  private var merged: [Row] = []
  /// The length of the sorted runs; 0 before there are any.
  private var width = 0
  /// The number of rows in sorted runs, before there are only such runs.
  private var prepared = 0
  // The next rows of the two runs that are being merged.
  private var (left, right) = (0, 0)
  private var taken = 0

  /// Starts to sort siblings in order of creation.
  init(_ rows: [Row]) { self.rows = rows }

  /// Continues.
  ///
  /// - Parameters:
  ///   - budget: The number of rows to move; what is used is subtracted.
  ///   - isBefore: Whether a row comes before another one; nil leaves them in their order.
  /// - Returns: Whether the rows are sorted.
  mutating func advance(_ budget: inout Int, _ isBefore: ((Row, Row) -> Bool)?) -> Bool {
    guard let isBefore else { return true }
    while prepared < rows.count {
      guard budget > 0 else { return false }
      let end = min(prepared + Self.run, rows.count)
      rows[prepared..<end].sort(by: isBefore)
      // Sorting a run takes as long as four merges.
      budget -= (end - prepared) * 4
      prepared = end
    }
    if width == 0 { width = Self.run }
    while width < rows.count {
      guard merge(&budget, isBefore) else { return false }
      swap(&rows, &merged)
      merged.removeAll(keepingCapacity: true)
      width *= 2
    }
    return true
  }

  private mutating func merge(_ budget: inout Int, _ isBefore: (Row, Row) -> Bool) -> Bool {
    merged.reserveCapacity(rows.count)
    while merged.count < rows.count {
      guard budget > 0 else { return false }
      let start = merged.count / (2 * width) * 2 * width
      let (middle, end) = (min(start + width, rows.count), min(start + 2 * width, rows.count))
      if merged.count == start { (left, right) = (start, middle) }
      let count = min(end - merged.count, budget)
      for _ in 0..<count {
        if left < middle, right == end || !isBefore(rows[right], rows[left]) {
          merged.append(rows[left])
          left += 1
        } else {
          merged.append(rows[right])
          right += 1
        }
      }
      budget -= count
    }
    return true
  }

  /// The next of the sorted rows; nil after the last one.
  mutating func next() -> Row? {
    guard taken < rows.count else { return nil }
    taken += 1
    return rows[taken - 1]
  }
}
