// Keeps an outline up to date with its store: finds the trees that changed, redraws them and adjusts the sums.
//
// Owns which trees are redrawn and when unused rows are removed. Does not know how a tree is drawn (`Flattening`).

import PromiseTrace

extension Outline {
  /// Updates the rows to the store's current state.
  ///
  /// - Parameter store: The same store each time, at a later or an earlier moment; use a new outline for another store.
  /// - Returns: Whether any row may have moved; states and texts change without that.
  /// - Complexity: O(1) if neither the structure nor a fold changed. Otherwise linear in the promises of the changed trees,
  ///   plus O(*d* + log *n*) per change at depth *d*. After an eviction, linear in all promises.
  @discardableResult
  public mutating func update(from store: ChainStore) -> Bool {
    if let seen, seen.revision == store.structureRevision, seen.folds == folds { return false }
    var changed: ArraySlice<Row>?
    // At an earlier moment there may be fewer rows; after an eviction they have other numbers.
    if let seen, seen.revision <= store.structureRevision { changed = store.changes.rows(after: seen.revision) }
    if let changed, let former = seen?.folds {
      redo(changed, folds: former == folds ? [] : former.symmetricDifference(folds), of: store)
    } else {
      drawAll(of: store)
    }
    evictedAtEnd = store.evictedAtEnd
    seen = (store.structureRevision, folds)
    return true
  }

  private mutating func drawAll(of store: ChainStore) {
    let folds = folds
    self = Outline()
    self.folds = folds
    rows.reserveCapacity(store.ids.count)
    grow(to: store)
    losses = store.losses.values
    let flattening = begin(store)
    for root in store.links.values.indices where store.links[root].parent == .none {
      let start = flattening.rows.count
      flattening.draw(Row(root))
      trees[root] = Tree(start: UInt32(start), count: UInt32(flattening.rows.count - start))
      lastTree = root
    }
    end(flattening)
    used = rows.count
    var counts = trees.map(\.count) + [0]
    for loss in losses { counts[Int(loss.beforeRow)] += 1 }
    sums.assign(counts)
  }

  /// Redraws the trees that changed.
  private mutating func redo(_ changed: ArraySlice<Row>, folds: Set<PromiseID>, of store: ChainStore) {
    var changes = Changes(store)
    if store.ids.count < trees.count {
      shrink(to: store)
      changes.note(Row(store.ids.count))
    }
    grow(to: store)
    for id in folds {
      let row = store.rows.row(of: id, in: store.ids)
      guard row != .none else { continue }
      if folded.isEmpty { folded = [Bool](repeating: false, count: trees.count) }
      folded[Int(row)] = self.folds.contains(id)
    }
    for row in changed { changes.note(row) }
    for id in folds { changes.note(store.rows.row(of: id, in: store.ids)) }
    losses = store.losses.values

    let flattening = begin(store)
    for row in changes.rows {
      let root = Int(row)
      let isTree = root < store.links.count && store.links[root].parent == .none
      let former = root < trees.count ? trees[root] : Tree()
      let start = flattening.rows.count
      if isTree { flattening.draw(row) }
      let count = flattening.rows.count - start
      used += count - Int(former.count)
      if root < trees.count { trees[root] = Tree(start: UInt32(start), count: UInt32(count)) }
      if isTree { lastTree = max(lastTree, root) }
      let now = count + (loss(before: root) == nil ? 0 : 1)
      sums.add(now - (sums.sum(before: root + 1) - sums.sum(before: root)), at: root)
    }
    end(flattening)
    while lastTree >= 0, trees[lastTree].count == 0 { lastTree -= 1 }
    if rows.count > 2 * used + 4096 { closeUp() }
  }

  /// Removes the rows that the store, after a move backward, no longer has.
  private mutating func shrink(to store: ChainStore) {
    let count = store.ids.count
    used -= trees[count...].reduce(0) { $0 + Int($1.count) }
    trees.removeLast(trees.count - count)
    offsets.removeLast(offsets.count - count)
    if !folded.isEmpty { folded.removeLast(folded.count - count) }
    sums.shrink(to: count + 1)
    lastTree = min(lastTree, count - 1)
  }

  /// Adds entries for the store's new rows.
  private mutating func grow(to store: ChainStore) {
    let count = store.ids.count
    let first = trees.count
    trees.append(contentsOf: repeatElement(Tree(), count: count - first))
    offsets.append(contentsOf: repeatElement(.max, count: count - first))
    sums.grow(to: count + 1)
    guard !folds.isEmpty || !folded.isEmpty else { return }
    folded.append(contentsOf: repeatElement(false, count: count - folded.count))
    guard !folds.isEmpty else { return }
    for row in first..<count where folds.contains(store.ids[row]) { folded[row] = true }
  }

  /// Moves the rows into a flattening, so that it modifies them without a copy.
  private mutating func begin(_ store: ChainStore) -> Flattening {
    let flattening = Flattening(store, rows: rows, offsets: offsets, hidden: hidden, folded: folded)
    (rows, offsets, hidden) = ([], [], [:])
    return flattening
  }

  private mutating func end(_ flattening: Flattening) {
    (rows, offsets, hidden) = (flattening.rows, flattening.offsets, flattening.hidden)
  }

  /// Removes unused rows; since the last time at least as many were drawn, so the cost per row is constant.
  private mutating func closeUp() {
    var kept: [PackedRow] = []
    kept.reserveCapacity(used + used / 4)
    for root in trees.indices where trees[root].count > 0 {
      let start = Int(trees[root].start)
      trees[root].start = UInt32(kept.count)
      kept.append(contentsOf: rows[start..<start + Int(trees[root].count)])
    }
    rows = kept
  }

  /// The distinct store rows whose trees must be redrawn.
  ///
  /// - Complexity: A change costs one step per level of depth; changes below a common ancestor share
  ///   the levels beyond the 64th.
  private struct Changes {
    private(set) var rows: [Row] = []
    private let store: ChainStore
    private var isKnown: Set<Row> = []
    /// In deep trees, ancestors that lead to a known tree.
    private var isPassed: Set<Row> = []
    private var last = Row.none

    init(_ store: ChainStore) { self.store = store }

    /// Adds the tree that contains `row`, and `row` itself, which may have been a root or stand after a loss.
    mutating func note(_ row: Row) {
      // Consecutive changes often concern the same promise.
      guard row != last, Int(row) <= store.links.count else { return }
      last = row
      guard isKnown.insert(row).inserted else { return }
      rows.append(row)
      guard Int(row) < store.links.count else { return }
      var current = row
      var steps = 0
      while true {
        current = store.links[Int(current)].head
        let parent = store.links[Int(current)].parent
        if parent == .none { break }
        current = parent
        steps += 1
        // The first change far down a deep tree climbs to the root, the others only to its path.
        if steps > 64, !isPassed.insert(current).inserted { return }
      }
      if isKnown.insert(current).inserted { rows.append(current) }
    }
  }
}
