// Writes text into a grid: clipped, aligned, and with an ellipsis where it was cut.

import PlainText

/// The alignment of text within a range of columns.
public enum Alignment: Sendable {
  /// At the left edge.
  case leading
  /// At the right edge.
  case trailing
}

extension Grid {
  /// Writes text and clips it at the edges.
  ///
  /// - Parameters:
  ///   - text: Any text; `Glyph` decides how it is shown.
  ///   - column: The first column; may be negative.
  ///   - row: Outside the grid nothing is drawn.
  ///   - style: Its style.
  ///   - limit: The first column that must stay untouched.
  /// - Returns: The column after the text, at most `limit`.
  @discardableResult
  public mutating func write(
    _ text: String, column: Int, row: Int, style: Style = Style(), limit: Int = .max
  ) -> Int {
    let end = min(limit, size.columns)
    var x = column
    Glyph.forEach(in: text) { glyph in
      let next = x + Int(glyph.width)
      guard next <= end else { return false }
      // The visible half of a wide glyph at the left edge stays blank.
      if x >= 0 { put(glyph, column: x, row: row, style: style) }
      x = next
      return true
    }
    return x
  }

  /// Writes text into a range of columns; text that does not fit is cut and ends with an ellipsis.
  ///
  /// - Parameters:
  ///   - text: Any text; `Glyph` decides how it is shown.
  ///   - columns: The available columns; an empty range draws nothing.
  ///   - row: Outside the grid nothing is drawn.
  ///   - style: Its style.
  ///   - alignment: Its alignment within the range.
  ///   - ellipsis: The mark of a cut, one column wide.
  /// - Returns: The column after the text.
  @discardableResult
  public mutating func write(
    _ text: String, in columns: Range<Int>, row: Int, style: Style = Style(), alignment: Alignment = .leading,
    ellipsis: String = "…"
  ) -> Int {
    guard !columns.isEmpty else { return columns.lowerBound }
    let width = DisplayWidth.of(text, limit: columns.count + 1)
    guard width > columns.count else {
      let start = alignment == .leading ? columns.lowerBound : columns.upperBound - width
      return write(text, column: start, row: row, style: style, limit: columns.upperBound)
    }
    write(text, column: columns.lowerBound, row: row, style: style, limit: columns.upperBound - 1)
    return write(ellipsis, column: columns.upperBound - 1, row: row, style: style, limit: columns.upperBound)
  }

  /// Fills a range of columns with one glyph.
  ///
  /// - Parameters:
  ///   - text: Its first glyph is used.
  ///   - columns: Clipped to the grid.
  ///   - row: Outside the grid nothing is drawn.
  ///   - style: Its style.
  public mutating func fill(_ text: String, columns: Range<Int>, row: Int, style: Style = Style()) {
    var pattern = Glyph.blank
    Glyph.forEach(in: text) { glyph in
      pattern = glyph
      return false
    }
    var column = max(0, columns.lowerBound)
    let end = min(columns.upperBound, size.columns)
    while column + Int(pattern.width) <= end {
      put(pattern, column: column, row: row, style: style)
      column += Int(pattern.width)
    }
  }
}
