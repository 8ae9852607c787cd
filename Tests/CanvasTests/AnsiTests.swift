// The escape sequences of a colored picture, written out.

import Canvas
import PlainText
import TestSupport
import Testing

/// Draws a row with the dark theme and compares the result, with ESC shown as `^`.
private func check(
  _ theme: Theme = .dark, depth: ColorDepth = .palette, shows expected: String,
  sourceLocation: SourceLocation = #_sourceLocation, _ draw: (inout Grid) -> Void
) {
  var grid = Grid(Size(columns: 8, rows: 1))
  draw(&grid)
  expectEqual(grid.ansi(theme, depth: depth).replacing("\u{1B}[", with: "^"), expected, sourceLocation: sourceLocation)
}

@Suite struct AnsiTests {
  @Test func setsAndResetsColors() {
    check(shows: "^0;38;5;114mok^0m") { $0.write("ok", column: 0, row: 0, style: Style(.success)) }
    check(shows: "^0;1;38;5;231;48;5;160m!^0m a") {
      $0.write("!", column: 0, row: 0, style: Style(.alarm))
      $0.write(" a", column: 1, row: 0)
    }
  }

  @Test func usesTheColorsOfTheDepth() {
    let style = Style(.failure)
    check(depth: .none, shows: "^0;1mno^0m") { $0.write("no", column: 0, row: 0, style: style) }
    check(depth: .eight, shows: "^0;1;31mno^0m") { $0.write("no", column: 0, row: 0, style: style) }
    check(depth: .sixteen, shows: "^0;1;91mno^0m") { $0.write("no", column: 0, row: 0, style: style) }
    check(depth: .palette, shows: "^0;1;38;5;203mno^0m") { $0.write("no", column: 0, row: 0, style: style) }
    check(depth: .direct, shows: "^0;1;38;2;244;112;109mno^0m") { $0.write("no", column: 0, row: 0, style: style) }
    check(.monochrome, depth: .direct, shows: "^0;1;7m!^0m") {
      $0.write("!", column: 0, row: 0, style: Style(.alarm))
    }
  }

  @Test func dropsBlanksUnlessTheirBackgroundIsVisible() {
    check(.monochrome, shows: "") { _ in }
    check(.monochrome, shows: "a") { $0.write("a", column: 0, row: 0) }
    check(.monochrome, shows: "^0;7ma   ^0m") {
      $0.write("a", column: 0, row: 0)
      $0.lay(.selection, columns: 0..<4, row: 0)
    }
  }

  @Test func aBlankNeedsNoSequenceForItsForeground() {
    check(.monochrome, shows: "^0;2ma b^0m") {
      $0.write("a", column: 0, row: 0, style: Style(.faint))
      $0.write("b", column: 2, row: 0, style: Style(.faint))
    }
  }

  @Test func namesEveryAttribute() {
    check(.monochrome, shows: "^0;1;4mfo^0m") { $0.write("fo", column: 0, row: 0, style: Style(.focus)) }
  }

  @Test func wideGlyphsKeepTheirColumns() {
    check(.monochrome, shows: "世界|") {
      $0.write("世界", column: 0, row: 0)
      $0.write("|", column: 4, row: 0)
    }
  }
}
