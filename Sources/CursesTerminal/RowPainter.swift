// A row of cells as curses takes it: mixed colors, combining marks, and widths that agree with those of the C library.

import CNcurses
import Canvas

/// Passes rows to curses.
///
/// Only the terminal's thread may use it.
struct RowPainter {
  private var ink: InkWell
  private let showsUnicode: Bool
  /// The cells of the current row; kept because its capacity is used again.
  private var buffer: [cchar_t] = []

  init(ink: InkWell, showsUnicode: Bool) {
    (self.ink, self.showsUnicode) = (ink, showsUnicode)
  }

  /// Puts a row on the curses screen, which shows it at its next refresh.
  mutating func paint(_ row: ArraySlice<Cell>, row number: Int) {
    buffer.removeAll(keepingCapacity: true)
    for cell in row where cell.width > 0 {
      let mixed = ink.mix(cell.style)
      let (base, marks, copies) = Self.characters(of: cell, showsUnicode: showsUnicode, width: cn_width)
      var target = cchar_t()
      cn_set_cell(&target, base, marks.0, marks.1, mixed.attributes, mixed.pair)
      for _ in 0..<copies { buffer.append(target) }
    }
    cn_put_row(Int32(number), buffer, Int32(buffer.count))
  }

  /// The characters that take exactly the columns of a cell.
  ///
  /// Curses advances by the widths of the C library. Where they differ from ours, a replacement keeps the columns exact.
  ///
  /// - Parameters:
  ///   - cell: A cell that is not the right half of a wide glyph.
  ///   - showsUnicode: Whether the terminal shows more than ASCII.
  ///   - width: The width of a character in the C library.
  /// - Returns: The base, its marks or 0, and how often they are drawn.
  static func characters(
    of cell: Cell, showsUnicode: Bool, width: (wchar_t) -> Int32
  ) -> (base: wchar_t, marks: (wchar_t, wchar_t), copies: Int) {
    let base = wchar_t(bitPattern: cell.base)
    var marks = (wchar_t(bitPattern: cell.marks.0), wchar_t(bitPattern: cell.marks.1))
    guard cell.base >= 0x7F else { return (base, marks, 1) }
    if width(base) != Int32(cell.width) { return (showsUnicode ? 0xFFFD : 0x3F, (0, 0), Int(cell.width)) }
    if marks.0 != 0, width(marks.0) != 0 { marks = (0, 0) }
    if marks.1 != 0, width(marks.1) != 0 { marks.1 = 0 }
    return (base, marks, 1)
  }
}
