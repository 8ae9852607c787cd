// From a promise's number to its row: open addressing over four-byte slots, the numbers themselves staying in their column.
//
// Ids come in blocks per thread, so 64 neighbours share a stretch of slots: dense ids cost one cache line, sparse and huge
// ones cost no more memory. Refuses to delete but in
// reverse: eviction rebuilds it.

import PromiseTrace

/// A row of the columns; ``none`` where there is none.
typealias Row = UInt32

extension Row {
  /// No row.
  static let none = Row.max
}

/// A hash map from ids to rows that keeps no keys.
struct RowMap: Sendable {
  private var slots = [Row](repeating: .none, count: 64)
  private var used = 0

  /// The row of `id`, or ``Row/none``.
  ///
  /// `ids` is the column the rows index.
  @inline(__always)
  func row(of id: PromiseID, in ids: [PromiseID]) -> Row {
    let mask = slots.count &- 1
    var slot = Self.hash(id) & mask
    while true {
      let row = slots[slot]
      if row == .none || ids[Int(row)] == id { return row }
      slot = Self.next(slot) & mask
    }
  }

  /// Adds the last id of `ids`, which must be new.
  mutating func addLast(of ids: [PromiseID]) {
    used += 1
    if used * 2 > slots.count {
      rebuild(ids)
    } else {
      place(Row(ids.count - 1), ids)
    }
  }

  /// Takes the last id of `ids` out again, which no other was added after.
  ///
  /// In that order taking out is the exact reverse of adding: no later id stepped aside for this one.
  mutating func removeLast(of ids: [PromiseID]) {
    let row = Row(ids.count - 1)
    let mask = slots.count &- 1
    var slot = Self.hash(ids[Int(row)]) & mask
    while slots[slot] != row { slot = Self.next(slot) & mask }
    slots[slot] = .none
    used -= 1
  }

  /// Starts anew with all of `ids`.
  mutating func rebuild(_ ids: [PromiseID]) {
    var capacity = 64
    while capacity < ids.count * 2 { capacity *= 2 }
    slots = [Row](repeating: .none, count: capacity)
    used = ids.count
    for row in ids.indices { place(Row(row), ids) }
  }

  private mutating func place(_ row: Row, _ ids: [PromiseID]) {
    let mask = slots.count &- 1
    var slot = Self.hash(ids[Int(row)]) & mask
    while slots[slot] != .none { slot = Self.next(slot) & mask }
    slots[slot] = row
  }

  /// On to the next stretch: neighbours whose place is taken step aside together, and meet as few others as they are.
  ///
  /// Of the slots behind the place itself most are taken by the block that was there first. One slot further on, so that all slots
  /// are tried in the end.
  @inline(__always)
  private static func next(_ slot: Int) -> Int { slot &+ 65 }

  /// Neighbours stay neighbours; blocks of 64 are spread.
  @inline(__always)
  private static func hash(_ id: PromiseID) -> Int {
    let block = (id >> 6) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: (block >> 20) << 6 | id & 63)
  }
}
