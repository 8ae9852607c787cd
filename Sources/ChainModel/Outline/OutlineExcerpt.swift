// Some rows of an outline, with lines that connect them as if the others did not exist.

import PromiseTrace

/// Some rows of an ``Outline``, in its order.
public struct OutlineExcerpt: Sendable {
  /// The rows, and the lines that lead to each.
  private(set) var rows: [(index: Int, row: OutlineRow, guides: OutlineGuides)] = []
  /// The number of promises drawn.
  public private(set) var promises = 0

  /// Chooses the rows of some promises, of everything that these hang below, of references between them, and of losses.
  ///
  /// - Parameters:
  ///   - ids: The promises; those that have no row are ignored.
  ///   - outline: The rows, up to date with `store`.
  ///   - store: The store that the rows belong to.
  /// - Complexity: O(*n* *d* + *m* log *m*) for *n* promises at a depth of *d*, and *m* rows.
  public init(of ids: some Sequence<PromiseID>, in outline: Outline, _ store: ChainStore) {
    var chosen: Set<Int> = []
    for id in ids {
      var next = outline.index(of: id, in: store)
      while let index = next, chosen.insert(index).inserted { next = outline.parent(of: index) }
    }
    for index in 0..<outline.count {
      switch outline[index].content {
      case .lost: chosen.insert(index)
      case .reference(let id):
        guard let parent = outline.parent(of: index), chosen.contains(parent) else { continue }
        if let drawn = outline.index(of: id, in: store), chosen.contains(drawn) { chosen.insert(index) }
      case .node, .evicted: break
      }
    }
    self.init(rows: chosen.sorted(), of: outline)
  }

  /// Chooses a promise and everything that is drawn below it: what derives from it, its inputs, what it adopted, what its body created.
  ///
  /// The result is nil if the promise has no row.
  ///
  /// - Parameters:
  ///   - id: The promise.
  ///   - outline: The rows, up to date with `store`.
  ///   - store: The store that the rows belong to.
  public init?(subtreeOf id: PromiseID, in outline: Outline, _ store: ChainStore) {
    guard let first = outline.index(of: id, in: store) else { return nil }
    let depth = outline[first].depth
    var end = first + 1
    while end < outline.count {
      let row = outline[end]
      guard row.depth > depth || row.depth == depth && row.isContinuation else { break }
      end += 1
    }
    self.init(rows: Array(first..<end), of: outline, isRoot: true)
  }

  /// The promises drawn, from top to bottom.
  public var ids: [PromiseID] { rows.compactMap(\.row.node) }

  private init(rows indexes: [Int], of outline: Outline, isRoot: Bool = false) {
    let base = isRoot ? indexes.first.map { outline[$0].depth } ?? 0 : 0
    var started: Set<Int> = []
    rows = indexes.map { index in
      var row = outline[index]
      row.depth -= base
      // The first link of a chain that is shown is drawn as its start.
      if started.insert(outline.firstOfChain(at: index)).inserted { row.isContinuation = false }
      return (index, row, OutlineGuides(elided: 0, levels: []))
    }
    connect()
    promises = rows.count { $0.row.node != nil }
  }

  /// Draws the lines, from the bottom up: whether another chain starts further down at each level.
  private mutating func connect() {
    var more: [Bool] = []
    for place in rows.indices.reversed() {
      let row = rows[place].row
      if more.count > row.depth + 1 { more.removeLast(more.count - row.depth - 1) }
      while more.count <= row.depth { more.append(false) }
      if row.depth > 0 {
        let first = max(1, row.depth - 23)
        rows[place].guides = OutlineGuides(
          elided: first - 1,
          levels: (first...row.depth).map { level in
            if level == row.depth, !row.isContinuation { return more[level] ? .branch : .corner }
            return more[level] ? .line : .blank
          })
        if !row.isContinuation { more[row.depth] = true }
      }
      let next = place + 1 < rows.count ? rows[place + 1].row : nil
      rows[place].row.isFoldable =
        next.map { $0.depth > row.depth || ($0.isContinuation && $0.depth == row.depth) } ?? false
    }
  }
}
