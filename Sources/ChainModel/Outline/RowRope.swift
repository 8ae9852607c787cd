// The rows of an outline, in blocks, so that a row is inserted or removed anywhere without moving the others.
//
//     first ─▶ block 3 (190 rows) ─▶ block 0 (256 rows) ─▶ block 7 (12 rows)
//
// A block has room for 256 rows; one that overflows is divided. Its `shift` is added to the depth of its rows, so a large subtree
// is indented block by block. Its `least` is the least `PackedRow.key` of its rows: a search for the end of a subtree skips whole
// blocks. `placeOfSlot` finds a promise's row.
//
// A *slot* is a promise's row in the store (the type `Row`), as opposed to its row in the outline, which is at a *spot* in the rope.
//
// Owns the blocks, and which fold hides a promise. `+Search` finds rows, `+Index` maps positions to spots. Does not know which rows belong where.

import PromiseTrace

/// A sequence of rows.
///
/// - Complexity: Changing *k* adjacent rows takes O(*k*) and at most a few hundred steps; about 28 bytes per row and 4 per promise.
struct RowRope: Sendable {
  /// A row's position, or the position after the last row of a block.
  struct Spot: Equatable {
    var block: UInt32
    var offset: Int
  }

  struct Block: Sendable {
    var count = 0
    /// Added to the depth of the block's rows.
    var shift: Int32 = 0
    /// The least key of its rows, including the shift.
    var least = Int32.max
    var next = RowRope.none
    var previous = RowRope.none
  }

  static let none = UInt32.max
  /// The number of rows that fit into a block.
  static let capacity = 256
  /// The number of rows that a new block gets, so that it has room for more.
  static let filling = 192
  /// Marks that a promise has no row because a fold hides it; the other bits are the slot of the folded promise.
  static let hiddenBit: UInt32 = 1 << 31

  private(set) var rows: [PackedRow] = []
  var blocks: [Block] = []
  private(set) var first = RowRope.none
  private(set) var last = RowRope.none
  private var freeBlocks: [UInt32] = []
  private(set) var count = 0
  /// By slot, the index of its row in `rows`, `hiddenBit` and a slot, or `none`.
  var placeOfSlot: [UInt32] = []
  var index = Index()

  // MARK: Reading

  var start: Spot { Spot(block: first, offset: 0) }
  var end: Spot { last == Self.none ? start : Spot(block: last, offset: blocks[Int(last)].count) }

  @inline(__always)
  private func place(_ spot: Spot) -> Int { Int(spot.block) * Self.capacity + spot.offset }

  /// The row at a spot, with its depth; nil at the end.
  func row(at spot: Spot) -> PackedRow? {
    let spot = normalized(spot)
    guard spot.block != Self.none, spot.offset < blocks[Int(spot.block)].count else { return nil }
    var row = rows[place(spot)]
    row.depth += blocks[Int(spot.block)].shift
    return row
  }

  /// The start of the next block if the spot is at the end of one; otherwise the spot itself.
  func normalized(_ spot: Spot) -> Spot {
    var spot = spot
    while spot.block != Self.none, spot.offset >= blocks[Int(spot.block)].count,
      blocks[Int(spot.block)].next != Self.none
    {
      spot = Spot(block: blocks[Int(spot.block)].next, offset: 0)
    }
    return spot
  }

  func spot(after spot: Spot) -> Spot { Spot(block: spot.block, offset: spot.offset + 1) }

  func spot(before spot: Spot) -> Spot? {
    if spot.offset > 0 { return Spot(block: spot.block, offset: spot.offset - 1) }
    guard spot.block != Self.none else { return nil }
    let previous = blocks[Int(spot.block)].previous
    return previous == Self.none ? nil : Spot(block: previous, offset: blocks[Int(previous)].count - 1)
  }

  // MARK: Changing

  /// Changes a row; `body` must not change its depth.
  mutating func change(_ spot: Spot, _ body: (inout PackedRow) -> Void) {
    let spot = normalized(spot)
    let old = rows[place(spot)].key
    body(&rows[place(spot)])
    let new = rows[place(spot)].key
    if new != old { measure(spot.block) }
  }

  /// Indents the rows from a spot up to another one.
  mutating func shift(from start: Spot, to end: Spot, by depth: Int32) {
    index.isValid = false
    var spot = start
    while spot.block != Self.none {
      let limit = spot.block == end.block ? end.offset : blocks[Int(spot.block)].count
      if spot.offset == 0, limit == blocks[Int(spot.block)].count {
        blocks[Int(spot.block)].shift += depth
        blocks[Int(spot.block)].least += 2 * depth
      } else if spot.offset < limit {
        for offset in spot.offset..<limit { rows[Int(spot.block) * Self.capacity + offset].depth += depth }
        measure(spot.block)
      }
      if spot.block == end.block { return }
      spot = Spot(block: blocks[Int(spot.block)].next, offset: 0)
    }
  }

  /// Inserts rows before a spot.
  ///
  /// - Parameters:
  ///   - new: The rows, with their depths.
  ///   - spot: The spot to insert them at. Other spots in its block become invalid.
  mutating func insert(_ new: [PackedRow], at spot: Spot) {
    guard !new.isEmpty else { return }
    index.isValid = false
    count += new.count
    if spot.block == Self.none { return fill(after: Self.none, new[...]) }
    let block = Int(spot.block)
    let room = blocks[block].count
    let base = block * Self.capacity
    guard room + new.count <= Self.capacity else {
      var tail = Array(rows[base + spot.offset..<base + room])
      for index in tail.indices { tail[index].depth += blocks[block].shift }
      blocks[block].count = spot.offset
      let kept = spot.offset < Self.filling ? min(Self.filling - spot.offset, new.count) : 0
      write(new[..<kept], spot.block, at: spot.offset)
      blocks[block].count += kept
      measure(spot.block)
      let isEmpty = blocks[block].count == 0
      fill(after: spot.block, (new[kept...] + tail)[...])
      if isEmpty { release(spot.block) }
      return
    }
    for offset in stride(from: room - 1, through: spot.offset, by: -1) {
      move(base + offset, to: base + offset + new.count)
    }
    blocks[block].count += new.count
    write(new[...], spot.block, at: spot.offset)
    for row in new { blocks[block].least = min(blocks[block].least, row.key) }
  }

  /// Writes rows into a block.
  private mutating func write(_ new: ArraySlice<PackedRow>, _ block: UInt32, at offset: Int) {
    let (base, shift) = (Int(block) * Self.capacity + offset, blocks[Int(block)].shift)
    for (number, row) in new.enumerated() {
      rows[base + number] = row
      rows[base + number].depth -= shift
      if row.kind == .node { placeOfSlot[Int(row.slot)] = UInt32(base + number) }
    }
  }

  /// Moves a row within its block.
  @inline(__always)
  private mutating func move(_ old: Int, to new: Int) {
    let row = rows[old]
    rows[new] = row
    if isPlace(old, of: row) { placeOfSlot[Int(row.slot)] = UInt32(new) }
  }

  /// Whether a row is the one that its promise is found at: not a reference, and no row of a promise whose slot is used again.
  private func isPlace(_ place: Int, of row: PackedRow) -> Bool {
    row.kind == .node && placeOfSlot[Int(row.slot)] == UInt32(place)
  }

  /// Puts rows into new blocks.
  private mutating func fill(after block: UInt32, _ new: ArraySlice<PackedRow>) {
    var (last, rest) = (block, new)
    while !rest.isEmpty {
      let part = rest.prefix(Self.filling)
      rest = rest.dropFirst(part.count)
      last = addBlock(after: last)
      blocks[Int(last)].count = part.count
      write(part, last, at: 0)
      measure(last)
    }
  }

  private mutating func addBlock(after previous: UInt32) -> UInt32 {
    let block: UInt32
    if let free = freeBlocks.popLast() {
      block = free
      blocks[Int(block)] = Block()
    } else {
      block = UInt32(blocks.count)
      blocks.append(Block())
      let unused = PackedRow(.lost, 0, depth: 0, relation: .root)
      rows.append(contentsOf: repeatElement(unused, count: Self.capacity))
    }
    let next = previous == Self.none ? first : blocks[Int(previous)].next
    (blocks[Int(block)].previous, blocks[Int(block)].next) = (previous, next)
    if previous == Self.none { first = block } else { blocks[Int(previous)].next = block }
    if next == Self.none { last = block } else { blocks[Int(next)].previous = block }
    return block
  }

  private mutating func release(_ block: UInt32) {
    let (previous, next) = (blocks[Int(block)].previous, blocks[Int(block)].next)
    if previous == Self.none { first = next } else { blocks[Int(previous)].next = next }
    if next == Self.none { last = previous } else { blocks[Int(next)].previous = previous }
    freeBlocks.append(block)
  }

  /// Removes the rows from a spot up to another one.
  ///
  /// - Returns: The spot of the first row after the removed ones.
  mutating func remove(from start: Spot, to end: Spot) -> Spot {
    index.isValid = false
    var spot = start
    while spot.block != Self.none {
      let block = spot.block
      let next = blocks[Int(block)].next
      let limit = block == end.block ? end.offset : blocks[Int(block)].count
      removeWithin(block, spot.offset..<max(spot.offset, limit))
      if blocks[Int(block)].count == 0 { release(block) }
      if block == end.block { break }
      spot = Spot(block: next, offset: 0)
    }
    // Blocks that became empty are gone; the spot is then at the next one or the end.
    if start.block != Self.none, blocks[Int(start.block)].count > 0 { return start }
    if end.block != Self.none, blocks[Int(end.block)].count > 0, start.block != end.block {
      return Spot(block: end.block, offset: 0)
    }
    let next = end.block == Self.none ? Self.none : blocks[Int(end.block)].next
    return next == Self.none ? self.end : Spot(block: next, offset: 0)
  }

  private mutating func removeWithin(_ block: UInt32, _ range: Range<Int>) {
    guard !range.isEmpty else { return }
    let (base, former) = (Int(block) * Self.capacity, blocks[Int(block)].count)
    for offset in range {
      let row = rows[base + offset]
      if isPlace(base + offset, of: row) { placeOfSlot[Int(row.slot)] = Self.none }
    }
    for offset in range.upperBound..<former { move(base + offset, to: base + offset - range.count) }
    blocks[Int(block)].count -= range.count
    count -= range.count
    measure(block)
  }

  /// Recomputes the least key of a block.
  private mutating func measure(_ block: UInt32) {
    let base = Int(block) * Self.capacity
    let count = blocks[Int(block)].count
    let least = rows.withUnsafeBufferPointer { rows in
      var least = Int32.max
      for offset in 0..<count { least = min(least, rows[base + offset].key) }
      return least
    }
    blocks[Int(block)].least = count == 0 ? .max : least + 2 * blocks[Int(block)].shift
    index.isValid = false
  }

  /// Moves the rows of a block to the end of the previous one if they fill at most half a block together.
  fileprivate mutating func mergeIntoPrevious(_ block: UInt32) -> Bool {
    let previous = blocks[Int(block)].previous
    guard previous != Self.none, blocks[Int(previous)].count + blocks[Int(block)].count <= Self.capacity / 2 else {
      return false
    }
    let base = Int(block) * Self.capacity
    var moved = Array(rows[base..<base + blocks[Int(block)].count])
    for index in moved.indices { moved[index].depth += blocks[Int(block)].shift }
    let offset = blocks[Int(previous)].count
    blocks[Int(previous)].count += moved.count
    write(moved[...], previous, at: offset)
    measure(previous)
    blocks[Int(block)].count = 0
    release(block)
    return true
  }
}

extension RowRope {
  /// Merges blocks that have become small, and calls `body` with each remaining block in order.
  mutating func forEachMergedBlock(_ body: (inout RowRope, UInt32) -> Void) {
    var block = first
    while block != Self.none {
      let next = blocks[Int(block)].next
      _ = mergeIntoPrevious(block)
      block = next
    }
    block = first
    while block != Self.none {
      body(&self, block)
      block = blocks[Int(block)].next
    }
  }
}
