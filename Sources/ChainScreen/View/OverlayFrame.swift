// The border of a box over the page: its corners, its title, and the marks of a longer content.

import Canvas
import PlainText

struct OverlayFrame {
  let glyphs: ScreenGlyphs
  let title: String
  var isMoreAbove = false
  var isMoreBelow = false

  func draw(on box: inout Grid) {
    let (width, height) = (box.size.columns, box.size.rows)
    let style = Style(.faint, on: .overlay)
    for row in [0, height - 1] { box.fill(glyphs.rule, columns: 1..<max(1, width - 1), row: row, style: style) }
    for row in 1..<max(1, height - 1) {
      box.write(glyphs.divider, column: 0, row: row, style: style)
      box.write(glyphs.divider, column: width - 1, row: row, style: style)
    }
    let corners = glyphs.corners
    box.write(corners.0, column: 0, row: 0, style: style)
    box.write(corners.1, column: width - 1, row: 0, style: style)
    box.write(corners.2, column: 0, row: height - 1, style: style)
    box.write(corners.3, column: width - 1, row: height - 1, style: style)
    box.write(" \(title) ", column: 2, row: 0, style: Style(.title, on: .overlay))
    if isMoreAbove { box.write(" \(glyphs.more.up) ", column: width - 5, row: 0, style: Style(.key, on: .overlay)) }
    if isMoreBelow {
      box.write(" \(glyphs.more.down) ", column: width - 5, row: height - 1, style: Style(.key, on: .overlay))
    }
  }
}
