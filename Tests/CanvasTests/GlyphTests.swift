// Hostile and difficult text: what is shown of it, and how many columns it takes.

import Canvas
import Testing

private func check(
  _ text: String, shows expected: String, columns: Int, sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(Glyph.visible(text) == expected, sourceLocation: sourceLocation)
  #expect(DisplayWidth.of(text) == columns, sourceLocation: sourceLocation)
}

@Suite struct GlyphTests {
  @Test func controlCharactersBecomeVisibleEscapes() {
    check("a\u{1B}[31mb", shows: "a\\u{1B}[31mb", columns: 12)
    check("a\nb\tc\rd\0", shows: "a\\nb\\tc\\rd\\0", columns: 12)
    check("\u{7F}\u{9B}", shows: "\\u{7F}\\u{9B}", columns: 12)
  }

  @Test func lineEndsInsideOneCharacterAreSeen() {
    check("a\r\nb", shows: "a\\r\\nb", columns: 6)
  }

  @Test func reorderingAndInvisibleCharactersBecomeVisible() {
    check("a\u{202E}b", shows: "a\\u{202E}b", columns: 10)
    check("\u{2066}x\u{2069}", shows: "\\u{2066}x\\u{2069}", columns: 17)
    check("a\u{200B}b", shows: "a\\u{200B}b", columns: 10)
    check("\u{FEFF}", shows: "\\u{FEFF}", columns: 8)
    check("\u{AD}", shows: "\\u{AD}", columns: 6)
    check("\u{2028}", shows: "\\u{2028}", columns: 8)
    check("\u{E0041}", shows: "\\u{E0041}", columns: 9)
  }

  @Test func spacesOfAnyKindTakeOneColumn() {
    check("a\u{A0}b\u{2003}c", shows: "a b c", columns: 5)
  }

  @Test func widths() {
    check("abc", shows: "abc", columns: 3)
    check("世界", shows: "世界", columns: 4)
    check("한글", shows: "한글", columns: 4)
    check("ｱ", shows: "ｱ", columns: 1)
    check("Ａ", shows: "Ａ", columns: 2)
    check("é", shows: "é", columns: 1)
    check("e\u{301}", shows: "e\u{301}", columns: 1)
    check("✓✗○◐●▸▾↪─│└├", shows: "✓✗○◐●▸▾↪─│└├", columns: 12)
    check("😀", shows: "😀", columns: 2)
    check("", shows: "", columns: 0)
  }

  @Test func whatTerminalsDisagreeOnIsTakenApart() {
    check("👩\u{200D}👧", shows: "👩👧", columns: 4)
    check("👍🏽", shows: "👍", columns: 2)
    check("❤\u{FE0F}", shows: "❤", columns: 1)
    check("🇨🇳", shows: "CN", columns: 2)
  }

  @Test func countingStopsAtTheLimit() {
    #expect(DisplayWidth.of(String(repeating: "x", count: 100_000), limit: 81) == 81)
  }

  @Test func asciiTakesOneColumnEach() {
    for value in UInt8(0x20)..<0x7F {
      #expect(DisplayWidth.of(String(Unicode.Scalar(value))) == 1)
    }
  }
}
