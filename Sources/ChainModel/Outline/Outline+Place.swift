// Finds the position of a promise among the rows, and draws it there.
//
// A promise comes after the sibling before it, or directly after its parent. Owns the order of rows below a promise: nested chains,
// references, then what derives from it.

import PromiseTrace

extension Outline {
  /// Draws a promise without a row, with everything below it, or with its nearest ancestors that have no row either.
  mutating func place(_ row: Row, _ patch: inout OutlinePatch, _ store: ChainStore) {
    var row = row
    while true {
      let parent = store.links[Int(row)].parent
      if parent == .none {
        if rope.fold(of: row) != .none { unhide(row, store) }
        return insert(row, at: positionOfRoot(row, &patch, store), depth: 0, isContinuation: false, &patch, store)
      }
      let fold = rope.fold(of: parent)
      if fold != .none, sums[fold] != nil, isStillHidden(parent, in: fold, store) {
        return moveIntoFold(row, fold, store)
      }
      guard let spot = rope.spot(of: parent), let line = rope.row(at: spot) else {
        row = parent
        continue
      }
      if line[.folded], store.life[Int(row)].flags.relation != .derived || hidesAll(parent, line[.continuation], store)
      {
        patch.neighbors.append(parent)
        return moveIntoFold(row, parent, store)
      }
      if rope.fold(of: row) != .none { unhide(row, store) }
      patch.neighbors.append(parent)
      if patch.corrected.insert(parent).inserted { correctMode(of: parent, &patch, store) }
      let isContinuation = store.isOnlyDerived(row)
      let position = position(of: row, below: parent, at: line.depth, store)
      return insert(
        row, at: position, depth: line.depth + (isContinuation ? 0 : 1), isContinuation: isContinuation, &patch, store)
    }
  }

  /// Whether the mark of a hidden promise is valid: its fold is drawn and folded.
  private func isStillHidden(_ row: Row, in fold: Row, _ store: ChainStore) -> Bool {
    guard let spot = rope.spot(of: fold), let line = rope.row(at: spot) else { return false }
    return line[.folded] && line.value == store.ids[Int(fold)]
  }

  private mutating func moveIntoFold(_ row: Row, _ fold: Row, _ store: ChainStore) {
    if rope.fold(of: row) != .none { unhide(row, store) }
    hide(row, in: fold, store)
  }

  private mutating func insert(
    _ row: Row, at spot: RowRope.Spot, depth: Int32, isContinuation: Bool, _ patch: inout OutlinePatch,
    _ store: ChainStore
  ) {
    var lines: [PackedRow] = []
    draw(row, depth: depth, isContinuation: isContinuation, of: store, into: &lines)
    rope.insert(lines, at: spot)
    for line in lines where line.kind == .node { patch.placed.append(line.slot) }
    if depth == 0 { patch.neighbors.append(row) }
  }

  // MARK: Positions

  private mutating func positionOfRoot(_ row: Row, _ patch: inout OutlinePatch, _ store: ChainStore) -> RowRope.Spot {
    var previous = store.sibling(before: row)
    while previous != .none, !rope.isDrawn(previous) { previous = store.sibling(before: previous) }
    var spot = rope.start
    if let drawn = rope.spot(of: previous) {
      patch.neighbors.append(previous)
      spot = rope.firstSpot(from: rope.spot(after: drawn), keyAtMost: 0)
    }
    // The row of a loss comes directly after the tree that it follows.
    spot = rope.normalized(spot)
    while rope.row(at: spot)?.kind == .lost { spot = rope.normalized(rope.spot(after: spot)) }
    return spot
  }

  private func position(of row: Row, below parent: Row, at depth: Int32, _ store: ChainStore) -> RowRope.Spot {
    var previous = store.sibling(before: row)
    while previous != .none, !rope.isDrawn(previous) { previous = store.sibling(before: previous) }
    if previous != .none { return end(of: previous) }
    guard store.isInDerivedList(row) else { return spotAfter(parent) }
    var spot = rope.normalized(endOfNested(parent, store))
    while let line = rope.row(at: spot), line.kind == .reference, line.depth == depth + 1 {
      spot = rope.normalized(rope.spot(after: spot))
    }
    return spot
  }

  private func spotAfter(_ row: Row) -> RowRope.Spot {
    guard let spot = rope.spot(of: row) else { return rope.end }
    return rope.spot(after: spot)
  }

  /// The position after everything that is nested below a promise, before its references.
  func endOfNested(_ row: Row, _ store: ChainStore) -> RowRope.Spot {
    let first = store.links[Int(row)].firstNested
    var last = first == .none ? .none : store.links[Int(first)].previous
    while last != .none, !rope.isDrawn(last) { last = store.sibling(before: last) }
    return last == .none ? spotAfter(row) : end(of: last)
  }

  /// The position after the first row of a chain and everything below it.
  private func end(of row: Row) -> RowRope.Spot {
    guard let spot = rope.spot(of: row), let line = rope.row(at: spot) else { return rope.end }
    return rope.firstSpot(from: rope.spot(after: spot), keyAtMost: 2 * line.depth)
  }

  /// Whether a promise is drawn after the sibling that it follows.
  func follows(_ row: Row, _ store: ChainStore) -> Bool {
    guard let spot = rope.spot(of: row), let line = rope.row(at: spot), !line[.continuation] else { return true }
    let previous = store.sibling(before: row)
    guard previous != .none else { return true }
    var before = rope.lastSpot(before: spot, keyAtMost: 2 * line.depth)
    while let spot = before, let line = rope.row(at: spot), line.kind == .lost || line.kind == .evicted {
      before = rope.lastSpot(before: spot, keyAtMost: 2 * line.depth)
    }
    guard let before, let found = rope.row(at: before) else { return false }
    return found.kind == .node && found.slot == previous && found.depth == line.depth
  }

  // MARK: Chains and branches

  /// Indents the promises that derive from a promise if there are several now, or makes the only one continue the chain.
  mutating func correctMode(of parent: Row, _ patch: inout OutlinePatch, _ store: ChainStore) {
    guard let spot = rope.spot(of: parent), let line = rope.row(at: spot) else { return }
    let first = store.links[Int(parent)].firstDerived
    guard first != .none else { return }
    let isChain = store.links[Int(first)].next == .none
    if isChain {
      guard let spot = rope.spot(of: first), let child = rope.row(at: spot), !child[.continuation] else { return }
      setContinuation(true, at: spot, child, by: -1)
      patch.neighbors.append(first)
    } else {
      let next = rope.normalized(rope.firstSpot(from: rope.spot(after: spot), keyAtMost: 2 * line.depth + 1))
      guard var child = rope.row(at: next), child.key == 2 * line.depth + 1 else { return }
      var start = next
      if child.kind == .evicted {
        start = rope.normalized(rope.spot(after: next))
        guard let node = rope.row(at: start) else { return }
        child = node
      }
      setContinuation(false, at: start, child, by: 1)
      patch.neighbors.append(child.slot)
    }
  }

  private mutating func setContinuation(
    _ isContinuation: Bool, at spot: RowRope.Spot, _ line: PackedRow, by depth: Int32
  ) {
    let end = rope.firstSpot(from: rope.spot(after: spot), keyAtMost: 2 * line.depth)
    let start = withEvicted(before: spot)
    rope.shift(from: start, to: end, by: depth)
    for spot in start == spot ? [spot] : [start, spot] { rope.change(spot) { $0[.continuation] = isContinuation } }
  }
}
