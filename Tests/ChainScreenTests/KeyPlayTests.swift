// Keys played as text, and what they do to the screen.

/// Twenty chains of one promise each, named `job 1` to `job 20`.
private func jobs(_ count: PromiseID = 20) -> EventScript {
  var script = EventScript()
  for id in 1...count { script.created(id, "async", "job \(id)") }
  return script
}

@Suite struct KeyPlayTests {
  @Test func arrowsAndLettersMoveTheSelection() {
    var screen = TestScreen(jobs())
    screen.play("Down j Down Up k", selects: 2)
    screen.play("End", selects: 20)
    screen.play("Down", selects: 20)
    screen.play("g", selects: 1)
    screen.play("Up", selects: 1)
  }

  @Test func pagesMoveByWhatIsSeen() {
    var screen = TestScreen(jobs(), columns: 40, rows: 10)
    screen.play("PgDn", selects: 6)
    #expect(screen.lines[8].contains("job 6"))
    screen.play("PgDn PgDn PgDn PgDn", selects: 20)
    #expect(screen.lines[8].contains("job 20"))
    screen.play("PgUp", selects: 15)
  }

  @Test func foldingHidesAndCounts() {
    var screen = TestScreen(.listLoader())
    screen.play("Enter")
    #expect(screen.lines[3].hasPrefix("▌ ▸ ✔ read cache #1 +7"))
    expectEqual(screen.lines[4], "")
    screen.play("+")
    #expect(screen.lines[3].hasPrefix("▌╭▾ ✔ read cache #1 "))
    screen.play("-")
    expectEqual(screen.lines[4], "")
    screen.play("*", shows: "deliver local", in: 4)
    screen.play("*")
    expectEqual(screen.lines[4], "")
  }

  @Test func leftAndRightFoldAndWalkTheTree() {
    var screen = TestScreen(.listLoader())
    screen.play("Down Down Right", selects: 7)
    screen.play("Left")
    expectEqual(screen.view.state.selection, 7, "the first Left folds what can be folded")
    screen.play("Left", selects: 3)
    screen.play("End Left")
    expectEqual(screen.view.state.selection, 1, "from the last link of a chain to its first")
  }

  @Test func foldingKeepsTheSelectionVisible() {
    var screen = TestScreen(.listLoader())
    screen.play("Down Down Down", selects: 7)
    screen.play("Up")
    screen.play("-", selects: 3)
    expectEqual(screen.markedLine, 5)
  }

  @Test func pauseFreezesTheViewAndCountsWhatComes() {
    var screen = TestScreen(jobs(3))
    screen.play("Space")
    var script = jobs(3)
    let before = script.events.count
    script.created(4, "async", "job 4")
    script.fulfilled(4, "late")
    // The new texts must be those of the view's own table.
    screen.view.apply(script.events[before...].map { screen.translate($0, from: script.texts) })
    #expect(screen.lines[0].contains("paused +2"))
    #expect(screen.lines[1].contains("3 promises"))
    #expect(!screen.lines.contains { $0.contains("job 4") })
    #expect(screen.lines[23].contains("Space Resume"))
    screen.now = 5_000
    #expect(screen.lines[0].contains("00:01.100"), "the clock stands while the view is paused")
    screen.play("Space", shows: "live", in: 0)
    #expect(screen.lines.contains { $0.contains("job 4") && $0.contains("late") })
  }

  @Test func followingKeepsTheNewestInViewUntilOneMoves() {
    var screen = TestScreen(jobs(30), follows: true)
    expectEqual(screen.view.state.selection, 30)
    screen.play("Up")
    #expect(!screen.view.state.isFollowing)
    expectEqual(screen.view.state.selection, 29)
    screen.play("f", selects: 30)
  }

  @Test func detailsGoAndComeBack() {
    var screen = TestScreen(.listLoader())
    screen.play("d")
    #expect(!screen.lines.contains { $0.contains("made by") || $0.contains("waiters") })
    screen.play("Tab", shows: "handlers #2")
  }

  @Test(arguments: ["q", "Ctrl-C"]) func quitting(_ key: String) {
    var screen = TestScreen(jobs())
    screen.play(key)
    expectEqual(screen.effect, .quit)
  }

  @Test func runningAgainNeedsSomethingToRun() {
    var screen = TestScreen(jobs())
    screen.play("r")
    expectEqual(screen.effect, .runAgain)
    var log = Screen(ScreenOptions(name: "a.ndjson"), texts: TextTable())
    expectEqual(log.update(.character("r"), now: 0), .none)
  }

  @Test func movingScrollsTheHelpAndLeavingClosesIt() {
    var screen = TestScreen(jobs(), columns: 40, rows: 10)
    screen.play("?", shows: "What do you look for?", in: 2)
    screen.play("Down", shows: "what is wrong", in: 2)
    screen.play("PgDn")
    #expect(screen.lines[3].contains("what happened"), "a page has six lines")
    screen.play("G", shows: "Leave.", in: 7)
    screen.play("g z", shows: "What do you look for?", in: 2)
    #expect(screen.view.state.showsHelp, "other keys do nothing")
    screen.play("q")
    expectEqual(screen.effect, .none)
    #expect(!screen.view.state.showsHelp)
    for key in ["F1", "Esc", "Enter", "? F1", "? Esc"] {
      screen.play("F1 \(key)")
      #expect(!screen.view.state.showsHelp)
    }
  }

  @Test func theHelpFindsAKeyByWhatItDoes() {
    var screen = TestScreen(jobs())
    screen.play("F1 / s a v e")
    let found = screen.lines.filter { $0.contains("│") && $0.contains("Save the tree or the log to a file.") }
    #expect(found.count == 1 && screen.lines.contains { $0.contains("Search: save") })
    screen.play("Backspace Backspace Backspace Backspace q q", shows: "No key or glyph matches.")
    screen.play("Esc", shows: "What is wrong?")
  }

  @Test func keysWithoutAMeaningChangeNothingAndSaySo() {
    var screen = TestScreen(jobs())
    let before = screen.lines
    for key in ["F8", ";", "Insert", "Ctrl-X"] {
      screen.play(key)
      expectEqual(screen.lines.dropLast(), before.dropLast())
      #expect(screen.lines.last?.hasSuffix("\(key) does nothing: F1 lists the keys.") ?? false)
    }
  }

  @Test(arguments: [
    ("Home", "This is the first row."), ("End Down", "This is the last row."), ("Home u", "Nothing is above it."),
    ("( [", "This is the start of the run."), ("T", "The timeline shows the whole run: z zooms."),
    ("Backspace", "No promise to go back to."), ("Esc", "Nothing to close: q quits."),
    ("< < < < <", "1/8 is the slowest speed."), ("0 Tab 0 0 r", "There is nothing to run or read again."),
  ])
  func aKeyThatDoesNothingSaysWhy(keys: String, reason: String) {
    var screen = TestScreen(jobs(), ScreenOptions(name: "jobs"), columns: 100)
    screen.view.end()
    screen.play(keys)
    #expect(screen.lines.last.map { $0.contains(reason) } ?? false, "\(screen.lines.last ?? "")")
  }
}
