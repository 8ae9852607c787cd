// The bottom line: the keys that are useful now, or the line being typed. `FooterKeys` chooses the keys.

import Canvas
import PlainText

struct FooterPane {
  private let screen: Screen
  private var language: Language { screen.language }

  init(_ screen: Screen) { self.screen = screen }

  func draw(_ size: Size) -> Grid {
    var grid = Grid(size, style: Style(.text, on: .status))
    if let prompt = screen.state.prompt {
      draw(prompt, into: &grid)
    } else {
      drawKeys(into: &grid)
    }
    return grid
  }

  private func drawKeys(into grid: inout Grid) {
    let columns = grid.size.columns
    var end = 1
    for item in FooterKeys(screen, columns: columns).items {
      end =
        2
        + grid.write(
          item.spans, in: item.column..<columns, row: 0, on: .status, ellipsis: screen.glyphs.ellipsis)
    }
    let newest = screen.playhead.isAtEnd && screen.lesson == nil ? screen.messages.last?.text : nil
    // A message of the program is shown if all of it fits beside the keys; otherwise the key of the output pane is.
    let message = newest.map { screen.glyphs.isASCII ? "\"\($0)\"" : "“\($0)”" }
    let shown = message.flatMap {
      [$0, FooterKeys.outputHint(screen)].first { DisplayWidth.of($0, limit: columns) < columns - end }
    }
    guard let text = screen.shownNotice ?? shown, end + 4 < columns else { return }
    grid.write(
      text, in: end..<columns - 1, row: 0, style: Style(.notice, on: .status), alignment: .trailing,
      ellipsis: screen.glyphs.ellipsis)
  }

  private func draw(_ prompt: Prompt, into grid: inout Grid) {
    let columns = grid.size.columns
    let (head, keys) =
      switch prompt.purpose {
      case .search: (language("Search: ", "搜索："), language.promptKeys)
      case .filter: (language("Filter: ", "过滤："), language.promptKeys)
      case .logFilter: (language("Filter the log: ", "过滤日志："), language.promptKeys)
      case .goTo:
        (
          language("Go to: ", "转到："),
          language("30s  1:30  12:04:31  -5s before the end", "30s  1:30  12:04:31  -5s 结束前")
        )
      case .save:
        (
          language("Save to: ", "保存到："),
          language(".txt tree  .ndjson log  #12.txt below #12", ".txt 树  .ndjson 日志  #12.txt 只含 #12 以下")
        )
      case .input: (language("To the program: ", "输入给程序："), language("Esc back", "Esc 返回"))
      }
    // How many promises match, as soon as something is typed.
    let hint = [screen.shownNotice.map { Span($0, .notice) } ?? Span(keys, .faint)]
    let limit = columns - (columns >= 60 ? hint.width + 3 : 1)
    var column = grid.write(
      [Span(head, .key)], in: 1..<columns, row: 0, on: .status, ellipsis: screen.glyphs.ellipsis)
    // The end of a long text stays visible, because that is where the user types.
    var text = prompt.text
    while DisplayWidth.of(text, limit: 1_000) > limit - column - 1, !text.isEmpty { text.removeFirst() }
    column = grid.write(
      [Span(text, prompt.isSuggestion ? .faint : .title)], in: column..<max(column, limit), row: 0, on: .status,
      ellipsis: "")
    grid.write(screen.glyphs.cursor, column: column, row: 0, style: Style(.notice, on: .status))
    guard columns >= 60 else { return }
    grid.write(hint, in: columns - hint.width - 1..<columns - 1, row: 0, on: .status, ellipsis: screen.glyphs.ellipsis)
  }
}
