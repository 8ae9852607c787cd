// Maps a promise's ID to its row: open addressing over four-byte slots; the IDs themselves stay in their column.
//
// Threads allocate IDs in blocks, so 64 neighboring IDs share a run of slots: dense IDs hit few cache lines, and sparse or
// huge ones need no extra memory. Deletes only in the reverse order of insertion; eviction rebuilds the map.

import PromiseTrace

/// The index of a promise in the columns, or ``none``.
typealias Row = UInt32

extension Row {
  /// No row.
  static let none = Row.max
}

/// A hash map from IDs to rows that stores no keys.
struct RowMap: Sendable {
  private var slots = [Row](repeating: .none, count: 64)
  private var used = 0

  /// The row of `id`, or ``Row/none``.
  ///
  /// `ids` is the column that the rows index.
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

  /// Adds the last ID of `ids`, which must be new.
  mutating func addLast(of ids: [PromiseID]) {
    used += 1
    if used * 2 > slots.count {
      rebuild(ids)
    } else {
      insert(Row(ids.count - 1), ids)
    }
  }

  /// Removes the last ID of `ids`, which must be the last one added.
  ///
  /// In that order a removal exactly reverses the insertion, because no later ID was displaced by this one.
  mutating func removeLast(of ids: [PromiseID]) {
    let row = Row(ids.count - 1)
    let mask = slots.count &- 1
    var slot = Self.hash(ids[Int(row)]) & mask
    while slots[slot] != row { slot = Self.next(slot) & mask }
    slots[slot] = .none
    used -= 1
  }

  /// Rebuilds the map from `ids`.
  mutating func rebuild(_ ids: [PromiseID]) {
    var capacity = 64
    while capacity < ids.count * 2 { capacity *= 2 }
    slots = [Row](repeating: .none, count: capacity)
    used = ids.count
    for row in ids.indices { insert(Row(row), ids) }
  }

  private mutating func insert(_ row: Row, _ ids: [PromiseID]) {
    let mask = slots.count &- 1
    var slot = Self.hash(ids[Int(row)]) & mask
    while slots[slot] != .none { slot = Self.next(slot) & mask }
    slots[slot] = row
  }

  /// The next slot to try, past the block of IDs that most likely also occupies the adjacent slots.
  ///
  /// Neighboring IDs that collide thus move on together. The one extra slot ensures that every slot is tried eventually.
  @inline(__always)
  private static func next(_ slot: Int) -> Int { slot &+ 65 }

  /// Keeps the IDs of a block of 64 adjacent and scatters the blocks.
  @inline(__always)
  private static func hash(_ id: PromiseID) -> Int {
    let block = (id >> 6) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: (block >> 20) << 6 | id & 63)
  }
}
