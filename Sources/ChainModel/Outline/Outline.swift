// The outline: the display forest as rows, top to bottom.
//
// Owns the settings and the queries. Does not choose glyphs: a row has a depth and guides, which the text tree and the screen turn into
// characters. The store chooses each promise's display parent, `Outline+Update` decides what to redraw, `Outline+Patch` changes single
// rows, `Outline+Draw` turns a tree into rows, and `RowRope` stores them.
//
// A row stores its depth and whether it continues a chain, and nothing about other rows. These follow from the order: a chain hangs below
// the nearest row before it that is less deep, and the line beside it continues if a row of the same depth follows before a less deep one.
// So adding a promise to a tree of a million inserts one row and changes no other.

import PromiseTrace

/// The rows of a store's promises.
///
/// - A linear chain of `then`s runs down at one depth; only where a promise has several derived ones do they indent.
/// - A combinator's inputs, an adopted promise and promises created inside a body hang indented below their owner.
/// - Each promise is drawn once; another edge to it is a reference row.
/// - Chains are in the order in which their first promise was created, unless ``order`` says otherwise.
///
/// Not thread-safe. Almost all work is in ``update(from:)``, which also makes changed settings effective.
///
/// - Complexity: ``update(from:)`` takes O(log *n* + *k*) per promise that was added, removed or moved with *k* promises below it. Every
///   other call is O(log *n*) in the number of promises, plus one step per level of depth that it has to follow.
public struct Outline: Sendable {
  /// The order of chains, and of the chains below a promise.
  public enum Order: UInt8, Sendable, CaseIterable {
    case creation
    /// The longest first: from the creation of the first promise to the last settlement below it.
    case duration
    /// The worst state below a promise first: unhandled, rejected, leaked, unknown, open, canceled, fulfilled.
    case state
    /// By label or, without one, by operation.
    case name
  }

  /// Promises that are folded.
  ///
  /// A fold at a chain's first row hides the rest of the chain and everything below it; a fold at a later link hides what is
  /// indented below that link.
  public var folds: Set<PromiseID> = []
  /// Whether promises at the outermost level are folded, also those that come later, except ``unfolds``.
  public var foldsRoots = false
  /// Promises that neither ``foldsRoots`` nor ``autoFoldsSettled`` folds.
  public var unfolds: Set<PromiseID> = []
  /// Whether chains that are settled without a problem are folded.
  ///
  /// That is a chain of which every promise, and everything below it, is fulfilled, canceled, or rejected and handled. A chain with more
  /// than 10,000 promises is never folded automatically.
  public var autoFoldsSettled = false
  /// The promises to show, with those that they hang below; nil shows all.
  ///
  /// While it is set, an update that changes anything takes O(*n*).
  public var onlyKeeps: Set<PromiseID>?
  /// The order of chains.
  ///
  /// In any order but ``Order/creation``, an update that changes anything takes O(*n* log *n*).
  public var order = Order.creation
  /// The promises that ``FoldSums/badged`` counts.
  public var badges: Set<PromiseID> = []
  /// About the number of rows that an update draws before it returns, if everything has to be drawn again.
  ///
  /// Until that is complete, the rows stay as they were, and ``isBusy`` is true; there are none before the first update, so that one shows
  /// those that are drawn. The store must not change meanwhile: a change draws everything at once.
  public var rowsPerUpdate = Int.max

  /// The settings at an update.
  struct Settings: Sendable, Equatable {
    var folds: Set<PromiseID> = []
    var foldsRoots = false
    var unfolds: Set<PromiseID> = []
    var autoFoldsSettled = false
    var onlyKeeps: Set<PromiseID>?
    var order = Order.creation
    var badges: Set<PromiseID> = []
  }

  var settings: Settings {
    Settings(
      folds: folds, foldsRoots: foldsRoots, unfolds: unfolds, autoFoldsSettled: autoFoldsSettled,
      onlyKeeps: onlyKeeps, order: order, badges: badges)
  }

  var rope = RowRope()
  /// The number of rows drawn so far; a test checks that a small change draws few.
  var drawn = 0
  var evictedAtEnd = 0
  /// By the slot of a folded promise, what its fold hides.
  var sums = FoldTable()
  /// The number of ``badges`` in each fold.
  var badgesInFolds: [Row: Int] = [:]
  /// By slot, how a hidden promise was counted; empty if nothing was ever hidden.
  var categories: [Category] = []
  /// The promises that this update knows not to be folded automatically.
  var unwell: Set<Row> = []
  /// The store's revisions and the settings at the last update.
  var seen: (structure: UInt64, states: UInt64, settings: Settings)?

  /// A drawing of everything that is not complete yet; nil for none.
  ///
  /// `Outline+Update` knows its type, which contains an outline.
  var drawing: (any Sendable)?

  /// A complete drawing, and what it shows.
  struct Drawn: Sendable {
    var seen: (structure: UInt64, states: UInt64, settings: Settings)
    var rope: RowRope
    var sums: FoldTable
    var categories: [Category]
  }

  /// The drawing before the settings changed last, so that a return to them takes no time; nil if the store has changed since.
  var former: Drawn?

  /// How a hidden promise counts.
  enum Category: UInt8, Sendable {
    case other, pending, rejected
  }

  /// Creates an empty outline.
  public init() {}

  /// The number of rows.
  public var count: Int { rope.count + (evictedAtEnd > 0 ? 1 : 0) }

  /// The row at an index.
  ///
  /// - Parameter index: An index from 0 up to, but not including, ``count``.
  /// - Complexity: O(log *n*) in the number of promises.
  public subscript(index: Int) -> OutlineRow {
    guard index < rope.count, let row = rope.row(at: rope.spot(at: index)) else {
      precondition(index == rope.count && evictedAtEnd > 0, "the outline has no row \(index)")
      return OutlineRow(
        content: .evicted(evictedAtEnd), relation: .root, depth: 0, isContinuation: false, isFoldable: false,
        isFolded: false, hidden: 0, sums: FoldSums(), isDimmed: false, isCycle: false)
    }
    let content: OutlineRow.Content =
      switch row.kind {
      case .node: .node(row.value)
      case .reference: .reference(row.value)
      case .lost: .lost(row.value, isDamage: row[.damaged])
      case .evicted: .evicted(Int(row.value))
      }
    var hidden = row[.folded] ? sums[row.slot] ?? FoldSums() : FoldSums()
    if row[.folded], !badgesInFolds.isEmpty { hidden.badged = badgesInFolds[row.slot] ?? 0 }
    let relation = row.kind == .evicted ? (row[.continuation] ? .derived : .root) : row.relation
    return OutlineRow(
      content: content, relation: relation, depth: Int(row.depth), isContinuation: row[.continuation],
      isFoldable: row[.foldable], isFolded: row[.folded], hidden: hidden.promises, sums: hidden,
      isDimmed: row[.dimmed], isCycle: row[.cycle])
  }

  /// Folds or unfolds a promise, also one that is folded automatically; takes effect with the next ``update(from:)``.
  public mutating func setFolded(_ id: PromiseID, _ isFolded: Bool) {
    if isFolded {
      folds.insert(id)
      unfolds.remove(id)
    } else {
      folds.remove(id)
      if autoFoldsSettled || foldsRoots { unfolds.insert(id) }
    }
  }

  /// Whether a promise at the outermost level can be folded.
  ///
  /// - Complexity: O(*n*) in the number of rows, 5 ms for a million.
  public var hasFoldableRoots: Bool {
    var has = false
    rope.forEachRow { row in has = has || row.kind == .node && row.key == 0 && row[.foldable] }
    return has
  }

  // MARK: Finding rows

  /// Whether a promise of the store may have no row, because of a fold or of ``onlyKeeps``.
  public var hidesPromises: Bool { !sums.isEmpty || onlyKeeps != nil || seen?.settings.onlyKeeps != nil }

  /// The index of a promise's row; nil if a fold or ``onlyKeeps`` hides it, or the store doesn't contain it.
  ///
  /// - Complexity: O(log *n*).
  public func index(of id: PromiseID, in store: ChainStore) -> Int? {
    let slot = store.rows.row(of: id, in: store.ids)
    guard slot != .none, let spot = rope.spot(of: slot), rope.row(at: spot)?.value == id else { return nil }
    return rope.position(of: spot)
  }

  /// The index of a promise's row or, if that is hidden, of its nearest visible ancestor.
  public func nearestIndex(of id: PromiseID, in store: ChainStore) -> Int? {
    var slot = store.rows.row(of: id, in: store.ids)
    while slot != .none {
      if let index = index(of: store.ids[Int(slot)], in: store) { return index }
      let fold = rope.fold(of: slot)
      slot = fold == .none ? store.links[Int(slot)].parent : fold
    }
    return nil
  }

  /// The index of the row, one level up, that a row hangs below; nil at depth 0.
  public func parent(of index: Int) -> Int? {
    guard index < rope.count else { return nil }
    let spot = rope.spot(at: index)
    guard let row = rope.row(at: spot), row.depth > 0 else { return nil }
    guard let upper = rope.indexedSpot(before: spot, keyAtMost: 2 * row.depth - 1) else { return nil }
    return rope.position(of: upper)
  }

  /// The index of the first row of a row's chain; `index` itself if the row is not a later link of a chain.
  public func firstOfChain(at index: Int) -> Int {
    guard index < rope.count else { return index }
    let spot = rope.spot(at: index)
    guard let row = rope.row(at: spot), row[.continuation] else { return index }
    guard let first = rope.indexedSpot(before: spot, keyAtMost: 2 * row.depth) else { return index }
    return rope.position(of: first)
  }

  /// The promises that a row hangs below, the outermost first: one per level, the link of the chain that the next level belongs to.
  ///
  /// - Parameters:
  ///   - index: The row's index.
  ///   - limit: The maximum number of promises to return, innermost first.
  /// - Returns: The promises, such as `[1, 4]` for a row below a link #4 of a chain that hangs below #1.
  public func path(to index: Int, limit: Int = 64) -> [PromiseID] {
    var path: [PromiseID] = []
    var next = parent(of: index)
    while let index = next, path.count < limit {
      if let id = self[index].node { path.append(id) }
      next = parent(of: index)
    }
    return path.reversed()
  }

  /// The lines that lead to a row.
  ///
  /// - Parameters:
  ///   - index: The row's index.
  ///   - limit: The maximum number of levels to return, innermost first; ``OutlineGuides/elided`` counts the others.
  /// - Returns: One guide per level, outermost first.
  public func guides(at index: Int, limit: Int = 24) -> OutlineGuides {
    guard index < rope.count else { return OutlineGuides(elided: 0, levels: []) }
    let spot = rope.spot(at: index)
    guard let own = rope.row(at: spot) else { return OutlineGuides(elided: 0, levels: []) }
    var levels: [OutlineGuide] = []
    var depth = own.depth
    // The next row that is not below the current level. The levels further out continue the search from there.
    var next: RowRope.Spot? = spot
    var nextKey = Int32.max
    while depth > 0, levels.count < limit {
      if nextKey > 2 * depth, let from = next {
        next = rope.indexedSpot(after: from, keyAtMost: 2 * depth)
        nextKey = .min
        if let next, let row = rope.row(at: next) { nextKey = row.key }
      }
      let hasMore = nextKey == 2 * depth
      let isOwn = levels.isEmpty && !own[.continuation]
      levels.append(isOwn ? (hasMore ? .branch : .corner) : (hasMore ? .line : .blank))
      depth -= 1
    }
    return OutlineGuides(elided: Int(own.depth) - levels.count, levels: levels.reversed())
  }
}

extension ChainStore {
  /// The root of the tree that contains `row`.
  func top(of row: Row) -> Row {
    var current = row
    while true {
      current = head(of: current)
      let parent = links[Int(current)].parent
      if parent == .none { return current }
      current = parent
    }
  }
}
