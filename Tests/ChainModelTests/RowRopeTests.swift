// The rope of rows against a plain array: random insertions, removals and shifts, and every search.

@testable import ChainModel

@Suite struct RowRopeTests {
  @Test(arguments: 0..<12 as Range<UInt64>)
  func equalsAnArray(_ seed: UInt64) {
    var dice = Dice(seed: seed)
    var rope = RowRope()
    rope.placeOfSlot = [UInt32](repeating: RowRope.none, count: 20_000)
    var rows: [PackedRow] = []
    var slot: UInt32 = 0
    for _ in 0..<60 {
      let position = Int(dice.roll(UInt64(rows.count + 1)))
      switch dice.roll(4) {
      case 0 where !rows.isEmpty:
        let end = position + Int(dice.roll(UInt64(rows.count - position + 1)))
        let spot = rope.remove(from: self.spot(position, rope), to: self.spot(end, rope))
        rows.removeSubrange(position..<end)
        rope.makeIndex()
        if position < rows.count { expectEqual(rope.row(at: self.spot(position, rope)), rows[position]) }
        _ = spot
      case 1 where !rows.isEmpty:
        let end = position + Int(dice.roll(UInt64(rows.count - position + 1)))
        rope.shift(from: self.spot(position, rope), to: self.spot(end, rope), by: 1)
        for index in position..<end { rows[index].depth += 1 }
      default:
        var new: [PackedRow] = []
        for _ in 0..<1 + dice.roll(dice.roll(4) == 0 ? 900 : 9) {
          var row = PackedRow(.node, UInt64(slot) + 1, slot: slot, depth: Int(dice.roll(6)), relation: .inside)
          row[.continuation] = dice.roll(3) == 0
          new.append(row)
          slot += 1
        }
        rope.insert(new, at: self.spot(position, rope))
        rows.insert(contentsOf: new, at: position)
      }
      rope.makeIndex()
      expectEqual(rope.count, rows.count)
      #expect((0..<rows.count).allSatisfy { rope.row(at: rope.spot(at: $0)) == rows[$0] }, "seed \(seed)")
      #expect((0..<rows.count).allSatisfy { rope.spot(of: rows[$0].slot).map(rope.position) == $0 }, "seed \(seed)")
      checkSearches(rope, rows, &dice)
    }
  }

  private func spot(_ position: Int, _ rope: RowRope) -> RowRope.Spot {
    position < rope.count ? rope.spot(at: position) : rope.end
  }

  private func checkSearches(_ rope: RowRope, _ rows: [PackedRow], _ dice: inout Dice) {
    for _ in 0..<12 where !rows.isEmpty {
      let position = Int(dice.roll(UInt64(rows.count)))
      let spot = rope.spot(at: position)
      let key = Int32(dice.roll(14))
      let after = rows.indices.first { $0 > position && rows[$0].key <= key }
      let before = rows.indices.last { $0 < position && rows[$0].key <= key }
      expectEqual(rope.indexedSpot(after: spot, keyAtMost: key).map(rope.position), after)
      expectEqual(rope.indexedSpot(before: spot, keyAtMost: key).map(rope.position), before)
      expectEqual(rope.lastSpot(before: spot, keyAtMost: key).map(rope.position), before)
      let found = rope.firstSpot(from: rope.spot(after: spot), keyAtMost: key)
      expectEqual(rope.row(at: found), after.map { rows[$0] })
    }
  }

  @Test func aMapOfRowsForgetsRemovedIDs() {
    var dice = Dice(seed: 3)
    var map = RowMap()
    var ids: [PromiseID] = []
    for _ in 0..<4_000 {
      let isRemoval = dice.roll(3 as Int) == 0
      if isRemoval, let row = ids.indices.filter({ ids[$0] != 0 }).randomElement(using: &dice) {
        map.remove(UInt32(row), ids)
        ids[row] = 0
      } else {
        // IDs of few blocks, so that many collide.
        let id = (1 + dice.roll(40 as PromiseID)) << 38 | dice.roll(700 as PromiseID)
        guard !ids.contains(id) else { continue }
        ids.append(id)
        map.add(UInt32(ids.count - 1), ids)
      }
    }
    for (row, id) in ids.enumerated() where id != 0 { expectEqual(map.row(of: id, in: ids), UInt32(row)) }
    expectEqual(map.row(of: 77 << 38, in: ids), .none)
  }

  /// A log may number its promises in any way: contiguously, in steps of a power of two, or with a thread's number in the upper bits.
  @Test(arguments: [(0, 1), (6, 1), (28, 1), (40, 1), (52, 1), (32, 8), (56, 8)] as [(PromiseID, PromiseID)])
  func aMapOfRowsSpreadsIDsOfEveryPattern(_ shift: PromiseID, _ threads: PromiseID) {
    let numbers = (threads..<threads + 4_000) as Range<PromiseID>
    let ids = threads == 1 ? numbers.map { $0 << shift } : numbers.map { $0 % threads << shift | $0 / threads }
    var map = RowMap()
    for row in ids.indices { map.add(UInt32(row), Array(ids[...row])) }
    // Blocks of 64 with one ID each need about 16 on average, contiguous IDs 1.
    #expect(ids.reduce(0) { $0 + map.probes(for: $1, in: ids) } <= 20 * ids.count)
  }
}
