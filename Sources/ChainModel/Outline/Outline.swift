// The outline: the display forest as rows, top to bottom.
//
// Owns the rows, their order and the folds. Does not choose glyphs: a row has a depth and guides, which the text tree and the
// screen turn into characters. The store chooses each promise's display parent, `Outline+Update` finds the trees that
// changed, and `Flattening` turns a tree into rows.
//
// Each tree's rows are contiguous in `rows`, but the trees are in no order there; `sums` maps an outline index to a tree and
// a row within it. So a change redraws one tree and moves no other.

import PromiseTrace

/// The rows of a store's promises.
///
/// - A linear chain of `then`s runs down at one depth; only where a promise has several derived ones do they indent.
/// - A combinator's inputs, an adopted promise and promises created inside a body hang indented below their owner.
/// - Each promise is drawn once; another edge to it is a reference row.
/// - Chains are in the order in which their first promise was created.
///
/// Not thread-safe. Almost all work is in ``update(from:)``.
///
/// - Complexity: ``update(from:)`` is linear in the size of the trees that changed. Every other call is O(log *n*) in the
///   number of promises, plus one step per level of depth that it has to follow.
public struct Outline: Sendable {
  /// The range of a tree's rows in `rows`.
  struct Tree: BitwiseCopyable {
    var start: UInt32 = 0
    var count: UInt32 = 0
  }

  /// Promises that are folded.
  ///
  /// A fold at a chain's first row hides the rest of the chain and everything below it; a fold at a later link hides what is
  /// indented below that link. Changes take effect with the next ``update(from:)``.
  public var folds: Set<PromiseID> = []

  // Indexed by the store's rows; 17 bytes per promise in addition to the rows.
  /// The tree of each promise that is a root; empty for all others.
  var trees: [Tree] = []
  /// The index in its tree at which each promise is drawn.
  ///
  /// Stale for promises that aren't drawn: then the row at that index has another ID.
  var offsets: [UInt32] = []
  /// The number of rows of each root's tree, including the loss before it.
  ///
  /// One more entry at the end counts the loss after the last promise.
  var sums = RowSums()
  /// Whether each promise is folded; empty if none is.
  var folded: [Bool] = []

  /// The rows: contiguous for each tree, with the trees in no particular order and unused rows between them.
  var rows: [PackedRow] = []
  /// The number of `rows` in use.
  var used = 0
  var losses: [Loss] = []
  // The number of promises evicted after the last tree, and that tree's root.
  var evictedAtEnd = 0
  var lastTree = -1
  /// The number of promises that each folded promise hides; stale for promises that aren't folded.
  var hidden: [PromiseID: Int] = [:]
  /// The store's revision and the folds at the last update.
  var seen: (revision: UInt64, folds: Set<PromiseID>)?

  /// Creates an empty outline.
  public init() {}

  /// The number of rows.
  public var count: Int { sums.total + (evictedAtEnd > 0 ? 1 : 0) }

  /// The row at an index.
  ///
  /// - Parameter index: An index from 0 up to, but not including, ``count``.
  /// - Complexity: O(log *n*) in the number of promises.
  public subscript(index: Int) -> OutlineRow {
    let row = packed(index).row
    let content: OutlineRow.Content =
      switch row.kind {
      case .node: .node(row.value)
      case .reference: .reference(row.value)
      case .lost: .lost(row.value, isDamage: row[.damaged])
      case .evicted: .evicted(Int(row.value))
      }
    return OutlineRow(
      content: content, relation: row.relation, depth: row.depth, isContinuation: row[.continuation],
      isFoldable: row[.foldable], isFolded: row[.folded], hidden: row[.folded] ? hidden[row.value] ?? 0 : 0,
      isCycle: row[.cycle])
  }

  /// The index of a promise's row; nil if a fold hides it or the store doesn't contain it.
  ///
  /// - Complexity: O(*d* + log *n*), where *d* is the promise's depth.
  public func index(of id: PromiseID, in store: ChainStore) -> Int? {
    let row = store.rows.row(of: id, in: store.ids)
    return row == .none ? nil : index(ofRow: row, in: store)
  }

  /// The index of a promise's row or, if a fold hides it, of its nearest visible ancestor.
  public func nearestIndex(of id: PromiseID, in store: ChainStore) -> Int? {
    var row = store.rows.row(of: id, in: store.ids)
    guard row != .none, let top = start(of: store.top(of: row)) else { return nil }
    var steps = 0
    while row != .none {
      if let offset = offset(of: row, in: top.tree, store) { return top.index + offset }
      steps += 1
      // Deep inside a folded chain, jumps to the chain's first row.
      let head = store.links[Int(row)].head
      row = steps > 4096 && head != row ? head : store.links[Int(row)].parent
    }
    return nil
  }

  /// The index of the row, one level up, that a row hangs below; nil at depth 0.
  public func parent(of index: Int) -> Int? {
    let (row, start) = packed(index)
    let head = row[.continuation] ? rows[start.slot + Int(row.link)] : row
    return head.link == .max ? nil : start.index + Int(head.link)
  }

  /// The index of the first row of a row's chain; `index` itself if the row is not a later link of a chain.
  public func firstOfChain(at index: Int) -> Int {
    let (row, start) = packed(index)
    return row[.continuation] ? start.index + Int(row.link) : index
  }

  /// The lines that lead to a row.
  ///
  /// - Parameters:
  ///   - index: The row's index.
  ///   - limit: The maximum number of levels to return, innermost first; ``OutlineGuides/elided`` counts the others.
  /// - Returns: One guide per level, outermost first.
  public func guides(at index: Int, limit: Int = 24) -> OutlineGuides {
    let (own, start) = packed(index)
    var levels: [OutlineGuide] = []
    var current = own
    while current.depth > 0, levels.count < limit {
      let head = current[.continuation] ? rows[start.slot + Int(current.link)] : current
      let isOwn = levels.isEmpty && !own[.continuation]
      levels.append(isOwn ? (head[.more] ? .branch : .corner) : (head[.more] ? .line : .blank))
      current = rows[start.slot + Int(head.link)]
    }
    return OutlineGuides(elided: own.depth - levels.count, levels: levels.reversed())
  }

  // MARK: Finding rows

  /// A row, and the start of its tree: as a slot in `rows` and as an index of the outline.
  private func packed(_ index: Int) -> (row: PackedRow, start: (slot: Int, index: Int)) {
    var number = index
    if evictedAtEnd > 0 {
      let end = sums.sum(before: lastTree + 1)
      if index == end {
        return (PackedRow(.evicted, UInt64(evictedAtEnd), link: .max, depth: 0, relation: .root), (0, index))
      }
      if index > end { number -= 1 }
    }
    var (root, offset) = sums.position(of: number)
    if !losses.isEmpty, let loss = loss(before: root) {
      if offset == 0 {
        var row = PackedRow(.lost, losses[loss].count, link: .max, depth: 0, relation: .root)
        row[.damaged] = losses[loss].isDamage
        return (row, (0, index))
      }
      offset -= 1
    }
    let slot = Int(trees[root].start)
    return (rows[slot + offset], (slot, index - offset))
  }

  /// The index of the loss that is drawn before a row of the store; there is at most one.
  func loss(before row: Int) -> Int? {
    var low = 0
    var high = losses.count
    while low < high {
      let middle = (low + high) / 2
      if Int(losses[middle].beforeRow) < row { low = middle + 1 } else { high = middle }
    }
    return low < losses.count && Int(losses[low].beforeRow) == row ? low : nil
  }

  /// The tree whose root is `root`, and the index of its first row.
  private func start(of root: Row) -> (tree: Tree, index: Int)? {
    guard Int(root) < trees.count, trees[Int(root)].count > 0 else { return nil }
    return (trees[Int(root)], sums.sum(before: Int(root)) + (loss(before: Int(root)) == nil ? 0 : 1))
  }

  private func index(ofRow row: Row, in store: ChainStore) -> Int? {
    guard let top = start(of: store.top(of: row)) else { return nil }
    return offset(of: row, in: top.tree, store).map { top.index + $0 }
  }

  private func offset(of row: Row, in tree: Tree, _ store: ChainStore) -> Int? {
    guard Int(row) < offsets.count else { return nil }
    let offset = offsets[Int(row)]
    guard offset < tree.count else { return nil }
    let packed = rows[Int(tree.start + offset)]
    return packed.value == store.ids[Int(row)] && packed.kind == .node ? Int(offset) : nil
  }
}

extension ChainStore {
  /// The root of the tree that contains `row`.
  func top(of row: Row) -> Row {
    var current = row
    while true {
      current = links[Int(current)].head
      let parent = links[Int(current)].parent
      if parent == .none { return current }
      current = parent
    }
  }
}
