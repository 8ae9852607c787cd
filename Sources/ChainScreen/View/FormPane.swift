// The form with which a scenario runs again, in a box over the page.

import Canvas
import LessonEngine
import PlainText

struct FormPane {
  private let screen: Screen
  private let form: RunForm
  private var language: Language { screen.language }

  init(_ screen: Screen, _ form: RunForm) { (self.screen, self.form) = (screen, form) }

  func draw(over grid: inout Grid) {
    let titles = form.fields.map { $0.title.text(in: screen.language) }
    let column = 4 + (titles.map { DisplayWidth.of($0) }.max() ?? 0) + 2
    let help = language.faint("Enter: run   Left, Right: change   Esc: close", "Enter：运行   左、右：修改   Esc：关闭")
    let longest = form.fields.flatMap { $0.choices.isEmpty ? ["123456789"] : $0.choices }.map { DisplayWidth.of($0) }
      .max()
    let width = min(grid.size.columns - 2, max(column + (longest ?? 9) + 8, help.width + 4))
    let height = min(grid.size.rows - 2, form.fields.count + 4)
    var box = Grid(Size(columns: width, rows: height), style: Style(.text, on: .overlay))
    OverlayFrame(glyphs: screen.glyphs, title: language("Change and run again", "修改并重新运行")).draw(on: &box)
    for (index, field) in form.fields.enumerated() where index + 1 < height - 2 {
      let isSelected = index == form.selected
      if isSelected { box.write(screen.glyphs.mark, column: 2, row: index + 1, style: Style(.notice, on: .overlay)) }
      box.write(
        [Span(titles[index], isSelected ? .label : .text)], in: 4..<max(4, min(column - 1, width - 2)), row: index + 1,
        on: .overlay, ellipsis: screen.glyphs.ellipsis)
      box.write(
        value(field, isSelected: isSelected), in: min(column, width - 2)..<width - 2, row: index + 1, on: .overlay,
        ellipsis: screen.glyphs.ellipsis)
    }
    box.write(help, in: 2..<width - 2, row: height - 2, on: .overlay, ellipsis: screen.glyphs.ellipsis)
    grid.draw(box, column: (grid.size.columns - width) / 2, row: (grid.size.rows - height) / 2)
  }

  private func value(_ field: RunForm.Field, isSelected: Bool) -> [Span] {
    let (left, right) = screen.glyphs.isASCII ? ("<", ">") : ("‹", "›")
    let role: StyleRole = !field.isValid ? .failure : isSelected ? .title : .text
    let shown =
      field.value.isEmpty ? language("(default)", "（默认）") : field.value == "none" ? language("none", "无") : field.value
    let text = Span(shown, field.value.isEmpty ? .faint : role)
    guard isSelected else { return [Span("  "), text] }
    guard field.choices.isEmpty else { return [Span("\(left) ", .key), text, Span(" \(right)", .key)] }
    let limits = Span("  \(field.limits.lowerBound)-\(field.limits.upperBound)", .failure)
    return [Span("\(left) ", .key), text, Span(screen.glyphs.cursor, .notice), Span(" \(right)", .key)]
      + (field.isValid ? [] : [limits])
  }
}
