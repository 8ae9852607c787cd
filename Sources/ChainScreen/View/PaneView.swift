// Draws the lines of a pane below its heading, with the cursor and the marks of a longer content. Knows no pane's meaning.

import Canvas
import PlainText

struct PaneView {
  let screen: Screen
  let kind: PaneKind
  let content: PaneContent

  private var isFocused: Bool { screen.state.focus == kind }

  func draw(_ size: Size) -> Grid {
    var grid = Grid(size)
    let glyphs = screen.glyphs
    grid.fill(glyphs.rule, columns: 0..<size.columns, row: 0, style: Style(.rule))
    let rows = size.rows - 1
    let view = content.cursor(screen.cursor(of: kind), rows: rows)
    drawHeading(view, rows: rows, into: &grid)
    guard content.count > 0 else {
      let columns = 2..<max(2, size.columns - 1)
      grid.write(content.empty, in: columns, row: 1, style: Style(.faint), ellipsis: glyphs.ellipsis)
      return grid
    }
    for offset in 0..<max(0, min(rows, content.count - view.top)) {
      let index = view.top + offset
      let chosen = isFocused && index == view.line ? view.link : nil
      draw(content.line(index).emphasizing(link: chosen), row: offset + 1, into: &grid)
      guard isFocused, index == view.line else { continue }
      grid.write(glyphs.mark, column: 0, row: offset + 1, style: Style(.notice))
      grid.lay(.selection, columns: 0..<size.columns, row: offset + 1)
    }
    return grid
  }

  private func drawHeading(_ view: PaneCursor, rows: Int, into grid: inout Grid) {
    let columns = grid.size.columns
    let glyphs = screen.glyphs
    var title = [Span(" ")] + content.title + [Span(" ")]
    if isFocused { title = title.map { Span($0.text, $0.role == .title ? .focus : $0.role) } }
    var limit = columns - 1
    if content.count > rows, columns > 24 {
      let more = (view.top > 0 ? glyphs.more.up : " ") + (view.top + rows < content.count ? glyphs.more.down : " ")
      let place = " \(more) "
      grid.write(place, column: columns - 5, row: 0, style: Style(.key))
      limit = columns - 6
    }
    grid.write(title, in: 2..<max(2, limit), row: 0, ellipsis: glyphs.ellipsis)
  }

  private func draw(_ line: PaneLine, row: Int, into grid: inout Grid) {
    let end = grid.size.columns - 1
    let start = min(line.indent, end)
    let tail = line.trailing.width
    if tail > 0, tail < end - start {
      grid.write(line.trailing, in: end - tail..<end, row: row, ellipsis: screen.glyphs.ellipsis)
    }
    let limit = tail > 0 && tail < end - start ? end - tail - 1 : end
    grid.write(line.spans, in: start..<max(start, limit), row: row, ellipsis: screen.glyphs.ellipsis)
  }
}
