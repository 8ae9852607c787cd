// The display of hostile and difficult text, and its width in columns.

import PlainText
import TestSupport
import Testing

private func check(
  _ text: String, shows expected: String, columns: Int, sourceLocation: SourceLocation = #_sourceLocation
) {
  expectEqual(Glyph.visible(text), expected, sourceLocation: sourceLocation)
  expectEqual(DisplayWidth.of(text), columns, sourceLocation: sourceLocation)
  expectEqual(Glyph.all(in: text).reduce(0) { $0 + Int($1.width) }, columns, sourceLocation: sourceLocation)
}

@Suite struct GlyphTests {
  @Test func controlCharactersBecomeVisibleEscapes() {
    check("a\u{1B}[31mb", shows: "a\\u{1B}[31mb", columns: 12)
    check("a\nb\tc\rd\0", shows: "a\\nb\\tc\\rd\\u{0}", columns: 15)
    check("\u{7F}\u{9B}", shows: "\\u{7F}\\u{9B}", columns: 12)
  }

  @Test func lineEndsInsideOneCharacterAreEscaped() {
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

  @Test func linesEndAfterBlanksAndBesideWideCharacters() {
    for (text, mayBreak) in [(" b", true), ("a世", true), ("世b", true), ("ab", false), ("世。", false), ("（世", false)] {
      let pair = Array(text)
      expectEqual(LineBreaking.canBreak(pair[0], pair[1]), mayBreak, "\(text)")
    }
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

  // Measured with wcwidth 0.7, which gives each displayed text the same width.
  @Test func sequencesWithAmbiguousWidthAreSplit() {
    check("👩\u{200D}👧", shows: "👩👧", columns: 4)
    check("👩\u{1F3FD}\u{200D}💻", shows: "👩💻", columns: 4)
    check("👍🏽", shows: "👍", columns: 2)
    check("☝\u{FE0F}🏽", shows: "☝", columns: 1)
    check("a🏽", shows: "a🏽", columns: 3)
    check("🏽", shows: "🏽", columns: 2)
    check("❤\u{FE0F}", shows: "❤", columns: 1)
    check("\u{2603}\u{FE0F}", shows: "\u{2603}", columns: 1)
    check("😀\u{FE0E}", shows: "😀", columns: 2)
    check("1\u{FE0F}\u{20E3}", shows: "1\u{20E3}", columns: 1)
    check("🇨🇳", shows: "CN", columns: 2)
    check("🏴\u{E0067}\u{E007F}", shows: "🏴\\u{E0067}\\u{E007F}", columns: 20)
    check("می\u{200C}خواهم", shows: "میخواهم", columns: 7)
  }

  @Test func ideographsOfEveryBlockAreWide() {
    check("\u{17000}", shows: "\u{17000}", columns: 2)
    check("\u{3000}", shows: "\u{3000}", columns: 2)
    check("\u{20000}\u{1B000}\u{2F00}", shows: "\u{20000}\u{1B000}\u{2F00}", columns: 6)
    check("각", shows: "각", columns: 2)
    check("\u{1100}\u{1161}\u{11A8}", shows: "\u{1100}\u{1161}\u{11A8}", columns: 2)
  }

  @Test func marksTakeNoColumnAndGetABase() {
    check("कि", shows: "कि", columns: 2)
    check("กำ้", shows: "กำ้", columns: 2)
    check("\u{301}a", shows: " \u{301}a", columns: 2)
    check("\n\u{301}", shows: "\\n \u{301}", columns: 3)
    check("e\u{301}\u{302}\u{303}\u{304}", shows: "e\u{301}\u{302}", columns: 1)
  }

  @Test func unassignedCharactersBecomeVisible() {
    check("\u{378}", shows: "\\u{378}", columns: 7)
    check("\u{3164}", shows: "\\u{3164}", columns: 8)
    check("\u{10FFFF}", shows: "\\u{10FFFF}", columns: 10)
    check("\u{E000}", shows: "\u{E000}", columns: 1)
  }

  @Test func countingStopsAtTheLimit() {
    expectEqual(DisplayWidth.of(String(repeating: "x", count: 100_000), limit: 81), 81)
  }

  @Test func nothingShownIsHostile() {
    for value in UInt32(0)..<0x30000 {
      guard let scalar = Unicode.Scalar(value) else { continue }
      for glyph in Glyph.all(in: String(scalar)) {
        let kind = ScalarKind(glyph.base)
        #expect(kind == .plain && glyph.width == 1 || kind == .wide && glyph.width == 2, "\(String(value, radix: 16))")
      }
    }
  }

  @Test func asciiTakesOneColumnEach() {
    for value in UInt8(0x20)..<0x7F {
      expectEqual(DisplayWidth.of(String(Unicode.Scalar(value))), 1)
    }
  }
}
