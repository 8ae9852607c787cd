// Positions in a rope, such as that of the 1,000th row, and searches over any distance.
//
// The index lists the blocks in order, with the number of rows before each, and has a binary tree of their least keys. It is rebuilt
// after each update of the outline that changed rows: 3 steps per block, and a million rows are 5,200 blocks.
//
// Owns the index. Does not change rows.

extension RowRope {
  struct Index: Sendable {
    var isValid = false
    fileprivate var blocks: [UInt32] = []
    /// The number of rows before each of `blocks`.
    fileprivate var starts: [Int] = []
    /// By block number, its position in `blocks`.
    fileprivate var places: [UInt32] = []
    /// The least keys: node *i* has the children 2 *i* and 2 *i* + 1, and the leaves start at `width`.
    fileprivate var least: [Int32] = []
    fileprivate var width = 1
  }

  /// Rebuilds the index unless it is valid.
  mutating func makeIndex() {
    guard !index.isValid else { return }
    index.blocks.removeAll(keepingCapacity: true)
    index.starts.removeAll(keepingCapacity: true)
    if index.places.count < blocks.count {
      index.places.append(contentsOf: repeatElement(0, count: blocks.count - index.places.count))
    }
    var sum = 0
    forEachMergedBlock { rope, block in
      rope.index.places[Int(block)] = UInt32(rope.index.blocks.count)
      rope.index.blocks.append(block)
      rope.index.starts.append(sum)
      sum += rope.blocks[Int(block)].count
    }
    index.width = 1
    while index.width < index.blocks.count { index.width *= 2 }
    index.least = [Int32](repeating: .max, count: index.width * 2)
    for (place, block) in index.blocks.enumerated() { index.least[index.width + place] = blocks[Int(block)].least }
    for node in stride(from: index.width - 1, through: 1, by: -1) {
      index.least[node] = min(index.least[node * 2], index.least[node * 2 + 1])
    }
    index.isValid = true
  }

  /// The spot of the row at a position from 0 up to, but not including, `count`.
  func spot(at position: Int) -> Spot {
    var (low, high) = (0, index.starts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if index.starts[middle] <= position { low = middle } else { high = middle }
    }
    return Spot(block: index.blocks[low], offset: position - index.starts[low])
  }

  /// The position of a spot.
  func position(of spot: Spot) -> Int { index.starts[Int(index.places[Int(spot.block)])] + spot.offset }

  /// The spot of the first row after a spot whose key is at most `key`; nil if there is none.
  func indexedSpot(after spot: Spot, keyAtMost key: Int32) -> Spot? {
    if let found = search(spot.block, spot.offset + 1, key) { return found }
    var node = index.width + Int(index.places[Int(spot.block)])
    while node & 1 == 1 || index.least[node + 1] > key {
      node >>= 1
      if node <= 1 { return nil }
    }
    node += 1
    while node < index.width { node = index.least[node * 2] <= key ? node * 2 : node * 2 + 1 }
    return search(index.blocks[node - index.width], 0, key)
  }

  /// The spot of the last row before a spot whose key is at most `key`; nil if there is none.
  func indexedSpot(before spot: Spot, keyAtMost key: Int32) -> Spot? {
    if let found = searchBack(spot.block, spot.offset, key) { return found }
    var node = index.width + Int(index.places[Int(spot.block)])
    while node & 1 == 0 || index.least[node - 1] > key {
      node >>= 1
      if node <= 1 { return nil }
    }
    node -= 1
    while node < index.width { node = index.least[node * 2 + 1] <= key ? node * 2 + 1 : node * 2 }
    let block = index.blocks[node - index.width]
    return searchBack(block, blocks[Int(block)].count, key)
  }
}
