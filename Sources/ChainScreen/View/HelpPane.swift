// The help, in a box over the page. `HelpLines` has its lines.

import Canvas
import PlainText

struct HelpPane {
  private let screen: Screen

  init(_ screen: Screen) { self.screen = screen }

  func draw(over grid: inout Grid) {
    let help = HelpLines(screen)
    let lines = help.lines(columns: grid.size.columns - 6)
    let textWidth = lines.map(\.width).max() ?? 0
    let language = screen.language
    let page = HelpLines.page(grid.size)
    let pages = (lines.count + page - 1) / page
    let other =
      screen.state.explained == nil
      ? language("? glyphs and words   / search", "? 符号与用语   / 搜索") : language("? keys   / search", "? 按键   / 搜索")
    let foot =
      pages > 1
      ? language(
        "page \((1 + (screen.state.helpTop + page - 1) / page)) of \(pages)   PgDn, PgUp   \(other)",
        "第 \((1 + (screen.state.helpTop + page - 1) / page))/\(pages) 页   PgDn、PgUp   \(other)") : other
    let width = min(grid.size.columns - 2, max(textWidth, DisplayWidth.of(foot) + 6, 30) + 4)
    let height = min(grid.size.rows - 2, lines.count + 2)
    let top = min(screen.state.helpTop, help.lastTop(grid.size))
    var box = Grid(Size(columns: width, rows: height), style: Style(.text, on: .overlay))
    OverlayFrame(
      glyphs: screen.glyphs,
      title: screen.state.helpSearch.map {
        language("Search: \($0 + screen.glyphs.cursor)", "搜索：\($0 + screen.glyphs.cursor)")
      }
        ?? (screen.state.explained == nil
          ? language("Keys", "按键") : language("Glyphs and words", "符号与用语")),
      isMoreAbove: top > 0, isMoreBelow: top + height - 2 < lines.count
    ).draw(on: &box)
    if !foot.isEmpty { box.write(" \(foot) ", column: 2, row: height - 1, style: Style(.faint, on: .overlay)) }
    for row in 0..<max(0, min(height - 2, lines.count - top)) {
      box.write(
        lines[top + row], in: 2..<width - 2, row: row + 1, on: .overlay, ellipsis: screen.glyphs.ellipsis)
    }
    grid.draw(box, column: (grid.size.columns - width) / 2, row: (grid.size.rows - height) / 2)
  }
}
