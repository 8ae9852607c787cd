// The last step of a patch: corrects what depends on a row's neighbors, which are folds, references, counts of evicted promises, and losses.

import PromiseTrace

extension Outline {
  /// Corrects the rows beside those that were placed, repeatedly, because a correction may place further rows.
  mutating func refreshNeighbors(_ patch: inout OutlinePatch, _ store: ChainStore) -> Bool {
    var rounds = 0
    while !patch.neighbors.isEmpty {
      rounds += 1
      guard rounds < 8 else { return false }
      let stale = Self.distinct(patch.neighbors[...])
      patch.neighbors.removeAll(keepingCapacity: true)
      for row in stale where store.exists(row) { refresh(row, &patch, store) }
    }
    return true
  }

  /// Corrects what depends on a row's neighbors.
  mutating func refresh(_ row: Row, _ patch: inout OutlinePatch, _ store: ChainStore) {
    guard let spot = rope.spot(of: row), let line = rope.row(at: spot) else { return }
    let isContinuation = store.isOnlyDerived(row)
    let isFoldable = isFoldable(row, isContinuation, store)
    let isFolded = isFoldable && isFolded(row, store)
    let derived = store.links[Int(row)].firstDerived
    // The fold of a chain's first row hides the rest of the chain; that of a later link does not.
    let hidesWrong = isFolded && derived != .none && rope.isDrawn(derived) == hidesAll(row, isContinuation, store)
    if line[.continuation] != isContinuation || line[.folded] != isFolded || hidesWrong {
      removeTree(of: row)
      place(row, &patch, store)
      return
    }
    if !isFolded { correctMode(of: row, &patch, store) }
    rope.change(spot) {
      $0[.foldable] = isFoldable
      $0.relation = store.life[Int(row)].flags.relation
    }
    if !isFolded { refreshReferences(of: row, store) }
    refreshEvicted(before: row, store)
    if store.links[Int(row)].parent == .none { refreshLoss(after: row, store) }
  }

  private mutating func refreshReferences(of row: Row, _ store: ChainStore) {
    guard let spot = rope.spot(of: row), let line = rope.row(at: spot) else { return }
    let wanted = references(of: row, depth: line.depth + 1, store)
    let start = rope.normalized(endOfNested(row, store))
    var (end, drawn): (RowRope.Spot, [PackedRow]) = (start, [])
    while let found = rope.row(at: end), found.kind == .reference, found.depth == line.depth + 1 {
      drawn.append(found)
      end = rope.normalized(rope.spot(after: end))
    }
    guard drawn != wanted else { return }
    rope.insert(wanted, at: rope.remove(from: start, to: end))
  }

  private mutating func refreshEvicted(before row: Row, _ store: ChainStore) {
    guard let spot = rope.spot(of: row), let line = rope.row(at: spot) else { return }
    let count = store.sparse.evictedBefore[row] ?? 0
    let before = withEvicted(before: spot)
    if before != spot {
      guard count == 0 else { return rope.change(before) { $0.value = UInt64(count) } }
      _ = rope.remove(from: before, to: spot)
    } else if count > 0 {
      var new = PackedRow(.evicted, UInt64(count), depth: Int(line.depth), relation: .root)
      new[.continuation] = line[.continuation]
      rope.insert([new], at: spot)
    }
  }

  private mutating func refreshLoss(after root: Row, _ store: ChainStore) {
    guard let spot = rope.spot(of: root) else { return }
    correctLoss(at: rope.firstSpot(from: rope.spot(after: spot), keyAtMost: 0), lossLines(after: root, store))
  }

  /// Corrects the losses before the first row.
  mutating func refreshStart(_ store: ChainStore) {
    correctLoss(at: rope.start, lossLines(after: .none, store))
  }

  private mutating func correctLoss(at spot: RowRope.Spot, _ wanted: [PackedRow]) {
    let start = rope.normalized(spot)
    var (end, drawn): (RowRope.Spot, [PackedRow]) = (start, [])
    while let line = rope.row(at: end), line.kind == .lost {
      drawn.append(line)
      end = rope.normalized(rope.spot(after: end))
    }
    guard drawn != wanted else { return }
    rope.insert(wanted, at: rope.remove(from: start, to: end))
  }

  /// Folds the chains that are settled now, and unfolds those that no longer are.
  mutating func foldSettled(
    _ noted: [Row], _ states: ArraySlice<Row>, _ patch: inout OutlinePatch, _ store: ChainStore
  ) {
    for head in headsToFold(noted, states, store).sorted() {
      guard let spot = rope.spot(of: head), let line = rope.row(at: spot), line[.foldable],
        line[.folded] != isFolded(head, store)
      else { continue }
      removeTree(of: head)
      place(head, &patch, store)
    }
  }

  /// The first promises of the chains that may have to be folded or unfolded, because something in them or below them changed.
  func headsToFold(_ noted: [Row], _ states: ArraySlice<Row>, _ store: ChainStore) -> Set<Row> {
    var heads: Set<Row> = []
    for row in noted + Self.distinct(states) where store.exists(row) {
      var head = store.head(of: row)
      while heads.insert(head).inserted {
        // No promise above a visible, unsettled one is folded or will be, so the search ends here: in a deep nest, going to the outermost promise
        // after each event would take far too long. What is hidden is hidden by one fold, however deep it is.
        let fold = rope.fold(of: head)
        if fold == .none, !store.isSettledWell(head) { break }
        let parent = fold == .none ? store.links[Int(head)].parent : fold
        if parent == .none { break }
        head = store.head(of: parent)
      }
    }
    return heads
  }
}
