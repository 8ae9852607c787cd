// The logs of a folder on the screen: the place in the header, the list, and the request for another log.

@Suite struct LogListTests {
  private let logs = [
    LogFinder.Log(path: "logs/app.12.ndjson", name: "app.12.ndjson", bytes: 512, age: 300_000_000),
    LogFinder.Log(path: "logs/app.7.ndjson", name: "app.7.ndjson", bytes: 12_345, age: 63_000_000_000),
    LogFinder.Log(path: "logs/old.ndjson.gz", name: "old.ndjson.gz", bytes: 999_600_000, age: 7_200_000_000_000),
  ]

  private func screen(
    columns: Int = 80, rows: Int = 24, _ logs: [LogFinder.Log]? = nil, language: Language = .english
  ) -> TestScreen {
    var options = ScreenOptions(name: "logs/app.12.ndjson")
    options.language = language
    let logs = logs ?? self.logs
    options.logs = LogFinder(shown: "logs/app.12.ndjson") { logs }
    return TestScreen(.listLoader(), options, columns: columns, rows: rows)
  }

  @Test func theHeaderTheFooterAndTheHelpNameTheKey() {
    var screen = screen()
    #expect(screen.lines[0].contains("logs/app.12.ndjson   F log 1 of 3"))
    #expect(screen.lines[23].contains("F Logs"))
    screen.size = Size(columns: 160, rows: 60)
    screen.play("F1")
    #expect(screen.draw().text.contains("Show another log of the folder."))
  }

  @Test func theListShowsAgesAndSizes() {
    var screen = screen()
    screen.play("F Down")
    let text = screen.draw().text
    #expect(text.contains("  app.12.ndjson      300 ms ago    512 B"))
    #expect(text.contains("▌ app.7.ndjson    1 min 3 s ago  12.3 kB"))
    #expect(text.contains("  old.ndjson.gz   2 h 0 min ago  1.00 GB"))
  }

  @Test func enterRequestsTheSelectedLog() {
    var screen = screen()
    screen.play("F Down Down Up Enter")
    expectEqual(screen.effect, .openLog(path: "logs/app.7.ndjson"))
    #expect(screen.view.state.logList == nil)
    screen.play("F End Down Enter")
    expectEqual(screen.effect, .openLog(path: "logs/old.ndjson.gz"))
  }

  @Test(arguments: ["F Enter", "F Esc", "F q", "F F"]) func theListClosesWithoutARequest(keys: String) {
    var screen = screen()
    let before = screen.draw()
    screen.play(keys)
    expectEqual(screen.effect, .none)
    expectEqual(screen.draw(), before)
  }

  @Test func aClickOnALogRequestsIt() throws {
    var screen = screen()
    screen.play("F")
    let lines = screen.lines
    let row = try #require(lines.firstIndex { $0.contains("app.7.ndjson") })
    let name = try #require(lines[row].firstRange(of: "app.7"))
    let column = lines[row].distance(from: lines[row].startIndex, to: name.lowerBound)
    let effect = screen.view.update(MouseEvent(.click, column: column, row: row), now: 0)
    expectEqual(effect, .openLog(path: "logs/app.7.ndjson"))
  }

  @Test func aSourceWithoutAFolderHasNoList() {
    var screen = TestScreen(.listLoader(), ScreenOptions(name: "run.ndjson"))
    #expect(!screen.lines[0].contains(" log "))
    #expect(!screen.lines[23].contains("Logs"))
    screen.play("F")
    #expect(screen.view.state.logList == nil)
    #expect(screen.lines[23].contains("No other log"))
  }

  @Test(arguments: [(40, 10), (59, 12), (80, 24), (140, 45)])
  func theListFitsAnySize(_ columns: Int, _ rows: Int) {
    let many = (1...200).map {
      LogFinder.Log(path: "logs/\($0)", name: "a program with a long name.\(1_000 + $0).ndjson", bytes: 1, age: 1)
    }
    var screen = screen(columns: columns, rows: rows, many)
    screen.play("F End")
    let text = screen.draw().text
    // The number at the end of a name tells logs apart.
    #expect(text.contains(columns < 59 ? "0.ndjson" : "1200.ndjson") && text.contains("Esc: close"))
    #expect(!text.contains("1001.ndjson"))
  }

  @Test func theListIsInChinese() {
    var screen = screen(language: .chinese)
    screen.play("F")
    let text = screen.draw().text
    #expect(text.contains("第 1/3 个日志") && text.contains("日志，从新到旧") && text.contains("1 min 3 s 前"))
  }
}
