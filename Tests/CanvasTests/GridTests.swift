// What a grid shows after drawing: the picture is the assertion.

import Canvas
import PlainText
import TestSupport
import Testing

/// Draws into a grid of `columns` and compares the first row, quoted so that its end is seen.
private func check(
  columns: Int = 10, shows expected: String, sourceLocation: SourceLocation = #_sourceLocation,
  _ draw: (inout Grid) -> Void
) {
  var grid = Grid(Size(columns: columns, rows: 1))
  draw(&grid)
  expectEqual(grid.text, expected, sourceLocation: sourceLocation)
  #expect(isColumnExact(grid), sourceLocation: sourceLocation)
}

/// Every wide glyph has its right half, and no half is without its glyph.
private func isColumnExact(_ grid: Grid) -> Bool {
  for row in 0..<grid.size.rows {
    var column = 0
    while column < grid.size.columns {
      let cell = grid[column, row]
      switch cell.width {
      case 1: column += 1
      case 2 where column + 1 < grid.size.columns && grid[column + 1, row].width == 0: column += 2
      default: return false
      }
    }
  }
  return true
}

@Suite struct GridTests {
  @Test func clipsAtBothEdges() {
    check(columns: 5, shows: "cdefg") { $0.write("abcdefghij", column: -2, row: 0) }
    check(columns: 5, shows: "   ab") { $0.write("abcdefghij", column: 3, row: 0) }
    check(columns: 5, shows: "") { $0.write("abc", column: 0, row: 1) }
    check(columns: 5, shows: "") { $0.write("abc", column: 0, row: -1) }
    check(columns: 0, shows: "") { $0.write("abc", column: 0, row: 0) }
  }

  @Test func aGlyphBesideAGridIsNotInItsNextRow() {
    var grid = Grid(Size(columns: 2, rows: 2))
    for glyph in Glyph.all(in: "x") { grid.put(glyph, column: 2, row: 0, style: Style()) }
    expectEqual(grid, Grid(Size(columns: 2, rows: 2)))
  }

  @Test func fillsAndLaysOnlyWholeGlyphsWithinTheGrid() {
    check(columns: 5, shows: " ────") { $0.fill("─┐", columns: 1..<9, row: 0) }
    check(columns: 5, shows: "世世") { $0.fill("世", columns: -2..<5, row: 0) }
    check(columns: 5, shows: "") { $0.fill("─", columns: 2..<2, row: 0) }
    check(columns: 2, shows: "") {
      for row in [-1, 1] { $0.lay(.selection, columns: 0..<2, row: row) }
    }
  }

  @Test func cellsAreEqualIfTheirTextsAndStylesAre() {
    let cells = ["a", "b", "世", "a\u{301}"].flatMap { text in
      Glyph.all(in: text).flatMap { [Cell($0, Style()), Cell($0, Style(.failure))] }
    }
    for (index, cell) in cells.enumerated() { expectEqual(cells.filter { $0 == cell }, [cells[index]]) }
  }

  @Test func returnsTheColumnAfterTheText() {
    var grid = Grid(Size(columns: 10, rows: 1))
    expectEqual(grid.write("ab", column: 3, row: 0), 5)
    expectEqual(grid.write("世界", column: 0, row: 0), 4)
    expectEqual(grid.write("abcdef", column: 0, row: 0, limit: 4), 4)
    // What follows a glyph that does not fit is not drawn either.
    expectEqual(grid.write("x世y", column: 0, row: 0, limit: 2), 1)
  }

  @Test func keepsColumnsExactWithWideGlyphs() {
    check(shows: "世界|") {
      $0.write("世界", column: 0, row: 0)
      $0.write("|", column: 4, row: 0)
    }
  }

  @Test func blanksTheOtherHalfOfAnOverwrittenWideGlyph() {
    check(shows: "x 界") {
      $0.write("世界", column: 0, row: 0)
      $0.write("x", column: 0, row: 0)
    }
    check(shows: " x界") {
      $0.write("世界", column: 0, row: 0)
      $0.write("x", column: 1, row: 0)
    }
    check(shows: " 中") {
      $0.write("世界", column: 0, row: 0)
      $0.write("中", column: 1, row: 0)
    }
  }

  @Test func neverDrawsAWideGlyphInTheLastColumn() {
    check(columns: 5, shows: "abcd") { $0.write("abcd世", column: 0, row: 0) }
    check(columns: 5, shows: "abcd") {
      $0.write("abcdx", column: 0, row: 0)
      for glyph in Glyph.all(in: "世") { $0.put(glyph, column: 4, row: 0, style: Style()) }
    }
  }

  @Test func leavesHalfOfAWideGlyphAtTheLeftEdgeBlank() {
    check(columns: 5, shows: " 界a") { $0.write("世界a", column: -1, row: 0) }
  }

  @Test func keepsCombiningMarksOnTheirBaseAndDropsTowers() {
    check(columns: 3, shows: "e\u{301}x") { $0.write("e\u{301}x", column: 0, row: 0) }
    check(columns: 3, shows: "e\u{301}\u{302}x") { $0.write("e\u{301}\u{302}\u{303}\u{304}x", column: 0, row: 0) }
    check(columns: 3, shows: " \u{301}x") { $0.write("\u{301}x", column: 0, row: 0) }
  }

  @Test func marksWhereTextWasCut() {
    check(columns: 8, shows: "abcd…") { $0.write("abcdefgh", in: 0..<5, row: 0) }
    check(columns: 8, shows: "abcde") { $0.write("abcde", in: 0..<5, row: 0) }
    check(columns: 8, shows: "世界…") { $0.write("世界大战", in: 0..<5, row: 0) }
    check(columns: 8, shows: "世 …") { $0.write("世界大战", in: 0..<4, row: 0) }
    check(columns: 8, shows: "abc~") { $0.write("abcdefgh", in: 0..<4, row: 0, ellipsis: "~") }
    check(columns: 8, shows: "") { $0.write("abc", in: 3..<3, row: 0) }
  }

  @Test func alignsAtTheRight() {
    check(columns: 8, shows: "   12 ms") { $0.write("12 ms", in: 0..<8, row: 0, alignment: .trailing) }
    check(columns: 8, shows: "    世界") { $0.write("世界", in: 0..<8, row: 0, alignment: .trailing) }
  }

  @Test func drawsAGridOverAnotherAndCutsWideGlyphsAtTheSeams() {
    var box = Grid(Size(columns: 4, rows: 1))
    box.write("世界", column: 0, row: 0)
    check(columns: 6, shows: "a世界f") {
      $0.write("abcdef", column: 0, row: 0)
      $0.draw(box, column: 1, row: 0)
    }
    check(columns: 6, shows: " 界def") {
      $0.write("abcdef", column: 0, row: 0)
      $0.draw(box, column: -1, row: 0)
    }
    check(columns: 6, shows: "abc世") {
      $0.write("abcdef", column: 0, row: 0)
      $0.draw(box, column: 3, row: 0)
    }
    check(columns: 6, shows: " 世界") {
      $0.write("大大大", column: 0, row: 0)
      $0.draw(box, column: 1, row: 0)
    }
    check(columns: 6, shows: "abcdef") {
      $0.write("abcdef", column: 0, row: 0)
      $0.draw(box, column: 6, row: 0)
      $0.draw(box, column: -4, row: 0)
      $0.draw(box, column: 0, row: 1)
    }
  }

  @Test func showsRolesAndTheSelection() {
    var grid = Grid(Size(columns: 8, rows: 2))
    grid.write("ok 3", column: 0, row: 0, style: Style(.success))
    grid.write("no", column: 0, row: 1, style: Style(.failure))
    grid.lay(.selection, columns: 0..<4, row: 1)
    expectEqual(grid.roles, "oo o\nXX__")
  }

  @Test func everyRoleHasALetterOfItsOwn() {
    expectEqual(Set(StyleRole.allCases.map(\.letter)).count, StyleRole.allCases.count)
  }
}
