// Escaping, columns, durations, numbers.

import ChainModel
import Testing

@Suite struct DisplayTextTests {
  @Test(arguments: [
    (0, "0 ms"), (-5, "0 ms"), (1, "1 ns"), (999, "999 ns"), (1_000, "1.00 µs"), (12_345, "12.3 µs"),
    (999_499, "999 µs"), (999_500, "1.00 ms"), (3_140_000, "3.14 ms"), (9_999_999, "10.0 ms"), (99_990_000, "100 ms"),
    (1_210_000_000, "1.21 s"), (59_949_000_000, "59.9 s"), (59_960_000_000, "1 min 00 s"),
    (184_000_000_000, "3 min 04 s"), (3_600_000_000_000, "1 h 00 min"), (86_400_000_000_000, "24 h 00 min"),
  ])
  func durationsHaveThreeDigits(_ nanoseconds: Int, _ text: String) {
    #expect(DisplayText.duration(Int64(nanoseconds)) == text)
  }

  @Test(arguments: [("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("漢字", 4), ("👩‍💻", 2), ("❤️", 2), ("ｱ", 1), ("Ａ", 2)])
  func columnsAreATerminals(_ text: String, _ columns: Int) {
    #expect(DisplayText.columns(text) == columns)
  }

  @Test func cuttingKeepsWithinItsColumns() {
    #expect(DisplayText.cut("abcdef", to: 6) == "abcdef")
    #expect(DisplayText.cut("abcdefg", to: 6) == "abcde…")
    #expect(DisplayText.cut("漢字漢字", to: 6) == "漢字…")
    #expect(DisplayText.cut("abc", to: 0) == "")
  }

  @Test func numbersAreGrouped() {
    #expect(DisplayText.grouped(0) == "0")
    #expect(DisplayText.grouped(999) == "999")
    #expect(DisplayText.grouped(1_000_000) == "1,000,000")
  }
}
