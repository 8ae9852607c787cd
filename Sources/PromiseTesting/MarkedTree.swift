// The trees that contain given promises, as text with a mark beside them. Owns the choice of the rows. `TextTree` draws a row.

import ChainModel
import PlainText
import PromiseTrace

/// Draws the trees around promises that a report names.
struct MarkedTree {
  /// The maximum number of rows of one drawing.
  private static let limit = 60

  private let store: ChainStore
  private let now: Int64
  private let outline: Outline

  init(_ store: ChainStore, now: Int64) {
    (self.store, self.now) = (store, now)
    var outline = Outline()
    outline.update(from: store)
    self.outline = outline
  }

  /// The trees that contain the promises, each tree once.
  ///
  /// - Returns: One line per row; of trees that are too large, the rows around the promises.
  func draw(_ promises: [PromiseID]) -> String {
    let marked = Set(promises.compactMap { outline.index(of: $0, in: store) })
    var text = ""
    var rest = MarkedTree.limit
    var drawn = 0..<0
    for row in marked.sorted() where !drawn.contains(row) {
      guard rest > 0 else {
        text += "… and more\n"
        break
      }
      drawn = tree(of: row)
      let shown = window(of: drawn, around: row, limit: rest)
      rest -= shown.count
      if shown.lowerBound > drawn.lowerBound { text += more(shown.lowerBound - drawn.lowerBound) }
      var tree = TextTree()
      tree.now = now
      tree.render(rows: shown, of: outline, store) { index, line in
        text += String(decoding: line.dropLast(), as: UTF8.self) + (marked.contains(index) ? "  ←\n" : "\n")
      }
      if shown.upperBound < drawn.upperBound { text += more(drawn.upperBound - shown.upperBound) }
    }
    return text
  }

  private func more(_ count: Int) -> String { "⋮ \(NumberText.plural(count, "more row", "more rows"))\n" }

  /// The rows of the tree that a row belongs to.
  private func tree(of row: Int) -> Range<Int> {
    func isTop(_ index: Int) -> Bool { outline[index].depth == 0 && !outline[index].isContinuation }
    var start = row
    while start > 0, !isTop(start) { start -= 1 }
    var end = row + 1
    while end < outline.count, !isTop(end) { end += 1 }
    return start..<end
  }

  /// At most `limit` rows of a tree around one of them.
  private func window(of tree: Range<Int>, around row: Int, limit: Int) -> Range<Int> {
    if tree.count <= limit { return tree }
    let start = max(tree.lowerBound, min(row - limit / 2, tree.upperBound - limit))
    return start..<start + limit
  }
}
