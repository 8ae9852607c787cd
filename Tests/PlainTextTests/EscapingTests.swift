// Escaping of text on one line, and truncation to columns.

import PlainText
import TestSupport
import Testing

@Suite struct EscapingTests {
  @Test(arguments: [
    ("plain text", "plain text"), ("", ""), ("a\nb\rc\td", "a\\nb\\rc\\td"), ("\u{1B}[2J", "\\u{1B}[2J"),
    ("\0", "\\u{0}"),
    ("\u{7F}\u{9B}1m", "\\u{7F}\\u{9B}1m"), ("\u{202E}abc\u{2066}", "\\u{202E}abc\\u{2066}"),
    ("\u{2028}\u{2029}", "\\u{2028}\\u{2029}"), ("\u{200B}\u{FEFF}\u{AD}", "\\u{200B}\\u{FEFF}\\u{AD}"),
    ("\u{E0041}", "\\u{E0041}"), ("\r\n", "\\r\\n"), ("\u{100}\u{1000}", "\u{100}\u{1000}"),
    ("grüße 你好 🙂", "grüße 你好 🙂"),
  ])
  func hostileCharactersAreEscaped(_ text: String, _ line: String) {
    expectEqual(Escaping.line(text), line)
  }

  @Test(arguments: ["👩\u{200D}💻", "☃\u{FE0F}", "می\u{200C}خواهم", "👍🏽", "🇨🇳", "e\u{301}", "\u{378}", "\u{A0}"])
  func harmlessCharactersAreKept(_ text: String) {
    expectEqual(Array(Escaping.line(text).unicodeScalars), Array(text.unicodeScalars))
  }

  @Test func onlyPrintableASCIIIsPlain() {
    #expect(Escaping.isPlain("a ~") && Escaping.isPlain(""))
    #expect(!Escaping.isPlain("a\n") && !Escaping.isPlain("é") && !Escaping.isPlain("\u{7F}"))
  }

  @Test func aLineIsTruncatedButNeverInsideAnEscape() {
    expectEqual(Escaping.line("abcdef", limit: 6), "abcdef")
    expectEqual(Escaping.line("abcdefg", limit: 6), "abcde…")
    expectEqual(Escaping.line("世界世界世界世", limit: 6), "世界世界世…")
    expectEqual(Escaping.line("abc\u{1B}", limit: 6), "abc…")
    expectEqual(Escaping.line("a\u{1B}", limit: 7), "a\\u{1B}")
    expectEqual(Escaping.line("a\u{1B}bc", limit: 7), "a…")
    expectEqual(Escaping.line("\u{1B}\u{1B}", limit: 7), "\\u{1B}…")
    expectEqual(Escaping.line("abc", limit: 0), "…")
  }

  @Test func exactlyHostileCharactersAreEscaped() {
    for value in UInt32(0)..<0x30000 {
      guard let scalar = Unicode.Scalar(value) else { continue }
      #expect((Escaping.line(String(scalar)) != String(scalar)) == (ScalarKind(value) == .hostile))
    }
  }

  @Test func theHexadecimalFormHasNoLeadingZeros() {
    expectEqual(Escaping.line("\u{1}\u{F}\u{10}\u{61C}\u{FFF9}\u{E007F}"), #"\u{1}\u{F}\u{10}\u{61C}\u{FFF9}\u{E007F}"#)
  }

  @Test(arguments: [
    ("abcdef", 6, "abcdef", 6), ("abcdefg", 6, "abcde…", 6), ("漢字漢字", 6, "漢字…", 5), ("漢字漢", 6, "漢字漢", 6),
    ("abc", 0, "", 0), ("", 0, "", 0), ("abc", 1, "…", 1), ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…", 2),
    ("a👩\u{200D}💻b", 4, "a👩…", 4), ("ab\n", 3, "ab…", 3),
  ])
  func truncationStaysWithinItsColumns(_ text: String, _ columns: Int, _ expected: String, _ width: Int) {
    var bytes: [UInt8] = Array("> ".utf8)
    expectEqual(bytes.append(visible: text, within: columns), width)
    expectEqual(String(decoding: bytes, as: UTF8.self), "> " + expected)
    expectEqual(DisplayWidth.of(expected), width)
  }

  @Test func truncationInASCIIUsesThreeDots() {
    var bytes: [UInt8] = []
    expectEqual(bytes.append(visible: "abcdefg", within: 6, ellipsis: "..."), 6)
    expectEqual(String(decoding: bytes, as: UTF8.self), "abc...")
  }
}
