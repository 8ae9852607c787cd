// Keeps an outline up to date with its store: decides between changing single rows and redrawing everything.
//
// Owns the comparison with the last update. `+Patch` changes single rows, `OutlineDrawing` draws everything.

import PromiseTrace

extension Outline {
  /// Updates the rows to the store's current state and to the settings.
  ///
  /// - Parameters:
  ///   - store: The same store each time, at a later or an earlier moment; use a new outline for another store.
  ///   - atOnce: Whether to complete the update whatever ``rowsPerUpdate`` says.
  /// - Returns: Whether any row may have moved; states and texts change without that.
  /// - Complexity: O(1) if neither the structure nor a setting changed. Otherwise O(log *n* + *k*) per promise added, removed or moved with
  ///   *k* promises below it, and per fold with *k* promises inside that is opened or closed. In folds, and with ``autoFoldsSettled``,
  ///   promises that settle count as changes too. O(*n*) with ``onlyKeeps``, O(*n* log *n*) with an ``order``, if an eighth of
  ///   the rows is opened or closed at once, and if more changed since the last update than the store remembers (262,144 changes).
  @discardableResult
  public mutating func update(from store: ChainStore, atOnce: Bool = false) -> Bool {
    let settings = settings
    if var current = drawing as? OutlineDrawing {
      // Only one copy may be left, or each step would copy all rows.
      drawing = nil
      let isWanted = current.has(settings)
      if isWanted, current.revision == store.revision { return advance(&current, of: store, atOnce) }
      // If the store changes all the time, a drawing in steps would never be complete.
      if isWanted { return update(from: store, atOnce: true) }
    }
    if former?.seen.structure != store.structureRevision || former?.seen.states != store.stateRevision { former = nil }
    let before = seen
    let isSame = before?.structure == store.structureRevision && before?.settings == settings
    let usesStates = !sums.isEmpty || autoFoldsSettled || order == .state || order == .duration
    if isSame, before?.states == store.stateRevision || !usesStates { return false }
    let formerCount = rope.count
    let limit = atOnce ? Int.max : rowsPerUpdate
    guard let hasMoved = patch(from: store, since: before, settings, limit) else {
      if restoreFormer(settings, store) { return true }
      var new = OutlineDrawing(store, settings)
      return advance(&new, of: store, atOnce)
    }
    finish((store.structureRevision, store.stateRevision, settings), store)
    return hasMoved || formerCount != rope.count
  }

  /// Whether the rows are still those of the update before, because everything is being drawn again; see ``rowsPerUpdate``.
  public var isBusy: Bool { drawing != nil }

  /// Forgets what was drawn in steps so far, so that a store that has changed is drawn in steps, too.
  public mutating func startAgain() { drawing = nil }

  /// Continues a drawing, and uses it once it is complete.
  private mutating func advance(_ drawing: inout OutlineDrawing, of store: ChainStore, _ atOnce: Bool) -> Bool {
    let isFirst = seen == nil
    // Only the drawing may have its rows, or each step would copy them.
    if isFirst { (rope, sums) = (RowRope(), FoldTable()) }
    guard drawing.advance(in: store, steps: atOnce ? .max : rowsPerUpdate) else {
      if isFirst { (rope, sums) = drawing.soFar() }
      self.drawing = drawing
      return isFirst
    }
    if !isFirst { keepFormer() }
    let (new, seen) = (drawing.outline, drawing.seen)
    (rope, sums, categories) = (new.rope, new.sums, new.categories)
    drawn += new.drawn
    finish((seen.structure, seen.states, settings), store)
    return true
  }

  private mutating func keepFormer() {
    former = seen.map { Drawn(seen: $0, rope: rope, sums: sums, categories: categories) }
  }

  /// Shows the former drawing again if it has these settings.
  ///
  /// - Returns: Whether it has.
  private mutating func restoreFormer(_ settings: Settings, _ store: ChainStore) -> Bool {
    guard var other = former else { return false }
    other.seen.settings.badges = settings.badges
    guard other.seen.settings == settings else { return false }
    keepFormer()
    (rope, sums, categories) = (other.rope, other.sums, other.categories)
    finish(other.seen, store)
    return true
  }

  private mutating func finish(_ seen: (structure: UInt64, states: UInt64, settings: Settings), _ store: ChainStore) {
    self.seen = seen
    unwell = []
    countBadges(store)
    evictedAtEnd = store.evictedAtEnd
  }

  /// Changes the rows of what has changed.
  ///
  /// - Returns: Whether any row may have moved; nil if everything has to be drawn again.
  private mutating func patch(
    from store: ChainStore, since former: (structure: UInt64, states: UInt64, settings: Settings)?,
    _ settings: Settings, _ rowLimit: Int
  ) -> Bool? {
    guard let former, former.settings.isPatchable, settings.isPatchable,
      former.settings.autoFoldsSettled == settings.autoFoldsSettled,
      former.settings.foldsRoots == settings.foldsRoots,
      former.structure <= store.structureRevision, former.states <= store.stateRevision,
      let changed = store.changes.rows(after: former.structure)
    else { return nil }
    var states: ArraySlice<Row> = []
    if !sums.isEmpty || autoFoldsSettled {
      guard let changed = store.stateChanges.rows(after: former.states) else { return nil }
      states = changed
    }
    // Folding everything changes most rows, which takes longer one by one.
    let limit = max(1_024, rope.count / 8)
    guard abs(former.settings.folds.count - folds.count) < limit else { return nil }
    var toggled = former.settings.folds == folds ? [] : former.settings.folds.symmetricDifference(folds)
    if former.settings.unfolds != unfolds { toggled.formUnion(former.settings.unfolds.symmetricDifference(unfolds)) }
    guard toggled.count < limit, rows(in: toggled, store) <= rowLimit,
      patch(changed, states: states, toggled: toggled, of: store)
    else { return nil }
    return !changed.isEmpty || !toggled.isEmpty
  }

  /// The number of rows that a change of these folds opens or closes.
  private func rows(in toggled: Set<PromiseID>, _ store: ChainStore) -> Int {
    toggled.reduce(0) { sum, id in
      let slot = store.rows.row(of: id, in: store.ids)
      guard slot != .none, let spot = rope.spot(of: slot), let line = rope.row(at: spot) else { return sum }
      if line[.folded] { return sum + (sums[slot]?.promises ?? 0) }
      let end = rope.indexedSpot(after: spot, keyAtMost: 2 * line.depth).map(rope.position) ?? rope.count
      return sum + end - rope.position(of: spot)
    }
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
