// Maps a promise's ID to its row: open addressing over four-byte slots; the IDs themselves stay in their column.
//
// Threads allocate IDs in blocks, so 64 neighboring IDs share a run of slots: dense IDs hit few cache lines, and sparse or
// huge ones need no extra memory. A removal moves displaced rows back,
// so there are no markers of removed ones.

import PromiseTrace

/// The index of a promise in the columns, or ``none``.
typealias Row = UInt32

extension Row {
  static let none = Row.max
}

/// A hash map from IDs to rows that stores no keys.
struct RowMap: Sendable {
  private(set) var slots = [Row](repeating: .none, count: 128)
  private var used = 0
  /// How far to shift a block's product so that the number of a run of 64 slots remains: 64 less the binary logarithm of their number.
  private var shift: UInt64 = 63

  /// Moves to other memory with the same slots.
  mutating func replaceMemory(by copy: [Row]) { slots = copy }

  /// The row of `id`, or ``Row/none``.
  ///
  /// `ids` is the column that the rows index.
  @inline(__always)
  func row(of id: PromiseID, in ids: [PromiseID]) -> Row {
    let mask = slots.count &- 1
    var slot = home(id)
    while true {
      let row = slots[slot]
      if row == .none || ids[Int(row)] == id { return row }
      slot = Self.next(slot) & mask
    }
  }

  /// The number of slots that a search for `id` looks at.
  func probes(for id: PromiseID, in ids: [PromiseID]) -> Int {
    var (slot, probes) = (home(id), 1)
    while slots[slot] != .none, ids[Int(slots[slot])] != id {
      slot = Self.next(slot) & (slots.count - 1)
      probes += 1
    }
    return probes
  }

  /// Adds a row whose ID is new.
  ///
  /// - Parameters:
  ///   - row: The row.
  ///   - ids: The column, with its ID.
  ///   - limit: The number of rows to expect; a map of 262,144 rows grows to this size at once, because growing again takes 40 ms.
  @inline(__always)
  mutating func add(_ row: Row, _ ids: [PromiseID], limit: Int = 0) {
    if addIfThereIsRoom(row, ids[Int(row)]) { return }
    used += 1
    rebuild(ids, limit: used > 262_144 ? min(limit, 4_000_000) + 3 : 0)
  }

  /// Adds a row whose ID is new, unless the map has to grow for it.
  ///
  /// Unlike ``add(_:_:limit:)``, it does not take the column, which a caller that also owns this map would have to retain.
  @inline(__always)
  mutating func addIfThereIsRoom(_ row: Row, _ id: PromiseID) -> Bool {
    guard (used + 1) * 2 <= slots.count else { return false }
    used += 1
    insert(row, id)
    return true
  }

  /// Removes a row; its ID must still be in `ids`.
  mutating func remove(_ row: Row, _ ids: [PromiseID]) {
    let mask = slots.count &- 1
    var hole = home(ids[Int(row)])
    while slots[hole] != row { hole = Self.next(hole) & mask }
    used -= 1
    // Rows that were displaced past the hole move into it, so that a search may stop at an empty slot.
    var slot = hole
    while true {
      slot = Self.next(slot) & mask
      let other = slots[slot]
      guard other != .none else { break }
      let home = home(ids[Int(other)])
      if Self.steps(from: home, to: slot) & mask >= Self.steps(from: hole, to: slot) & mask {
        slots[hole] = other
        hole = slot
      }
    }
    slots[hole] = .none
  }

  /// Rebuilds the map from `ids`, with room for `limit` rows.
  @inline(never)
  private mutating func rebuild(_ ids: [PromiseID], limit: Int) {
    var capacity = 128
    while capacity < max(used, limit) * 2 { capacity *= 2 }
    shift = UInt64(64 - (capacity / 64).trailingZeroBitCount)
    slots = [Row](repeating: .none, count: capacity)
    for row in ids.indices where ids[row] != 0 { insert(Row(row), ids[row]) }
  }

  @inline(__always)
  private mutating func insert(_ row: Row, _ id: PromiseID) {
    let mask = slots.count &- 1
    var slot = home(id)
    while slots[slot] != .none { slot = Self.next(slot) & mask }
    slots[slot] = row
  }

  /// The next slot to try, past the block of IDs that most likely also occupies the adjacent slots.
  ///
  /// Neighboring IDs that collide thus move on together. The one extra slot ensures that every slot is tried eventually.
  @inline(__always)
  private static func next(_ slot: Int) -> Int { slot &+ 65 }

  /// How often `next` leads from one slot to another, modulo the number of slots.
  @inline(__always)
  private static func steps(from start: Int, to end: Int) -> Int { (end &- start) &* Self.inverse }

  /// 65 · `inverse` = 1, modulo 2⁶⁴.
  private static let inverse = Int(bitPattern: 0x0FC0_FC0F_C0FC_0FC1)

  /// The first slot to try: scatters the blocks of 64 IDs, and keeps those of one block adjacent.
  ///
  /// Every bit of an ID reaches the top bits of the product, but the low bits of an ID like `5 << 40` reach no others.
  @inline(__always)
  private func home(_ id: PromiseID) -> Int {
    let block = (id >> 6) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: (block &>> shift) << 6 | id & 63)
  }
}
