// The tree of the other version of the run, under its name. `TreePane` draws the rows.

import Canvas
import PlainText

struct ComparisonPane {
  let screen: Screen
  /// The playhead of the run.
  let playhead: Playhead
  let name: String

  func draw(_ size: Size) -> Grid {
    var grid = TreePane(screen, playhead: playhead).draw(size)
    let glyphs = screen.glyphs
    let columns = 2..<max(2, TreeColumns(width: size.columns, isPresenter: screen.options.isPresenter).name.upperBound)
    grid.fill(glyphs.rule, columns: columns, row: 0, style: Style(.rule))
    grid.write([Span(" \(Escaping.line(name)) ", .title)], in: columns, row: 0, ellipsis: glyphs.ellipsis)
    return grid
  }
}
