// The three questions, each answered in at most three keys at 80×24: who swallowed the error, why does it hang, where did the time go.

import ChainAnalysis

@Suite struct QuestionTests {
  private func shop(columns: Int = 80, rows: Int = 24) -> TestScreen {
    var screen = TestScreen(.shop(), columns: columns, rows: rows)
    screen.now = 5_000
    screen.view.end()
    return screen
  }

  @Test func theFirstScreenCountsTheProblems() {
    var screen = shop()
    #expect(screen.lines[1].contains("! 1 unhandled"))
    #expect(screen.lines[1].contains("∞ 1 hang"))
    #expect(screen.lines[1].contains("▒ 1 slow"))
    #expect(screen.lines[1].contains("⚑ 1 swallowed"))
    #expect(!screen.lines[1].contains("…"))
  }

  @Test(arguments: [40, 50, 60, 72, 80, 100, 140, 200]) func noWidthDropsAProblem(_ columns: Int) {
    var screen = shop(columns: columns)
    for glyph in ["!", "∞", "▒", "⚑"] { #expect(screen.lines[1].contains(glyph), "\(columns): \(screen.lines[1])") }
  }

  @Test func whoSwallowedTheError() {
    var screen = shop()
    // Two errors and a warning come before the note, so it is the last problem.
    screen.play("E", selects: 3)
    let row = screen.lines.first { $0.contains("recover #3") }
    #expect(row?.contains("⚑") == true)
    #expect(
      row?.contains("caught priceService(503) from #1") == true || row?.contains("from #1") == true, "\(row ?? "")")
  }

  @Test func whyDoesItHang() {
    var screen = shop()
    screen.play("e")
    let text = screen.draw().text
    expectEqual(screen.view.state.selection, 4)
    #expect(text.contains("why #4 lock stock never settles"))
    #expect(text.contains("ROOT  resolver dropped"))
    #expect(screen.lines.contains { $0.contains("reserve stock #5") && $0.contains("hangs on #4") })
  }

  @Test func whereDidTheTimeGo() {
    var screen = shop()
    screen.play("e e e")
    let row = screen.lines.first { $0.contains("decode 1 #7") }
    expectEqual(screen.view.state.selection, 7)
    #expect(row?.contains("ran 1.60 s on images") == true)
    #expect(screen.lines.contains { $0.contains("decode 2 #9") && $0.contains("queued 1.60 s behind #7") })
  }

  @Test func problemsComeInTheOrderOfSeverityAndThenOfTheTree() {
    var screen = shop()
    var order: [PromiseID?] = []
    for _ in 0..<5 {
      screen.play("e")
      order.append(screen.view.state.selection)
    }
    expectEqual(order, [4, 11, 7, 3, 4])
    screen.play("E E", selects: 7)
  }

  /// Two errors behind a warning and before another, and a note.
  private func mixed(columns: Int = 80) -> TestScreen {
    var script = EventScript()
    for id in [1, 2, 3, 4, 5] as [PromiseID] { script.created(id, "wrap", "part \(id)", line: UInt32(id)) }
    script.at(1)
    for id in [1, 4] as [PromiseID] {
      script.registered(id)
      script.fulfilled(id, nil, .resolver)
      script.add(.ignored, id) { $0.attempt = .fulfill }
    }
    for id in [2, 3] as [PromiseID] {
      script.rejected(id, "offline", .resolver)
      script.add(.unhandled, id)
    }
    script.fulfilled(5, "42", .resolver)
    script.add(.released, 5) { $0.state = .fulfilled }
    script.add(.ended, 0)
    var screen = TestScreen(script, columns: columns, rows: 24)
    screen.view.end()
    return screen
  }

  @Test func theFirstProblemIsAnErrorWhateverTheFirstRowIs() {
    var screen = mixed()
    screen.play("e", selects: 2)
    screen = mixed()
    screen.play("E", selects: 5)
    screen = mixed()
    // From the problem that a person has selected.
    screen.play("Down Up e", selects: 4)
  }

  @Test(arguments: [40, 60, 80, 89, 140]) func aNoteIsCountedWhereverThereIsRoom(_ columns: Int) {
    var screen = mixed(columns: columns)
    #expect(
      screen.lines[1].contains("• 1 note") || columns < 60 && screen.lines[1].contains("•1"), "\(screen.lines[1])")
  }

  @Test func aProblemInsideAFoldIsRevealed() {
    var screen = shop()
    screen.play("* e", selects: 4)
    #expect(screen.lines.contains { $0.contains("lock stock #4") })
  }

  @Test func whyMarksThePathAndDimsTheRest() {
    var screen = shop(columns: 140, rows: 45)
    screen.play("e w")
    let roles = screen.draw().roles.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    func row(_ text: String) -> String { screen.lines.firstIndex { $0.contains(text) }.map { roles[$0] } ?? "" }
    #expect(!row("lock stock #4").lowercased().contains("d"))
    #expect(!row("reserve stock #5").contains("d"))
    #expect(row("GET /metrics #11").contains("dddd"))
    screen.play("w")
    #expect(!screen.draw().roles.contains("dddd"))
  }

  @Test func theCriticalPathAddsUpAndThenShowsTheWholeRun() {
    var screen = shop(columns: 140, rows: 45)
    screen.play("e e e c")
    #expect(screen.draw().text.contains("critical path of #7 decode 1  1.70 s"))
    #expect(screen.lines.contains { $0.contains("1.60 s  94 %") && $0.contains("#7 decode 1 running") })
    screen.play("c")
    #expect(screen.draw().text.contains("critical path of the run"))
  }

  @Test func withoutProblemsAKeySaysSo() {
    var screen = TestScreen(.listLoader())
    screen.play("e", shows: "No problems found.", in: 23)
  }
}
