// The Chinese words of the screen: complete, with the same arguments, and in exact columns.

import Canvas
import Foundation
import PlainText
import Testing

@testable import ChainScreen

@Suite struct ChineseTests {
  @Test(arguments: Phrase.allCases) func everyPhraseIsTranslatedWithItsArguments(_ phrase: Phrase) throws {
    let chinese = try #require(Phrase.chinese[phrase], "\(phrase)")
    func arguments(_ text: String) -> [String] { text.matches(of: /%\d/).map { String($0.output) }.sorted() }
    #expect(arguments(chinese) == arguments(phrase.rawValue), "\(phrase)")
    #expect(phrase == .promiseWord || !chinese.unicodeScalars.allSatisfy(\.isASCII), "\(phrase)")
  }
}

extension ChineseTests {
  /// The screen of the list loader, with the first row selected.
  private func screen(columns: Int, rows: Int, _ keys: String = "") throws -> Grid {
    let script = EventScript.listLoader()
    var options = ScreenOptions(name: "list-loader")
    options.language = .chinese
    var view = ChainView(options, texts: script.texts)
    view.apply(script.events)
    return try ScreenScript(keys).play(on: &view, size: Size(columns: columns, rows: rows))
  }

  @Test func valuesStayInTheirColumn() throws {
    let lines = try screen(columns: 80, rows: 24).text.split(separator: "\n", omittingEmptySubsequences: false)
    // The outcomes of the first two rows start below their heading, although its words are wide.
    func column(_ text: String, _ line: Int) throws -> Int {
      DisplayWidth.of(String(lines[line][..<(try #require(lines[line].range(of: text))).lowerBound]))
    }
    #expect(try column("20 items", 3) == column("结果", 2))
    #expect(try column("20 items", 4) == column("结果", 2))
    #expect(lines[1].contains("待定") && lines[23].contains("退出"))
  }

  @Test(arguments: ["", "F1", "w", "c", "L", "t", "C", "P", "v", "1", "/ x", "\\ x"])
  func everySizeCanBeDrawn(_ keys: String) throws {
    for columns in [1, 39, 40, 41, 60, 80, 119, 140, 200] {
      for rows in [1, 10, 24, 60] {
        let grid = try screen(columns: columns, rows: rows, keys)
        for row in 0..<rows {
          // A wide glyph always has both halves.
          var column = 0
          while column < columns {
            let width = Int(grid[column, row].width)
            #expect(width == 1 || width == 2 && column + 1 < columns && grid[column + 1, row].width == 0)
            column += max(1, width)
          }
        }
      }
    }
  }
}
