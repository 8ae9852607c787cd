// Finds rows: that of a promise, and the nearest one that is not indented deeper than a limit, which is where a subtree ends.

import PromiseTrace

extension RowRope {
  /// Calls `body` with each row, with its depth, in order.
  func forEachRow(_ body: (PackedRow) -> Void) {
    var block = first
    while block != Self.none {
      let info = blocks[Int(block)]
      for place in Int(block) * Self.capacity..<Int(block) * Self.capacity + info.count {
        var row = rows[place]
        row.depth += info.shift
        body(row)
      }
      block = info.next
    }
  }

  /// Whether a promise has a row.
  func isDrawn(_ slot: Row) -> Bool { Int(slot) < placeOfSlot.count && placeOfSlot[Int(slot)] < Self.hiddenBit }

  /// The slot of the folded promise that hides a promise, or `.none`.
  func fold(of slot: Row) -> Row {
    guard Int(slot) < placeOfSlot.count else { return .none }
    let mark = placeOfSlot[Int(slot)]
    return mark == Self.none || mark < Self.hiddenBit ? .none : mark & ~Self.hiddenBit
  }

  /// The spot of a promise's row; nil if the promise has none.
  func spot(of slot: Row) -> Spot? {
    guard isDrawn(slot) else { return nil }
    let place = Int(placeOfSlot[Int(slot)])
    return Spot(block: UInt32(place / Self.capacity), offset: place % Self.capacity)
  }

  /// The spot of the first row at or after a spot whose key is at most `key`; the end if there is none.
  func firstSpot(from spot: Spot, keyAtMost key: Int32) -> Spot {
    var spot = spot
    while spot.block != Self.none {
      if let found = search(spot.block, spot.offset, key) { return found }
      let next = blocks[Int(spot.block)].next
      guard next != Self.none else { break }
      spot = Spot(block: next, offset: 0)
    }
    return end
  }

  /// The spot of the last row before a spot whose key is at most `key`; nil if there is none.
  func lastSpot(before spot: Spot, keyAtMost key: Int32) -> Spot? {
    var spot = spot
    while spot.block != Self.none {
      if let found = searchBack(spot.block, spot.offset, key) { return found }
      let previous = blocks[Int(spot.block)].previous
      guard previous != Self.none else { break }
      spot = Spot(block: previous, offset: blocks[Int(previous)].count)
    }
    return nil
  }

  func search(_ block: UInt32, _ offset: Int, _ key: Int32) -> Spot? {
    let info = blocks[Int(block)]
    guard info.least <= key, offset < info.count else { return nil }
    let (base, wanted) = (Int(block) * Self.capacity, key - 2 * info.shift)
    return rows.withUnsafeBufferPointer { rows in
      for offset in offset..<info.count where rows[base + offset].key <= wanted {
        return Spot(block: block, offset: offset)
      }
      return nil
    }
  }

  func searchBack(_ block: UInt32, _ end: Int, _ key: Int32) -> Spot? {
    let info = blocks[Int(block)]
    guard info.least <= key else { return nil }
    let (base, wanted) = (Int(block) * Self.capacity, key - 2 * info.shift)
    return rows.withUnsafeBufferPointer { rows in
      for offset in stride(from: end - 1, through: 0, by: -1) where rows[base + offset].key <= wanted {
        return Spot(block: block, offset: offset)
      }
      return nil
    }
  }
}
