// The list of the folder's logs, in a box over the page. `LogListLines` has its lines, `LogListLayout` its place.

import Canvas

struct LogListPane {
  private let context: ScreenContext
  private let list: LogList

  init(_ context: ScreenContext, _ list: LogList) { (self.context, self.list) = (context, list) }

  func draw(over grid: inout Grid) {
    let lines = LogListLines(list, context)
    let layout = LogListLayout(list, on: grid.size, width: lines.width)
    let (width, height) = (layout.frame.width, layout.frame.height)
    var box = Grid(Size(columns: width, rows: height), style: Style(.text, on: .overlay))
    OverlayFrame(
      glyphs: context.glyphs, title: context.words.logListTitle, isMoreAbove: layout.top > 0,
      isMoreBelow: layout.top + layout.rows < list.logs.count
    ).draw(on: &box)
    for row in 0..<min(layout.rows, list.logs.count - layout.top) {
      box.write(
        lines.lines[layout.top + row], in: 2..<width - 2, row: row + 1, on: .overlay,
        ellipsis: context.glyphs.ellipsis)
    }
    box.write(lines.keys, in: 2..<width - 2, row: height - 2, on: .overlay, ellipsis: context.glyphs.ellipsis)
    grid.draw(box, column: layout.frame.column, row: layout.frame.row)
  }
}
