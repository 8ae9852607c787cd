// Keeps an outline up to date with its store: decides between changing single rows and redrawing everything.
//
// Owns the comparison with the last update. `+Patch` changes single rows, `+Draw` draws trees.

import PromiseTrace

extension Outline {
  /// Updates the rows to the store's current state and to the settings.
  ///
  /// - Parameter store: The same store each time, at a later or an earlier moment; use a new outline for another store.
  /// - Returns: Whether any row may have moved; states and texts change without that.
  /// - Complexity: O(1) if neither the structure nor a setting changed. Otherwise O(log *n* + *k*) per promise added, removed or moved with
  ///   *k* promises below it, and per fold with *k* promises inside that is opened or closed. In folds, and with ``autoFoldsSettled``,
  ///   promises that settle count as changes too. O(*n*) with ``onlyKeeps``, O(*n* log *n*) with an ``order``, if an eighth of
  ///   the rows is opened or closed at once, and if more changed since the last update than the store remembers (262,144 changes).
  @discardableResult
  public mutating func update(from store: ChainStore) -> Bool {
    let settings = settings
    let former = seen
    let isSame = former?.structure == store.structureRevision && former?.settings == settings
    let usesStates = !sums.isEmpty || autoFoldsSettled || order == .state || order == .duration
    if isSame, former?.states == store.stateRevision || !usesStates { return false }
    seen = (store.structureRevision, store.stateRevision, settings)
    let hasMoved = update(from: store, since: former, settings)
    countBadges(store)
    evictedAtEnd = store.evictedAtEnd
    return hasMoved
  }

  private mutating func update(
    from store: ChainStore, since former: (structure: UInt64, states: UInt64, settings: Settings)?, _ settings: Settings
  ) -> Bool {
    guard let former, former.settings.isPatchable, settings.isPatchable,
      former.settings.autoFoldsSettled == settings.autoFoldsSettled,
      former.structure <= store.structureRevision, former.states <= store.stateRevision,
      let changed = store.changes.rows(after: former.structure)
    else {
      drawAll(of: store, settings)
      return true
    }
    var states: ArraySlice<Row> = []
    if !sums.isEmpty || autoFoldsSettled {
      guard let changed = store.stateChanges.rows(after: former.states) else {
        drawAll(of: store, settings)
        return true
      }
      states = changed
    }
    var toggled = former.settings.folds == folds ? [] : former.settings.folds.symmetricDifference(folds)
    if former.settings.unfolds != unfolds { toggled.formUnion(former.settings.unfolds.symmetricDifference(unfolds)) }
    let formerCount = rope.count
    let hasMoved = !changed.isEmpty || !toggled.isEmpty
    // Folding everything changes most rows, which takes longer one by one.
    guard toggled.count < max(1_024, rope.count / 8) else {
      drawAll(of: store, settings)
      return true
    }
    if !patch(changed, states: states, toggled: toggled, of: store) { drawAll(of: store, settings) }
    return hasMoved || formerCount != rope.count
  }

  /// Draws everything.
  mutating func drawAll(of store: ChainStore, _ settings: Settings) {
    rope = RowRope()
    rope.blockOfSlot = [UInt32](repeating: RowRope.none, count: store.ids.count)
    (sums, categories) = ([:], [])
    let plan = OutlinePlan(settings, store)
    var lines = lossLines(after: .none, store)
    func flush(_ outline: inout Outline, _ minimum: Int) {
      guard lines.count >= minimum else { return }
      outline.rope.insert(lines, at: outline.rope.end)
      lines.removeAll(keepingCapacity: true)
    }
    if let plan {
      for root in plan.ordered(store.list(from: store.firstRoot)) {
        draw(root, depth: 0, isContinuation: false, of: store, plan, into: &lines)
        if settings.order == .creation { lines += lossLines(after: root, store) }
        flush(&self, RowRope.filling)
      }
    } else {
      var root = store.firstRoot
      while root != .none {
        draw(root, depth: 0, isContinuation: false, of: store, nil, into: &lines)
        if !store.sparse.losses.isEmpty { lines += lossLines(after: root, store) }
        flush(&self, RowRope.filling)
        root = store.links[Int(root)].next
      }
    }
    flush(&self, 1)
    rope.makeIndex()
  }

  /// The row of the events that are missing after a root's tree or, for `.none`, before all trees.
  func lossLines(after root: Row, _ store: ChainStore) -> [PackedRow] {
    guard let loss = store.sparse.losses[root] else { return [] }
    var line = PackedRow(.lost, loss.count, depth: 0, relation: .root)
    line[.damaged] = loss.isDamage
    return [line]
  }
}

extension Outline.Settings {
  /// Whether rows are in the order of the store, and all are shown, so that single rows can be changed.
  fileprivate var isPatchable: Bool { onlyKeeps == nil && order == .creation }
}
