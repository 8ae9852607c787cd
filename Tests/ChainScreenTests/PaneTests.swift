// The panes: which are visible, how the focus moves, and what each of them says.

@Suite struct PaneTests {
  private func shop(columns: Int = 140, rows: Int = 45, sources: SourceFinder? = nil) -> TestScreen {
    var screen = TestScreen(.shop(), columns: columns, rows: rows, sources: sources)
    screen.now = 5_000
    screen.view.end()
    return screen
  }

  @Test func oneKeyShowsEachPaneAndTheSameKeyHidesIt() {
    for (key, title) in [
      ("d", "#10 page"), ("2", "why #10"), ("3", "critical path of #10"), ("s", "main.swift:70"), ("L", "── log ─"),
      ("t", "queues and threads"), ("C", "call sites"), ("P", "problems 4"), ("v", "changes since"),
    ] {
      var screen = shop(columns: 80, rows: 24)
      if key != "d" { screen.play(key) }
      #expect(screen.draw().text.contains(title), "\(key): \(screen.draw().text)")
      if key != "2", key != "3" {
        screen.play(key)
        #expect(!screen.draw().text.contains(title), "\(key) again")
      }
    }
  }

  @Test func aLowScreenShowsThePaneInsteadOfTheTree() {
    var screen = shop(columns: 60, rows: 12)
    #expect(screen.draw().text.contains("promise"))
    screen.play("P")
    #expect(screen.draw().text.contains("problems 4"))
    #expect(!screen.draw().text.contains("─ promise ─"))
    screen.play("P")
    #expect(screen.draw().text.contains("promise"))
  }

  @Test func tabMovesTheFocusAndEnterFollowsAnEdgeAndBackspaceReturns() {
    var screen = shop()
    screen.play("/ d e c o d e Enter 1", selects: 7)
    screen.play("Tab")
    expectEqual(screen.view.state.focus, .details)
    // Down to an edge: the events about it name #6.
    var steps = 0
    while screen.view.state.selection == 7, steps < 40 {
      screen.play("Enter")
      if screen.view.state.selection == 7 { screen.play("Down") }
      steps += 1
    }
    #expect(screen.view.state.selection != 7)
    screen.play("Backspace", selects: 7)
    screen.play("Tab Tab")
    #expect(screen.view.state.focus == nil)
    screen.play("Shift-Tab Esc")
    #expect(screen.view.state.focus == nil)
  }

  @Test func theSourcePaneMarksTheLine() {
    let lines = (1...90).map { "let line\($0) = \($0)" }
    let finder = SourceFinder { $0 == "Shop/main.swift" ? SourceFinder.File(lines: lines, hasChanged: false) : nil }
    var screen = shop(sources: finder)
    screen.play("/ l o c k Enter s", shows: "▸ 41  let line41 = 41")
    #expect(screen.lines.contains { $0.contains("  40  let line40 = 40") })
    var stale = shop(sources: SourceFinder { _ in SourceFinder.File(lines: lines, hasChanged: true) })
    stale.play("s Home")
    #expect(stale.draw().text.contains("main.swift has changed since the log was recorded"))
    var missing = shop()
    missing.play("s")
    #expect(missing.draw().text.contains("Shop/main.swift was not found"))
  }

  @Test func theLogPaneGoesWithThePlayheadAndMovesIt() {
    var screen = shop(columns: 80, rows: 40)
    screen.play("L Tab Home Enter", shows: "event 1 of", in: 0)
    #expect(screen.lines.contains { $0.contains("00:00.000  #1 GET /prices created") })
  }

  @Test func theLogPaneHasNoRowsForTheTimeThatPassed() {
    let kinds: [EventKind] = [.alive, .created, .alive, .alive, .started, .alive]
    var screen = Screen(ScreenOptions(), texts: TextTable())
    screen.apply(
      kinds.enumerated().map { index, kind in
        var event = Event(kind, kind == .alive ? 0 : 1)
        (event.sequence, event.time) = (UInt64(index + 1), Int64(index) * 1_000_000_000)
        return event
      })
    screen.end()
    _ = screen.update(.character("L"), now: 0)
    let lines = screen.frame(Size(columns: 80, rows: 24), now: 0).text.split(separator: "\n")
    expectEqual(
      lines.filter { $0.contains("  #1 ") }.map { $0.prefix { $0 != "#" }.suffix(11) }, ["00:01.000  ", "00:04.000  "])
    #expect(!lines.contains { $0.contains("still ran") })
  }

  @Test func theLanesShowWhatRanAndWhatWaited() {
    var screen = shop(columns: 120, rows: 40)
    screen.play("/ d e c o d e Enter t")
    let lane = screen.lines.first { $0.contains("images ") }
    #expect(lane?.contains("━━━━━━") == true, "\(screen.draw().text)")
    #expect(screen.lines.contains { $0.contains("worker-1") })
  }

  @Test func theCallSitesHaveCountsAndTimes() {
    var screen = shop(columns: 120, rows: 40)
    screen.play("C")
    let row = screen.lines.first { $0.contains("decode") && $0.contains("main:61") }
    #expect(row?.contains("    2 ") == true, "\(screen.draw().text)")
    #expect(row?.contains("1.7") == true)
  }

  @Test func aPaneScrollsWithItsCursor() {
    var screen = shop(columns: 80, rows: 24)
    screen.play("e d Tab End")
    #expect(screen.lines.contains { $0.hasPrefix("▌") && $0.contains("freed") })
    screen.play("Home")
    #expect(screen.lines.contains { $0.hasPrefix("▌") && $0.contains("state") })
  }

  @Test func theMouseSelectsFoldsScrollsAndMovesThePlayhead() {
    var screen = shop()
    func click(_ column: Int, _ row: Int) {
      _ = screen.view.update(MouseEvent(.click, column: column, row: row), now: 0)
    }
    click(20, 5)
    expectEqual(screen.view.state.row, 2)
    screen.draw()
    click(2, 3)
    #expect(screen.lines[3].contains("▸"))
    _ = screen.view.update(MouseEvent(.wheelDown, column: 10, row: 5), now: 0)
    let column = screen.lines[2].count - 3
    click(column, 2)
    screen.draw()
    #expect(screen.lines[0].contains("event "))
    click(3, 44)
    #expect(screen.view.state.showsHelp)
  }
}
