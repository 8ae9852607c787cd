// Nothing is said by colour alone: every state has a glyph and a word of its own, in Unicode and in ASCII.

import ChainModel

@testable import ChainScreen

@Suite struct NothingByColourTests {
  @Test(arguments: [false, true]) func everyStateHasAGlyphOfItsOwn(_ isASCII: Bool) {
    let glyphs = ScreenGlyphs(isASCII: isASCII)
    let all = NodeState.allCases.map(glyphs.state)
    expectEqual(Set(all).count, all.count)
    for glyph in all { expectEqual(DisplayWidth.of(glyph), 1) }
  }

  @Test func asciiMeansASCII() {
    for keys in ["Down", "F1", "Space", "Enter", "f"] {
      for script in [EventScript.listLoader(), .listLoader(failing: true)] {
        for columns in [40, 80, 140] {
          var screen = TestScreen(script, columns: columns, ascii: true)
          screen.play(keys)
          #expect(screen.draw().text.utf8.allSatisfy { $0 < 0x80 })
        }
      }
    }
  }

  @Test func everyWordIsOnTheScreen() {
    var screen = TestScreen(.avatars(), columns: 120)
    let text = screen.draw().text
    for word in ["unhandled", "fulfilled", "rejected", "unknown", "freed", "canceled"] {
      #expect(text.contains(word))
    }
  }

  @Test func noControlCharacterReachesTheGrid() {
    var screen = TestScreen(.avatars(), columns: 140, rows: 45)
    for keys in ["Down", "Down", "Down", "End", "Up"] {
      screen.play(keys)
      let cells = screen.draw().cells
      #expect(cells.allSatisfy { $0.width == 0 || $0.base >= 0x20 && !(0x7F..<0xA0).contains($0.base) })
    }
  }
}
