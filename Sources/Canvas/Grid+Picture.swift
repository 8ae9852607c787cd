// Renders a grid as text, for tests and for output that is not a terminal.

import PlainText

extension Grid {
  /// The text of the grid, one line per row, without trailing blanks.
  public var text: String {
    lines { cell in cell.text }
  }

  /// The roles of the grid: each visible cell as the letter of its role.
  ///
  /// On the selection, letters that have an uppercase form are uppercase and blanks are `_`.
  public var roles: String {
    lines { cell in
      guard cell.width > 0 else { return "" }
      let isSelected = cell.style.surface == .selection
      if cell.base == 0x20 { return String(repeating: isSelected ? "_" : " ", count: Int(cell.width)) }
      let letter = String(cell.style.role.letter)
      return String(repeating: isSelected ? letter.uppercased() : letter, count: Int(cell.width))
    }
  }

  private func lines(_ show: (Cell) -> String) -> String {
    var picture = ""
    for row in 0..<size.rows {
      if row > 0 { picture += "\n" }
      var line = ""
      for cell in self.row(row) { line += show(cell) }
      while line.last == " " { line.removeLast() }
      picture += line
    }
    return picture
  }
}
