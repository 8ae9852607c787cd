// A first-in, first-out queue of rows whose changes can be undone. Owns the ring. Does not know what the rows wait for.

import PromiseTrace

/// Rows in the order in which they were added.
///
/// - Complexity: O(1), amortized, for every operation; four bytes per row.
struct RowQueue: Sendable {
  /// The part that is not in the column.
  struct Position: Sendable {
    fileprivate var head = 0
    fileprivate var count = 0
  }

  /// The ring; its size is a power of two.
  var ring = Column<Row>()
  var position = Position()

  var isEmpty: Bool { position.count == 0 }
  var count: Int { position.count }

  mutating func append(_ row: Row) {
    if position.count == ring.count { grow() }
    ring[(position.head + position.count) & (ring.count - 1)] = row
    position.count += 1
  }

  mutating func popFirst() -> Row? {
    guard position.count > 0 else { return nil }
    let row = ring[position.head]
    position.head = (position.head + 1) & (ring.count - 1)
    position.count -= 1
    return row
  }

  /// Keeps the first occurrence of the rows for which `needed` is true, and drops all others.
  mutating func keepFirst(_ needed: [Bool]) {
    var needed = needed
    var kept = 0
    for offset in 0..<position.count {
      let row = ring[(position.head + offset) & (ring.count - 1)]
      guard needed[Int(row)] else { continue }
      needed[Int(row)] = false
      if kept < offset { ring[(position.head + kept) & (ring.count - 1)] = row }
      kept += 1
    }
    position.count = kept
  }

  private mutating func grow() {
    let rows = (0..<position.count).map { ring[(position.head + $0) & (ring.count - 1)] }
    for _ in 0..<max(16, ring.count) { ring.append(.none) }
    for (index, row) in rows.enumerated() { ring[index] = row }
    position.head = 0
  }
}
