// Which characters curses gets for a cell, with the widths of another C library.

import PlainText

@testable import CursesTerminal

@Suite struct RowPainterTests {
  /// The characters for the first glyph of a text, as code points, for a C library with these widths.
  private func characters(_ text: String, showsUnicode: Bool = true, width: @escaping (Int32) -> Int32) -> [Int32] {
    var grid = Grid(Size(columns: 2, rows: 1))
    grid.write(text, column: 0, row: 0)
    let (base, marks, copies) = RowPainter.characters(
      of: grid.row(0)[grid.row(0).startIndex], showsUnicode: showsUnicode, width: width)
    return (0..<copies).flatMap { _ in [base, marks.0, marks.1].filter { $0 != 0 } }
  }

  @Test func aGlyphKeepsItsMarks() {
    expectEqual(characters("漢", width: { _ in 2 }), [0x6F22])
    expectEqual(characters("é\u{300}\u{301}", width: { $0 < 0x300 ? 1 : 0 }), [0xE9, 0x300, 0x301])
  }

  @Test func aGlyphOfAnotherWidthIsReplacedColumnByColumn() {
    expectEqual(characters("漢", width: { _ in 1 }), [0xFFFD, 0xFFFD])
    expectEqual(characters("漢\u{300}", showsUnicode: false, width: { _ in -1 }), [0x3F, 0x3F])
  }

  @Test func aMarkThatTakesAColumnIsDropped() {
    expectEqual(characters("é\u{300}\u{301}", width: { $0 == 0x301 || $0 == 0xE9 ? 1 : 0 }), [0xE9, 0x300])
    expectEqual(characters("é\u{300}\u{301}", width: { $0 == 0x301 ? 0 : 1 }), [0xE9])
  }

  @Test func asciiIsNeverReplaced() {
    expectEqual(characters("~", width: { _ in -1 }), [0x7E])
  }
}
