// The list of the folder's logs, in a box over the page. `LogListLines` has its lines, `LogListLayout` its place.

import Canvas
import PlainText

struct LogListPane {
  private let screen: Screen
  private let list: LogList

  init(_ screen: Screen, _ list: LogList) { (self.screen, self.list) = (screen, list) }

  func draw(over grid: inout Grid) {
    let lines = LogListLines(list, screen)
    let layout = LogListLayout(list, on: grid.size, width: lines.width)
    let (width, height) = (layout.frame.width, layout.frame.height)
    var box = Grid(Size(columns: width, rows: height), style: Style(.text, on: .overlay))
    OverlayFrame(
      glyphs: screen.glyphs, title: screen.language("Logs, newest first", "日志，从新到旧"), isMoreAbove: layout.top > 0,
      isMoreBelow: layout.top + layout.rows < list.logs.count
    ).draw(on: &box)
    for row in 0..<min(layout.rows, list.logs.count - layout.top) {
      box.write(
        lines.lines[layout.top + row], in: 2..<width - 2, row: row + 1, on: .overlay,
        ellipsis: screen.glyphs.ellipsis)
    }
    box.write(lines.keys, in: 2..<width - 2, row: height - 2, on: .overlay, ellipsis: screen.glyphs.ellipsis)
    grid.draw(box, column: layout.frame.column, row: layout.frame.row)
  }
}
