// The selection is a promise, not a line: it stays on its screen line while rows come and go around it.

@Suite struct SelectionTests {
  /// Two chains; the second is selected, the first grows.
  @Test func rowsThatComeAboveDoNotMoveIt() {
    var script = EventScript()
    script.created(1, "async", "first chain")
    for id in 2...30 as ClosedRange<PromiseID> { script.created(id, "async", "other \(id)") }
    var screen = TestScreen(script)
    screen.play("End")
    let line = screen.markedLine
    let before = script.events.count
    for id in 31...40 as ClosedRange<PromiseID> {
      script.created(id, "then", "link \(id)", from: id == 31 ? 1 : id - 1)
    }
    screen.view.apply(Array(script.events[before...]))
    expectEqual(screen.markedLine, line)
    expectEqual(screen.view.state.selection, 30)
    expectEqual(screen.view.state.row, 39)
  }

  @Test func foldingElsewhereDoesNotMoveIt() {
    var screen = TestScreen(.listLoader())
    screen.play("Down Down Down Down Down", selects: 4)
    let line = screen.markedLine
    screen.draw()
    expectEqual(screen.markedLine, line)
  }

  @Test(arguments: [(140, 45), (80, 24), (40, 10), (60, 16), (120, 10), (500, 200)])
  func resizingKeepsIt(_ columns: Int, _ rows: Int) {
    var script = EventScript()
    for id in 1...300 as ClosedRange<PromiseID> { script.created(id, "async", "job \(id)") }
    var screen = TestScreen(script)
    screen.play("End Up Up Up")
    screen.size = Size(columns: columns, rows: rows)
    #expect(screen.lines.contains { $0.hasPrefix("▌") && $0.contains("job 297") })
    screen.size = Size(columns: 80, rows: 24)
    #expect(screen.lines.contains { $0.hasPrefix("▌") && $0.contains("job 297") })
  }

  @Test func tooSmallAsksForMoreAndForgetsNothing() {
    var screen = TestScreen(.listLoader())
    screen.play("Down Down")
    screen.size = Size(columns: 39, rows: 9)
    check(screen, shows: "Too small: 39x9\nPlease enlarge to 40x10.\n\n\n\n\n\n\n")
    screen.size = Size(columns: 5, rows: 1)
    check(screen, shows: "Too s")
    screen.size = Size(columns: 0, rows: 0)
    check(screen, shows: "")
    screen.size = Size(columns: 80, rows: 24)
    expectEqual(screen.view.state.selection, 3)
    expectEqual(screen.markedLine, 5)
  }

  @Test func everySizeCanBeDrawn() {
    var screen = TestScreen(.avatars())
    for columns in [0, 1, 39, 40, 41, 47, 55, 56, 60, 71, 72, 80, 99, 100, 119, 120, 121, 170] {
      for rows in [0, 1, 9, 10, 11, 15, 16, 17, 24, 60] {
        screen.size = Size(columns: columns, rows: rows)
        expectEqual(screen.draw().size, screen.size)
      }
    }
  }
}
