// The Chinese words of the screen, in exact columns.

import ChainAnalysis
import ChainModel
import Foundation

@testable import ChainScreen

@Suite struct ChineseTests {
  @Test func linesBreakBesideWideCharacters() {
    func lines(_ text: String, _ width: Int) -> [String] {
      [Span(text)].wrapped(to: width, lines: 9).map { $0.map(\.text).joined() }
    }
    expectEqual(lines("等待 #14 的函数体", 10), ["等待 #14", "的函数体"])
    expectEqual(lines("它的定时器仍在运行", 8), ["它的定时", "器仍在运", "行"])
    expectEqual(lines("没有输入，因此", 8), ["没有输", "入，因此"], "no line starts with a comma")
    expectEqual(lines("来自（文件）末尾", 6), ["来自", "（文", "件）末", "尾"], "no line ends with an opening parenthesis")
    expectEqual(lines("卡在 timeout #8", 9), ["卡在", "timeout", "#8"], "a word stays whole")
  }

  /// Keys for every pane, filter, prompt and position of the playhead.
  private static let keys = [
    "", "Down Down", "e", "e e w", "c c", "F1", "F1 Down Down", "L", "t", "C", "P", "m v", "s", "Tab Down", "/ x Enter",
    "\\ 待 定 Enter", "Space", "[ [ [", "p >", "z z K", "C-s", "* S !", "x a u",
  ]

  @Test(arguments: [(40, 10), (59, 16), (80, 24), (111, 30), (140, 45), (200, 60)])
  func everyRowHasItsColumns(columns: Int, rows: Int) {
    // Half of the scripts for each size.
    let scripts = [EventScript.listLoader(), .listLoader(failing: true), .avatars(), .shop()]
    for (index, script) in scripts.enumerated() where index % 2 == columns / 10 % 2 {
      let start = TestScreen(script, columns: columns, rows: rows, ascii: index == 1, language: .chinese)
      for keys in Self.keys {
        var screen = start
        screen.play(keys)
        let grid = screen.draw()
        #expect(flaw(grid) == nil, "after '\(keys)'\n\(grid.text)")
      }
    }
  }

  /// The first row whose glyphs do not fill its columns: the second cell of a wide glyph follows it, and stands nowhere else.
  private func flaw(_ grid: Grid) -> Int? {
    let columns = grid.size.columns
    return (0..<grid.size.rows).first { row in
      var column = row * columns
      let end = column + columns
      while column < end {
        switch grid.cells[column].width {
        case 1: column += 1
        case 2 where column + 1 < end && grid.cells[column + 1].width == 0: column += 2
        default: return true
        }
      }
      return false
    }
  }

  /// Counts give way to problems, but problems to nothing.
  @Test(arguments: [40, 47, 54, 60, 66, 72, 80, 90, 100, 120, 140])
  func everyProblemIsInTheHeader(_ columns: Int) {
    var screen = TestScreen(.shop(), columns: columns, language: .chinese)
    let line = screen.lines[1]
    for kind in ProblemKind.allCases where kind != .note && screen.view.problems.counts[kind.rawValue] > 0 {
      #expect(line.contains(ScreenGlyphs(isASCII: false).problem(kind)), "\(line)")
    }
  }

  @Test func noEnglishSentenceRemains() {
    let start = TestScreen(.shop(), columns: 140, rows: 45, language: .chinese)
    for keys in Self.keys {
      var screen = start
      screen.play(keys)
      let text = screen.draw().text
      for word in [" the ", " its ", " was ", " is ", " waits", " by ", " from ", "No ", " and ", "promise ", " for "] {
        #expect(!text.contains(word), "'\(word)' after '\(keys)'\n\(text)")
      }
    }
  }

  @Test func aStateIsFoundByItsChineseWord() {
    var screen = TestScreen(.avatars(), language: .chinese)
    screen.play("/ 已 拒 绝 Enter")
    let selected = screen.view.state.selection.flatMap { screen.view.store.state(of: $0) }
    expectEqual(selected, .rejected)
  }
}

extension ChineseTests {
  /// The screen of the list loader, before its first frame.
  private func start() -> Screen {
    let script = EventScript.listLoader()
    var options = ScreenOptions(name: "list-loader")
    options.language = .chinese
    var view = Screen(options, texts: script.texts)
    view.apply(script.events)
    return view
  }

  @Test func valuesStayInTheirColumn() throws {
    var view = start()
    let grid = try ScreenScript("").play(on: &view, size: Size(columns: 80, rows: 24))
    let lines = grid.text.split(separator: "\n", omittingEmptySubsequences: false)
    // The outcomes of the first two rows start below their heading, although its words are wide.
    func column(_ text: String, _ line: Int) throws -> Int {
      DisplayWidth.of(String(lines[line][..<(try #require(lines[line].range(of: text))).lowerBound]))
    }
    try expectEqual(column("20 items", 3), column("结果", 2))
    try expectEqual(column("20 items", 4), column("结果", 2))
    #expect(lines[1].contains("待定") && lines[23].contains("退出"))
  }

  @Test(arguments: ["", "F1", "w", "c", "L", "t", "C", "P", "v", "1", "/ x", "\\ x"])
  func everySizeCanBeDrawn(_ keys: String) throws {
    let (start, script) = (start(), try ScreenScript(keys))
    for columns in [1, 39, 40, 41, 60, 80, 119, 140, 200] {
      for rows in [1, 10, 24, 60] {
        var view = start
        let grid = script.play(on: &view, size: Size(columns: columns, rows: rows))
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
