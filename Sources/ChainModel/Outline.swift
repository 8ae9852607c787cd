// Which node is drawn where: the graph of facts as rows, top to bottom.
//
// Owns the rows, folds and order. Refuses to draw: rows have a depth and guides, and the text tree and the screen turn them
// into glyphs. `Flattening` draws a tree's rows, `Outline+Update` decides which trees; the store chose who hangs below whom.

import PromiseTrace

/// The rows of a store's promises.
///
/// - A linear chain of `then`s runs down at one depth; only where a promise has several derived ones do they indent.
/// - A combinator's inputs, an adopted promise and promises created inside a body hang indented below their owner.
/// - Each promise is drawn once; another edge to it is a reference row.
/// - Chains are in the order in which their first promise was created.
///
/// Not thread-safe. All work is in ``update(from:)``: linear in the trees that changed, however many others there are. Every
/// other call takes a step per binary digit of the number of promises, and one per row that it returns.
public struct Outline: Sendable {
  /// A tree's rows: where in `rows` they are, and how many.
  struct Tree: BitwiseCopyable {
    var start: UInt32 = 0
    var count: UInt32 = 0
  }

  /// Promises that are folded.
  ///
  /// A chain's first row hides the rest of its chain and all below it, a later link hides what is indented below it.
  /// Takes effect with the next ``update(from:)``.
  public var folds: Set<PromiseID> = []

  // By the store's rows: 17 bytes a promise besides the rows.
  /// Of each promise with nothing above it, its tree; of the others none.
  var trees: [Tree] = []
  /// Where in its tree each promise is drawn; stale for those that are not, which the id in the row tells.
  var places: [UInt32] = []
  /// How many rows there are for each promise with nothing above it, the loss before it included.
  ///
  /// The place after the last one holds the loss at the end.
  var sums = RowSums()
  /// Whether each is folded; empty without any fold.
  var folded: [Bool] = []

  /// Each tree's rows together, the trees in no order; between them what is no longer of use.
  var rows: [PackedRow] = []
  /// How many of `rows` are of use.
  var used = 0
  var losses: [Loss] = []
  /// What is drawn behind the last tree, and that tree's place.
  var evictedAtEnd = 0
  var lastTree = -1
  /// How many promises a folded one hides; stale for those that are not.
  var hidden: [PromiseID: Int] = [:]
  /// What was seen at the last update.
  var seen: (revision: UInt64, folds: Set<PromiseID>)?

  /// Creates an empty outline.
  public init() {}

  /// How many rows there are.
  public var count: Int { sums.total + (evictedAtEnd > 0 ? 1 : 0) }

  /// One row.
  ///
  /// - Parameter index: 0 up to ``count``, exclusive.
  public subscript(index: Int) -> OutlineRow {
    let row = packed(index).row
    let content: OutlineRow.Content =
      switch row.kind {
      case .node: .node(row.value)
      case .reference: .reference(row.value)
      case .lost: .lost(row.value)
      case .evicted: .evicted(Int(row.value))
      }
    return OutlineRow(
      content: content, relation: row.relation, depth: row.depth, isContinuation: row[.continuation],
      isFoldable: row[.foldable], isFolded: row[.folded], hidden: row[.folded] ? hidden[row.value] ?? 0 : 0,
      isCycle: row[.cycle])
  }

  /// The row that draws a promise; nil where a fold hides it or the store does not keep it.
  ///
  /// Takes a step more per level of the promise's depth.
  public func index(of id: PromiseID, in store: ChainStore) -> Int? {
    let row = store.rows.row(of: id, in: store.ids)
    return row == .none ? nil : index(ofRow: row, in: store)
  }

  /// The row that draws a promise or, where a fold hides it, the nearest row above that is drawn.
  public func nearestIndex(of id: PromiseID, in store: ChainStore) -> Int? {
    var row = store.rows.row(of: id, in: store.ids)
    guard row != .none, let top = start(of: store.top(of: row)) else { return nil }
    var steps = 0
    while row != .none {
      if let place = place(of: row, in: top.tree, store) { return top.index + place }
      steps += 1
      // Far inside a folded chain the rest of the way is one jump to the chain's first row.
      let head = store.links[Int(row)].head
      row = steps > 4096 && head != row ? head : store.links[Int(row)].parent
    }
    return nil
  }

  /// The row one level up that `index` hangs below; nil for depth 0.
  public func parent(of index: Int) -> Int? {
    let (row, start) = packed(index)
    let head = row[.continuation] ? rows[start.slot + Int(row.link)] : row
    return head.link == .max ? nil : start.index + Int(head.link)
  }

  /// The first row of the chain that a row is a later link of; the row itself where it is none.
  public func firstOfChain(at index: Int) -> Int {
    let (row, start) = packed(index)
    return row[.continuation] ? start.index + Int(row.link) : index
  }

  /// The lines that lead to a row.
  ///
  /// - Parameters:
  ///   - index: The row.
  ///   - limit: Levels to return at most, the innermost ones; the rest is told by ``OutlineGuides/elided``.
  /// - Returns: One guide for each level, outermost first.
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

  // MARK: Where a row is

  /// A row, and where its tree begins: in `rows`, and among all that are drawn.
  private func packed(_ index: Int) -> (row: PackedRow, start: (slot: Int, index: Int)) {
    var number = index
    if evictedAtEnd > 0 {
      let end = sums.sum(before: lastTree + 1)
      if index == end {
        return (PackedRow(.evicted, UInt64(evictedAtEnd), link: .max, depth: 0, relation: .root), (0, index))
      }
      if index > end { number -= 1 }
    }
    var (place, offset) = sums.place(of: number)
    if !losses.isEmpty, let loss = loss(before: place) {
      if offset == 0 {
        return (PackedRow(.lost, losses[loss].count, link: .max, depth: 0, relation: .root), (0, index))
      }
      offset -= 1
    }
    let slot = Int(trees[place].start)
    return (rows[slot + offset], (slot, index - offset))
  }

  /// The loss that is drawn before a row of the store; there is one at most.
  func loss(before row: Int) -> Int? {
    var low = 0
    var high = losses.count
    while low < high {
      let middle = (low + high) / 2
      if Int(losses[middle].beforeRow) < row { low = middle + 1 } else { high = middle }
    }
    return low < losses.count && Int(losses[low].beforeRow) == row ? low : nil
  }

  /// The tree that begins with a row of the store, and where it is drawn.
  private func start(of root: Row) -> (tree: Tree, index: Int)? {
    guard Int(root) < trees.count, trees[Int(root)].count > 0 else { return nil }
    return (trees[Int(root)], sums.sum(before: Int(root)) + (loss(before: Int(root)) == nil ? 0 : 1))
  }

  private func index(ofRow row: Row, in store: ChainStore) -> Int? {
    guard let top = start(of: store.top(of: row)) else { return nil }
    return place(of: row, in: top.tree, store).map { top.index + $0 }
  }

  private func place(of row: Row, in tree: Tree, _ store: ChainStore) -> Int? {
    guard Int(row) < places.count else { return nil }
    let place = places[Int(row)]
    guard place < tree.count else { return nil }
    let packed = rows[Int(tree.start + place)]
    return packed.value == store.ids[Int(row)] && packed.kind == .node ? Int(place) : nil
  }
}

extension ChainStore {
  /// The promise at the top of the tree that a promise is drawn in.
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
