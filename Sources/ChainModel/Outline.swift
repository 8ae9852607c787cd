// Which node is drawn where: the graph of facts as rows, top to bottom.
//
// Owns the rows, folds and order. Refuses to draw: rows have a depth and guides, and the text tree and the screen turn them
// into glyphs. `Flattening` fills the rows; the store chose who hangs below whom.

import PromiseTrace

/// The rows of a store's promises.
///
/// - A linear chain of `then`s runs down at one depth; only where a promise has several derived ones do they indent.
/// - A combinator's inputs, an adopted promise and promises created inside a body hang indented below their owner.
/// - Each promise is drawn once; another edge to it is a reference row.
/// - Chains are in the order in which their first promise was created.
///
/// Not thread-safe. All work is in ``update(from:)``: linear in the promises from the first changed chain on, and done only
/// after the structure changed. Every other call is constant or proportional to what it returns.
public struct Outline: Sendable {
  /// Promises that are folded.
  ///
  /// A chain's first row hides the rest of its chain and all below it, a later link hides what is indented below it.
  /// Takes effect with the next ``update(from:)``.
  public var folds: Set<PromiseID> = [] {
    didSet { foldsChanged = foldsChanged || folds != oldValue }
  }

  var rows: [PackedRow] = []
  /// By the store's rows: where each is drawn.
  ///
  /// Stale entries are told by the id in the packed row.
  var positions: [UInt32] = []
  /// Each depth-0 chain's row in the store, and where its rows (losses before it included) begin.
  var roots: [(row: Row, start: UInt32)] = []
  /// By index: how many promises a folded row hides.
  var hidden: [Int: Int] = [:]
  private var seen: UInt64?
  private var foldsChanged = false

  /// Creates an empty outline.
  public init() {}

  /// Follows the store.
  ///
  /// - Parameter store: The same store each time, further on or further back; for another one, start a new outline.
  /// - Returns: Whether any row may have changed its place; states and texts change without that.
  @discardableResult
  public mutating func update(from store: ChainStore) -> Bool {
    if seen == store.structureRevision, !foldsChanged { return false }
    var first: Row?
    if let seen, seen <= store.structureRevision, !foldsChanged { first = store.changes.firstRoot(after: seen) }
    let flattening = Flattening(store: store, outline: self)
    self = Outline()  // The flattening holds the only copy of the rows, so that it changes them in place.
    flattening.run(from: first ?? 0)
    self = flattening.outline
    seen = store.structureRevision
    foldsChanged = false
    return true
  }

  /// How many rows there are.
  public var count: Int { rows.count }

  /// One row.
  ///
  /// - Parameter index: 0 up to ``count``, exclusive.
  public subscript(index: Int) -> OutlineRow {
    let row = rows[index]
    let content: OutlineRow.Content =
      switch row.kind {
      case .node: .node(row.value)
      case .reference: .reference(row.value)
      case .lost: .lost(row.value)
      case .evicted: .evicted(Int(row.value))
      }
    return OutlineRow(
      content: content, relation: row.relation, depth: row.depth, isContinuation: row[.continuation],
      isFoldable: row[.foldable], isFolded: row[.folded], hidden: hidden[index] ?? 0, isCycle: row[.cycle])
  }

  /// The row that draws a promise; nil where a fold hides it or the store does not keep it.
  ///
  /// Constant time.
  public func index(of id: PromiseID, in store: ChainStore) -> Int? {
    let row = store.rows.row(of: id, in: store.ids)
    return row == .none ? nil : position(of: row, in: store)
  }

  /// The row that draws a promise or, where a fold hides it, the nearest row above that is drawn.
  public func nearestIndex(of id: PromiseID, in store: ChainStore) -> Int? {
    var row = store.rows.row(of: id, in: store.ids)
    var steps = 0
    while row != .none {
      if let position = position(of: row, in: store) { return position }
      steps += 1
      // Far inside a folded chain the rest of the way is one jump to the chain's first row.
      let head = store.links[Int(row)].head
      row = steps > 4096 && head != row ? head : store.links[Int(row)].parent
    }
    return nil
  }

  /// The row one level up that `index` hangs below; nil for depth 0.
  public func parent(of index: Int) -> Int? {
    var row = rows[index]
    if row[.continuation] { row = rows[Int(row.link)] }
    return row.link == .max ? nil : Int(row.link)
  }

  /// The lines that lead to a row.
  ///
  /// - Parameters:
  ///   - index: The row.
  ///   - limit: Levels to return at most, the innermost ones; the rest is told by ``OutlineGuides/elided``.
  /// - Returns: One guide for each level, outermost first.
  public func guides(at index: Int, limit: Int = 24) -> OutlineGuides {
    var levels: [OutlineGuide] = []
    var current = index
    while rows[current].depth > 0, levels.count < limit {
      let head = rows[current][.continuation] ? rows[Int(rows[current].link)] : rows[current]
      let isOwn = current == index && !rows[current][.continuation]
      levels.append(isOwn ? (head[.more] ? .branch : .corner) : (head[.more] ? .line : .blank))
      current = Int(head.link)
    }
    return OutlineGuides(elided: rows[index].depth - levels.count, levels: levels.reversed())
  }

  func position(of row: Row, in store: ChainStore) -> Int? {
    guard Int(row) < positions.count else { return nil }
    let position = Int(positions[Int(row)])
    guard position < rows.count, rows[position].value == store.ids[Int(row)], rows[position].kind == .node else {
      return nil
    }
    return position
  }
}

/// A row in 16 bytes.
struct PackedRow: BitwiseCopyable {
  enum Kind: UInt32 {
    case node, reference, lost, evicted
  }

  enum Flag: UInt32 {
    /// A later link of its chain.
    case continuation = 4
    /// Something else follows at this level below the same parent; kept at a chain's first row for all its links.
    case more = 8
    case foldable = 16
    case folded = 32
    case cycle = 64
  }

  /// The promise, or how many.
  var value: UInt64
  /// For a chain's first row the index of the row it hangs below, for a continuation that of the chain's first row.
  var link: UInt32
  /// Kind 2 bits, flags 5, relation 3, depth 22.
  private var bits: UInt32

  init(_ kind: Kind, _ value: UInt64, link: UInt32, depth: Int, relation: OutlineRow.Relation) {
    self.value = value
    self.link = link
    bits = kind.rawValue | UInt32(relation.rawValue) << 7 | UInt32(min(depth, 0x3F_FFFF)) << 10
  }

  var kind: Kind { Kind(rawValue: bits & 3) ?? .node }
  var relation: OutlineRow.Relation { OutlineRow.Relation(rawValue: UInt8(bits >> 7 & 7)) ?? .root }
  var depth: Int { Int(bits >> 10) }

  subscript(flag: Flag) -> Bool {
    get { bits & flag.rawValue != 0 }
    set { bits = newValue ? bits | flag.rawValue : bits & ~flag.rawValue }
  }
}
