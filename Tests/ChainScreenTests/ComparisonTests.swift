// The other version of a run beside it, what the program wrote, and the screen for an audience.

@Suite struct ComparisonTests {
  private func screen(columns: Int = 120, rows: Int = 30, isComparable: Bool = true) -> TestScreen {
    let script = EventScript.listLoader(failing: true)
    let other = EventScript.listLoader()
    var options = ScreenOptions(name: "broken")
    if isComparable {
      options.otherVersion = RunVersion(name: "broken-fixed", events: other.events, texts: other.texts)
    }
    var screen = TestScreen(script, options, columns: columns, rows: rows)
    screen.now = 5_000
    screen.view.end()
    return screen
  }

  @Test func aKeyShowsAndHidesTheOtherVersion() {
    var screen = screen()
    let alone = screen.draw()
    #expect(!alone.text.contains("broken-fixed"))
    screen.play("b")
    let both = screen.draw().text
    #expect(both.contains("─ broken-fixed ─"))
    let row = screen.lines.first { $0.contains("keep what we had") } ?? ""
    let halves = row.split(separator: "│", maxSplits: 3, omittingEmptySubsequences: false)
    // The same promise on both sides: it took the error on one, and had nothing to do on the other.
    expectEqual(row.components(of: "keep what we had").count, 2, "\(row)")
    #expect(halves.count > 1)
    screen.play("b")
    expectEqual(screen.draw(), alone)
  }

  @Test func theOtherVersionShowsTheSameMoment() {
    var screen = screen()
    screen.play("b (", shows: "The playhead is at the start")
    func right(_ screen: inout TestScreen) -> String {
      screen.lines.dropFirst(2).map { String($0.dropFirst(60)) }.joined(separator: "\n")
    }
    #expect(!right(&screen).contains("✘"))
    let before = right(&screen)
    screen.play(")")
    #expect(right(&screen) != before)
  }

  @Test func withoutAnotherVersionTheKeySaysSo() {
    var screen = screen(isComparable: false)
    screen.play("b")
    #expect(screen.lines.last?.contains("no other version") == true)
  }

  @Test(arguments: [(40, 10), (60, 16), (80, 24), (41, 40), (300, 80)])
  func anySizeShowsBoth(_ columns: Int, _ rows: Int) {
    var screen = screen(columns: columns, rows: rows)
    screen.play("b")
    expectEqual(screen.draw().size, Size(columns: columns, rows: rows))
    screen.play("( ] ] ] P Tab Down Esc Esc")
    expectEqual(screen.draw().size, Size(columns: columns, rows: rows))
  }

  @Test func thePaneShowsWhatTheProgramWroteUntilThePlayhead() {
    var script = EventScript()
    script.created(1, "async", "load")
    script.at(100)
    script.noted("the list shows 10 items")
    script.at(200)
    script.fulfilled(1, "10")
    script.at(300)
    script.noted("the list shows 17 items")
    var screen = TestScreen(script, columns: 80, rows: 24)
    screen.now = 400
    screen.view.end()
    screen.play("O", shows: "00:00.100  the list shows 10 items")
    #expect(screen.lines.contains { $0.contains("00:00.300  the list shows 17 items") })
    screen.play("[ [")
    #expect(!screen.draw().text.contains("17 items"))
    screen.play("(")
    #expect(screen.draw().text.contains("The program has written nothing so far."))
  }

  @Test func anAudienceSeesNameStateAndOutcome() {
    var options = ScreenOptions(name: "talk")
    options.isPresenter = true
    var screen = TestScreen(.listLoader(), options, columns: 100, rows: 24)
    let heading = screen.lines[2]
    #expect(heading.contains("promise") && heading.contains("state") && heading.contains("outcome"))
    #expect(!heading.contains("own") && !heading.contains("total") && !heading.contains("0 s"))
  }
}

extension String {
  fileprivate func components(of part: String) -> [Range<String.Index>] {
    var found: [Range<String.Index>] = []
    var rest = self[...]
    while let range = rest.firstRange(of: part) {
      found.append(range)
      rest = rest[range.upperBound...]
    }
    return found
  }
}
