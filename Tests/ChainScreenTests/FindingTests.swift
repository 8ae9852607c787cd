// Search and typed lines.

import ChainModel

@testable import ChainScreen

@Suite struct FindingTests {
  @Test func searchFindsAsOneTypesAndGoesOn() {
    var screen = TestScreen(.shop())
    screen.play("/ i m g", shows: "Search: img", in: 23)
    expectEqual(screen.view.state.selection, 6)
    screen.play("Enter n", selects: 8)
    screen.play("n")
    expectEqual(screen.view.state.selection, 6, "after the last match comes the first")
    screen.play("N", selects: 8)
  }

  @Test(arguments: [
    ("# 9 Enter", 9), ("5 0 3 Enter", 1), ("M A I N . s w i f t : 8 1 Enter", 12), ("r e c o v Enter", 3),
  ])
  func searchCoversLabelsErrorsCallSitesAndIDs(_ keys: String, _ expected: PromiseID) {
    var screen = TestScreen(.shop())
    screen.play("/ " + keys)
    expectEqual(screen.view.state.selection, expected)
  }

  @Test func searchRevealsWhatIsFolded() {
    var screen = TestScreen(.shop())
    screen.play("* / d e c o d e Enter", shows: "decode 1 #7")
  }

  @Test func escapeGivesUpAndBackspaceLeavesAnEmptyLine() {
    var screen = TestScreen(.shop())
    screen.play("/ x Esc")
    #expect(screen.view.state.prompt == nil && screen.view.state.search.isEmpty)
    screen.play("/ a Backspace Backspace")
    #expect(screen.view.state.prompt == nil)
    screen.play("/ q")
    expectEqual(screen.effect, .none, "keys are text while one types")
  }

  @Test func aLargeRunIsSearchedInSteps() {
    let texts = TextTable()
    let (haystack, needle) = (texts.intern("hay"), texts.intern("needle"))
    var screen = Screen(ScreenOptions(promiseLimit: 1_000_000), texts: texts)
    let last: PromiseID = 220_000
    screen.apply(
      (1...last).map { id in
        var event = Event(.created, id)
        (event.sequence, event.text) = (id, id == 3 || id == last ? needle : haystack)
        return event
      })
    let size = Size(columns: 80, rows: 24)
    func footer() -> String { screen.frame(size, now: 0).text.split(separator: "\n").last.map(String.init) ?? "" }
    _ = footer()
    screen.state.selection = 4
    for key in "/n" { _ = screen.update(.character(key), now: 0) }
    _ = screen.update(.enter, now: 0)
    #expect(screen.state.selection == 4 && footer().contains("No match for “n” so far."))
    while screen.isMatching { _ = footer() }
    #expect(screen.state.selection == last && footer().contains("Match 2 of 2."))
    _ = screen.update(.character("n"), now: 0)
    #expect(screen.state.selection == 3 && footer().contains("Match 1 of 2."))
    _ = screen.update(.character("N"), now: 0)
    #expect(screen.state.selection == last && footer().contains("Match 2 of 2."))
    // A key meanwhile ends the search.
    screen.state.selection = 4
    _ = footer()
    _ = screen.update(.character("n"), now: 0)
    #expect(screen.isMatching)
    _ = screen.update(.down, now: 0)
    _ = footer()
    #expect(!screen.isMatching && screen.state.selection == 5)
  }

  /// What hides the match is opened during the next frames; the panes show the match at once.
  @Test func aMatchInsideAFoldOfALargeRunIsRevealedInSteps() {
    let texts = TextTable()
    let needle = texts.intern("needle")
    var screen = Screen(ScreenOptions(promiseLimit: 1_000_000), texts: texts)
    let last: PromiseID = 60_000
    screen.apply(
      (1...last).map { id in
        var event = Event(.created, id)
        (event.sequence, event.peer) = (id, id % 4 == 1 ? 0 : id - 1)
        if id == last { event.text = needle }
        return event
      })
    let size = Size(columns: 80, rows: 24)
    func press(_ key: Key) {
      _ = screen.update(key, now: 0)
      _ = screen.wholeFrame(size, now: 0)
    }
    _ = screen.wholeFrame(size, now: 0)
    for key in "*S" { press(.character(key)) }
    #expect(screen.outline.count == 15_000)
    for key in "/needle" { _ = screen.update(.character(key), now: 0) }
    press(.enter)
    #expect(screen.state.selection == last && screen.outline[screen.state.row].node == last)
    #expect(screen.outline.count == 15_003)
    _ = screen.update(.character("g"), now: 0)
    for key in "*n" { _ = screen.update(.character(key), now: 0) }
    _ = screen.frame(size, now: 0)
    #expect(screen.outline.isBusy && screen.state.selection == last)
    // Another key meanwhile goes elsewhere.
    _ = screen.update(.character("g"), now: 0)
    _ = screen.wholeFrame(size, now: 0)
    #expect(screen.state.row == 0 && screen.state.selection == 1)
  }

  @Test func aTextThatIsNowhereIsSaid() {
    var screen = TestScreen(.shop())
    screen.play("/ z z z Enter", shows: "No match for “zzz”.", in: 23)
    screen.play("Esc n", shows: "/ starts a search", in: 23)
  }

  @Test func aFailedSearchLeavesTheSelection() {
    var screen = TestScreen(.shop())
    screen.play("Down Down")
    let selection = screen.view.state.selection
    screen.play("/ d")
    #expect(screen.view.state.selection != selection)
    screen.play("z Enter")
    expectEqual(screen.view.state.selection, selection)
  }

  @Test func pastedTextIsTyped() {
    var screen = TestScreen(.shop())
    screen.view.paste("ignored")
    screen.play("/")
    screen.view.paste("decode\n2")
    #expect(screen.lines[23].contains("Search: decode 2"))
    expectEqual(screen.view.state.selection, 9)
  }

  @Test func savingAsksForAName() {
    var screen = TestScreen(.shop())
    screen.play("Ctrl-S", shows: "Save to: promises.txt", in: 23)
    screen.play("Enter")
    expectEqual(screen.effect, .save(path: "promises.txt", .wholeTree))
    #expect(screen.view.wholeTree.contains("decode 2 #9"))
    screen.play("Ctrl-S Ctrl-U a . n d j s o n Enter")
    expectEqual(screen.effect, .save(path: "a.ndjson", .log(of: nil)))
    // Typing replaces the suggestion; other keys edit it.
    screen.play("Ctrl-S b . t x t Enter")
    expectEqual(screen.effect, .save(path: "b.txt", .wholeTree))
    screen.play("Ctrl-S Backspace Backspace Backspace n d j s o n Enter")
    expectEqual(screen.effect, .save(path: "promises.ndjson", .log(of: nil)))
    screen.play("Ctrl-S Ctrl-U # 4 . t x t Enter")
    expectEqual(screen.effect, .save(path: "#4.txt", .tree(of: 4)))
  }

  @Test func idsAndRowsAreCopiedAndCallSitesOpened() {
    var screen = TestScreen(.shop())
    screen.play("/ d e c o d e Enter y")
    expectEqual(screen.effect, .copy("#7"))
    screen.play("Y")
    #expect(screen.effect == .copyRow && screen.view.selectedRow.contains("decode 1 #7"))
    screen.play("o")
    expectEqual(screen.effect, .openEditor(path: "Shop/main.swift", line: 61))
  }

  @Test func theFilterKeepsDimmedAncestors() {
    var screen = TestScreen(.shop())
    screen.play("\\ d e c o d e Enter", shows: "filter: decode", in: 0)
    let rows = screen.lines[3...].filter { $0.contains("#") && !$0.contains("──") }
    #expect(rows.contains { $0.contains("decode 1 #7") } && rows.contains { $0.contains("decode 2 #9") })
    #expect(!rows.contains { $0.contains("lock stock") })
    let page = screen.lines.firstIndex { $0.contains("page #10") }
    let roles = screen.draw().roles.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(page.map { roles[$0].lowercased().contains("dddd") } == true, "ancestors are dimmed")
    screen.play("Esc", shows: "lock stock")
  }

  @Test func onlyProblemsAndWhatTheyHangBelow() {
    var screen = TestScreen(.shop())
    screen.now = 5_000
    screen.view.end()
    screen.play("!", shows: "only problems", in: 0)
    #expect(screen.lines.contains { $0.contains("lock stock #4") })
    #expect(!screen.lines.contains { $0.contains("decode 2") })
    screen.play("!", shows: "decode 2")
  }

  /// In a program that hangs, time passes without events.
  @Test func whatGetsStuckAppearsAmongTheProblemsByTimeAlone() {
    var script = EventScript()
    for promise in 1...3 as ClosedRange<PromiseID> {
      script.created(promise, "async", "wait \(promise)", line: UInt32(promise))
    }
    var screen = TestScreen(script)
    screen.now = 100
    screen.play("!")
    #expect(!screen.lines.contains { $0.contains("wait 2") })
    screen.now = 60_000
    #expect(screen.lines.contains { $0.contains("wait 2 #2") })
  }

  @Test func aFilterThatNothingMatchesSaysSo() {
    var screen = TestScreen(.shop())
    screen.play("\\ z z Enter")
    #expect(screen.draw().text.contains("Nothing matches the filter"))
  }

  @Test func chainsAreSortedByOneKey() {
    var screen = TestScreen(.shop())
    func first() -> String { screen.lines[3] }
    let created = first()
    screen.play("S", shows: "Sorted by duration.", in: 23)
    screen.play("S", shows: "Sorted by state.", in: 23)
    screen.play("g")
    #expect(screen.lines[3].contains("GET /metrics"), "the unhandled one first")
    screen.play("S S g")
    expectEqual(first(), created)
  }

  @Test func settledChainsFoldAutomatically() {
    var script = EventScript()
    script.created(1, "async", "load")
    script.created(2, "then", "show", from: 1)
    script.created(3, "async", "hangs")
    script.fulfilled(1, "1", .resolver)
    script.fulfilled(2, "1")
    var screen = TestScreen(script)
    screen.play("A", shows: "load #1 +1")
    screen.play("A", shows: "show #2")
  }

  @Test func aFoldCountsWhatItHides() {
    var screen = TestScreen(.shop(), columns: 200)
    screen.play("*")
    #expect(screen.lines.contains { $0.contains("page #10 +9 ∞1 ▒1 ⚑1 ✘2 ○1") }, "\(screen.lines[3])")
  }

  @Test func whatIsSearchedForIsHighlighted() {
    var screen = TestScreen(.shop())
    screen.play("/ d e c Enter")
    let row = screen.lines.firstIndex { $0.contains("decode 1 #7") } ?? 0
    let roles = screen.draw().roles.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(roles[row].contains("///") || roles[row].contains("???"), "\(roles[row])")
  }

  @Test func aDeepSelectionShowsItsPath() {
    var script = EventScript()
    script.created(1, "all", "page")
    for id in 2...60 as ClosedRange<PromiseID> {
      script.created(id, "async", "part \(id)")
      script.registered(id, by: 1)
    }
    var screen = TestScreen(script)
    screen.play("End", shows: "page #1 ›", in: 2)
    screen.play("Home", shows: "promise", in: 2)
  }
}
