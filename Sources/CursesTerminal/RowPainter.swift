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
      var base = wchar_t(bitPattern: cell.base)
      var marks = (wchar_t(bitPattern: cell.marks.0), wchar_t(bitPattern: cell.marks.1))
      var copies = 1
      if cell.base >= 0x7F {
        // Curses advances by the widths of the C library. Where they differ from ours, a replacement keeps the columns exact.
        if cn_width(base) != Int32(cell.width) {
          base = showsUnicode ? 0xFFFD : 0x3F
          marks = (0, 0)
          copies = Int(cell.width)
        }
        if marks.0 != 0, cn_width(marks.0) != 0 { marks = (0, 0) }
        if marks.1 != 0, cn_width(marks.1) != 0 { marks.1 = 0 }
      }
      var target = cchar_t()
      cn_set_cell(&target, base, marks.0, marks.1, mixed.attributes, mixed.pair)
      for _ in 0..<copies { buffer.append(target) }
    }
    cn_put_row(Int32(number), buffer, Int32(buffer.count))
  }
}
