// The tree of chains: one row per promise. Draws only the visible rows.
//
// Owns the look of a row. `Outline` decides the order of the rows and `TreeColumns` the widths of the columns.

import Canvas
import ChainModel
import PlainText
import PromiseTrace

struct TreePane {
  private let context: ScreenContext
  private var glyphs: ScreenGlyphs { context.glyphs }

  init(_ context: ScreenContext) { self.context = context }

  func draw(_ size: Size) -> Grid {
    var grid = Grid(size)
    let columns = TreeColumns(width: size.columns)
    let rows = context.state.top..<max(context.state.top, min(context.outline.count, context.state.top + size.rows - 1))
    var nodes: [ChainNode?] = []
    var scale = TimeScale()
    for row in rows {
      let node = context.outline[row].node.flatMap(context.store.node)
      if let node, !node.isPlaceholder { scale.include(node, now: context.now) }
      nodes.append(node)
    }
    drawHeading(columns, scale, into: &grid)
    for (offset, row) in rows.enumerated() {
      let isSelected = row == context.state.row
      let line = TreeRow(context: context, columns: columns, scale: scale, index: row, node: nodes[offset])
      line.draw(into: &grid, row: offset + 1)
      guard isSelected else { continue }
      grid.write(glyphs.mark, column: TreeColumns.mark, row: offset + 1, style: Style(.notice))
      grid.lay(.selection, columns: 0..<size.columns, row: offset + 1)
    }
    if rows.isEmpty { drawEmpty(into: &grid) }
    return grid
  }

  /// The names of the columns on a rule, and the ends of the scale.
  private func drawHeading(_ columns: TreeColumns, _ scale: TimeScale, into grid: inout Grid) {
    grid.fill(glyphs.rule, columns: 0..<grid.size.columns, row: 0, style: Style(.rule))
    func name(_ text: String, _ range: Range<Int>, _ alignment: Alignment = .leading) {
      guard range.count > text.count else { return }
      // A blank on each side separates the names from the rule.
      let wide = max(0, range.lowerBound - 1)..<range.upperBound + 1
      grid.write(" \(text) ", in: wide, row: 0, style: Style(.faint), alignment: alignment, ellipsis: glyphs.ellipsis)
    }
    name("promise", columns.name)
    name("state", columns.word)
    name("outcome", columns.outcome)
    name("call site", columns.site)
    name("time", columns.time, .trailing)
    guard !scale.isEmpty, !columns.bar.isEmpty else { return }
    let length = DurationText.of(scale.length, micro: glyphs.isASCII ? "u" : "µ")
    name(length, columns.bar, .trailing)
  }

  private func drawEmpty(into grid: inout Grid) {
    let text = context.stream == .live ? "No promise yet: waiting for the first event." : "This log holds no promise."
    grid.write(text, in: 6..<max(6, grid.size.columns), row: 2, style: Style(.faint), ellipsis: glyphs.ellipsis)
  }
}
