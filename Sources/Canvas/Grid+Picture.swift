// A grid as text, for tests, for saving what one sees, and for terminals that are none.

extension Grid {
  /// What the grid shows, one line per row, blanks at the ends of lines cut off.
  public var text: String {
    lines { cell in cell.text }
  }

  /// What the grid means: each cell that shows something as its role's letter, in capitals (where it has one) on the
  /// selection; blanks are blank, except that selected ones are `_`.
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
