// Changes the rows of the promises that were added, removed, or moved, and of their parents, and leaves all others alone.
//
//     1. compare   which rows belong to promises that are gone, or hang below another promise now
//     2. remove    those rows, with everything below them, and what is folded or unfolded
//     3. place     every promise without a row, with everything below it
//     4. refresh   what depends on a row's neighbors: folds, references, counts of evicted promises, losses
//
// If a promise has moved among its siblings, which only a move of the playhead can cause, the patch gives up, and the outline is redrawn.
//
// Owns the first two steps. `+Place` finds the position of a promise, `+Refresh` does the last step. Does not know what changed a promise.

import PromiseTrace

extension Outline {
  /// Updates the rows of promises that changed.
  ///
  /// - Parameters:
  ///   - changed: The rows of the store at which the structure changed, with repetitions.
  ///   - states: The rows whose states changed.
  ///   - toggled: The promises to fold or unfold.
  ///   - store: The store.
  /// - Returns: Whether it succeeded; otherwise the whole outline must be redrawn.
  mutating func patch(
    _ changed: ArraySlice<Row>, states: ArraySlice<Row>, toggled: Set<PromiseID>, of store: ChainStore
  ) -> Bool {
    if rope.placeOfSlot.count < store.ids.count {
      let missing = store.ids.count - rope.placeOfSlot.count
      rope.placeOfSlot.append(contentsOf: repeatElement(RowRope.none, count: missing))
    }
    // The playhead may have moved to an earlier moment, at which the store has fewer rows.
    let lost = store.ids.count..<max(store.ids.count, rope.placeOfSlot.count)
    let noted = Self.distinct(lost.isEmpty ? changed : (changed + lost.map(Row.init))[...])
    var patch = OutlinePatch()
    compare(noted, &patch, store)
    for row in patch.gone { removeGone(row, store) }
    for row in patch.moved { removeTree(of: row) }
    for row in patch.heirs where rope.isDrawn(row) && !hasRightParent(row, store) { removeTree(of: row) }
    for id in toggled { toggle(store.rows.row(of: id, in: store.ids), &patch, store) }
    for row in noted where store.exists(row) && !rope.isDrawn(row) { place(row, &patch, store) }
    for row in patch.removed where store.exists(row) && !rope.isDrawn(row) { place(row, &patch, store) }
    let others = Self.rows(noted, without: Self.distinct(patch.placed[...]))
    for row in others where store.exists(row) && rope.isDrawn(row) {
      guard follows(row, store) else { return false }
    }
    patch.neighbors += others
    // The promise above a chain has no reference to a row that has become a part of the chain.
    for row in patch.moved where store.exists(row) && store.life[Int(row)].flags.relation == .derived {
      patch.neighbors.append(store.upper(ofChainOf: row))
    }
    guard refreshNeighbors(&patch, store) else { return false }
    for row in states where Int(row) < store.ids.count { recount(row, store) }
    if autoFoldsSettled {
      foldSettled(noted, states, &patch, store)
      guard refreshNeighbors(&patch, store) else { return false }
    }
    refreshStart(store)
    rope.placeOfSlot.removeLast(rope.placeOfSlot.count - store.ids.count)
    if categories.count > store.ids.count { categories.removeLast(categories.count - store.ids.count) }
    rope.makeIndex()
    return true
  }

  static func distinct(_ rows: ArraySlice<Row>) -> [Row] {
    var distinct: [Row] = []
    for row in rows.sorted() where row != .none && row != distinct.last { distinct.append(row) }
    return distinct
  }

  /// The rows of an ascending list that another ascending list does not contain.
  private static func rows(_ rows: [Row], without others: [Row]) -> [Row] {
    var next = 0
    return rows.filter { row in
      while next < others.count, others[next] < row { next += 1 }
      return next == others.count || others[next] != row
    }
  }

  // MARK: 1. Compare

  private mutating func compare(_ noted: [Row], _ patch: inout OutlinePatch, _ store: ChainStore) {
    for row in noted {
      if let spot = rope.spot(of: row) {
        if !store.exists(row) || rope.row(at: spot)?.value != store.ids[Int(row)] {
          patch.gone.append(row)
        } else if let upper = drawnParent(of: spot), isGone(upper, store) {
          // A later link of the chain of a promise that is gone may stay in its position.
          if rope.row(at: spot)?[.continuation] ?? false { patch.heirs.append(row) } else { patch.moved.append(row) }
        } else if !hasRightParent(row, store) {
          patch.moved.append(row)
        }
      } else if rope.fold(of: row) != .none {
        if !store.exists(row) {
          unmark(row)
        } else if isStillHidden(row, store) {
          recount(row, store)
        } else {
          unhide(row, store)
        }
      }
    }
  }

  /// The row that a promise's row hangs below or continues.
  private func drawnParent(of spot: RowRope.Spot) -> PackedRow? {
    guard let row = rope.row(at: spot) else { return nil }
    let key = row[.continuation] ? 2 * row.depth + 1 : 2 * row.depth - 1
    guard key >= 0 else { return nil }
    var upper = find(before: spot, key)
    // A count of evicted promises stands before the row it belongs to, at the same level.
    while let found = upper, let line = rope.row(at: found), line.kind != .node { upper = find(before: found, key) }
    guard let upper else { return nil }
    return rope.row(at: upper)
  }

  private func find(before spot: RowRope.Spot, _ key: Int32) -> RowRope.Spot? {
    rope.index.isValid
      ? rope.indexedSpot(before: spot, keyAtMost: key) : rope.lastSpot(before: spot, keyAtMost: key)
  }

  private func isGone(_ line: PackedRow, _ store: ChainStore) -> Bool {
    !store.exists(line.slot) || store.ids[Int(line.slot)] != line.value
  }

  private func hasRightParent(_ row: Row, _ store: ChainStore) -> Bool {
    guard let spot = rope.spot(of: row) else { return true }
    let parent = store.links[Int(row)].parent
    guard let upper = drawnParent(of: spot) else { return parent == .none }
    guard parent != .none, upper.slot == parent, upper.value == store.ids[Int(parent)] else { return false }
    // A fold may hide it now, and the two kinds of children are in different positions.
    let line = rope.row(at: spot)
    return line?.relation == store.life[Int(row)].flags.relation
      || (line?.relation != .derived && store.life[Int(row)].flags.relation != .derived)
  }

  /// Whether the fold that hides a promise still hides it.
  private func isStillHidden(_ row: Row, _ store: ChainStore) -> Bool {
    let (fold, parent) = (rope.fold(of: row), store.links[Int(row)].parent)
    guard parent != .none else { return false }
    if parent != fold { return rope.fold(of: parent) == fold }
    guard let spot = rope.spot(of: parent), let line = rope.row(at: spot), line.value == store.ids[Int(parent)],
      line[.folded]
    else { return false }
    return store.life[Int(row)].flags.relation != .derived || hidesAll(parent, line[.continuation], store)
  }

  // MARK: 2. Remove

  /// Removes the row of a promise that is gone.
  ///
  /// Its children have moved up and are placed again, unless one continues in its position.
  private mutating func removeGone(_ row: Row, _ store: ChainStore) {
    guard let spot = rope.spot(of: row), let line = rope.row(at: spot) else { return }
    let start = withEvicted(before: spot)
    let next = rope.normalized(rope.spot(after: spot))
    guard let follower = rope.row(at: next), follower.key == 2 * line.depth + 1 else { return removeTree(of: row) }
    if line[.folded] { sums[row] = nil }
    let here = rope.remove(from: start, to: next)
    guard !line[.continuation] else { return }
    // The follower becomes the first of its chain, with the count of evicted promises before it.
    var first = rope.normalized(here)
    if rope.row(at: first)?.kind == .evicted {
      rope.change(first) { $0[.continuation] = false }
      first = rope.normalized(rope.spot(after: first))
    }
    rope.change(first) { $0[.continuation] = false }
  }

  /// Removes a promise's row and everything drawn below it.
  mutating func removeTree(of row: Row) {
    guard let spot = rope.spot(of: row), let line = rope.row(at: spot) else { return }
    let end = rope.firstSpot(from: rope.spot(after: spot), keyAtMost: 2 * line.depth)
    // The sums of folds inside would stay for promises that are never folded again.
    var next = rope.normalized(spot)
    if !sums.isEmpty {
      while next != rope.normalized(end), let line = rope.row(at: next) {
        if line[.folded] { sums[line.slot] = nil }
        next = rope.normalized(rope.spot(after: next))
      }
    }
    _ = rope.remove(from: withEvicted(before: spot), to: end)
  }

  /// The spot of the count of evicted promises before a row, or the row's own.
  func withEvicted(before spot: RowRope.Spot) -> RowRope.Spot {
    guard let before = rope.spot(before: spot), rope.row(at: before)?.kind == .evicted else { return spot }
    return before
  }

  /// Removes the row of a promise whose fold was opened or closed; `patch` places it again.
  private mutating func toggle(_ row: Row, _ patch: inout OutlinePatch, _ store: ChainStore) {
    guard row != .none, rope.isDrawn(row) else { return }
    removeTree(of: row)
    patch.removed.append(row)
  }
}

/// What a patch found and did.
struct OutlinePatch {
  /// Slots whose rows belong to promises that no longer exist.
  var gone: [Row] = []
  /// Promises whose rows are in the wrong position.
  var moved: [Row] = []
  /// Promises that continued the chain of one that is gone.
  var heirs: [Row] = []
  /// Promises to place again although the store did not change them.
  var removed: [Row] = []
  /// Promises that were placed with everything below them, some repeatedly.
  var placed: [Row] = []
  /// Promises beside or above those that were placed.
  var neighbors: [Row] = []
  /// Promises whose derived promises this patch has already corrected to be drawn as a chain or as branches.
  var corrected: Set<Row> = []
}

extension ChainStore {
  /// Whether a row has a promise.
  func exists(_ row: Row) -> Bool { Int(row) < ids.count && ids[Int(row)] != 0 }

  /// Whether a promise is the only one that derives from its parent, so that it continues the parent's chain.
  func isOnlyDerived(_ row: Row) -> Bool {
    let own = links[Int(row)]
    return own.parent != .none && isInDerivedList(row) && links[Int(own.parent)].firstDerived == row
      && own.next == .none
  }
}
