// The guided view of a live run: what its caption says, what it selects, and how it ends.

import ChainAnalysis

@Suite struct GuideTests {
  private func guided(_ script: EventScript, language: Language = .english) -> TestScreen {
    var options = ScreenOptions(name: "list-loader")
    options.guides = true
    options.language = language
    return TestScreen(script, options)
  }

  @Test func theViewFollowsThePromiseThatTheOthersWaitFor() {
    var screen = guided(.listLoader())
    let lines = screen.lines
    #expect(lines[2].hasPrefix(" Waiting for GET /list?page=1 #7: 1.10 s so far, body; 5 promises wait for it."))
    #expect(lines[3].hasPrefix("───── promise"))
    #expect(lines[screen.markedLine ?? 0].contains("GET /list?page=1 #7"))
    #expect(lines.contains { $0.hasPrefix("── #7 GET /list?page=1") })
  }

  @Test func aKeyTakesOver() {
    var screen = guided(.listLoader())
    screen.play("Down Down")
    let taken = screen.lines
    #expect(taken[2].hasPrefix("───── promise"))
    var events = EventScript.listLoader()
    events.rejected(7, "no")
    screen.view.apply([events.events.last!])
    #expect(screen.markedLine.map { screen.lines[$0] }.map { !$0.contains("#7") } ?? false)
  }

  @Test("a log that appears while somebody types to the program is not guided: the program's output stays")
  func typingTakesOver() {
    var options = ScreenOptions(name: "ask")
    (options.guides, options.takesInput, options.startsTyping) = (true, true, true)
    var screen = TestScreen(.listLoader(), options)
    #expect(screen.lines[2].hasPrefix("───── promise"))
    #expect(screen.lines.contains { $0.hasPrefix("── program output") })
  }

  @Test func nothingIsSaidBeforeTheFirstEvent() {
    var screen = guided(EventScript())
    #expect(screen.lines[2].allSatisfy { $0 == " " })
  }

  @Test func theSelectionMovesOnlyWhenItMust() {
    var script = EventScript()
    script.created(1, "wrap", "a")
    script.created(2, "wrap", "b")
    var screen = guided(script)
    #expect(screen.lines[2].hasPrefix(" Waiting for a #1"))
    script.created(3, "then", from: 2)
    screen.view.apply([script.events[2], script.events[3]])
    #expect(screen.lines[2].hasPrefix(" Waiting for b #2: 1.10 s so far; 1 promise waits for it."))
    script.fulfilled(2)
    screen.view.apply([script.events[4]])
    #expect(screen.lines[2].hasPrefix(" Waiting for a #1: 1.10 s so far."))
  }

  @Test("thousands of promises that have settled do not stop the view, and the oldest of too many open ones is shown")
  func theViewStaysWithWhatIsOpen() {
    var script = EventScript()
    for id in 1...3_000 as ClosedRange<UInt64> {
      script.created(id, "wrap", "request")
      script.fulfilled(id)
    }
    script.created(3_001, "wrap", "query")
    var screen = guided(script)
    #expect(screen.lines[2].hasPrefix(" Waiting for query #3001"))
    let seen = script.events.count
    for id in 3_002...3_400 as ClosedRange<UInt64> { script.created(id, "wrap", "job") }
    script.fulfilled(3_001)
    screen.view.apply(Array(script.events[seen...]))
    #expect(screen.lines[2].hasPrefix(" 399 promises are pending."))
    #expect(screen.lines[screen.markedLine ?? 0].contains("job #3002"))
  }

  @Test func theEndIsSummedUpAndTheResultIsVisible() {
    var script = EventScript()
    script.created(1, "wrap", "load")
    for id in 2...13 as ClosedRange<UInt64> { script.created(id, "then", "step \(id)", from: id - 1) }
    script.at(3_400)
    for id in 1...13 as ClosedRange<UInt64> { script.fulfilled(id, "\(id) items", id == 1 ? .resolver : .passthrough) }
    var screen = guided(script)
    screen.view.end()
    #expect(screen.lines[2].hasPrefix(" All 13 promises fulfilled in 3.40 s. Longest: load #1, 3.40 s."))
    #expect(screen.lines.contains { $0.contains("step 13 #13") })
  }

  @Test("the parts of the summary are those of the header")
  func theSummaryAddsUp() {
    var script = EventScript()
    for id in 1...4 as ClosedRange<UInt64> { script.created(id, "async", "job \(id)") }
    script.at(100)
    script.fulfilled(1)
    script.rejected(2, "down")
    script.rejected(3, "cancelled", .resolver, cancelled: true)
    script.add(.released, 4) { $0.state = .pending }
    var screen = guided(script)
    screen.view.end()
    #expect(screen.lines[2].contains("1 fulfilled, 1 rejected, 1 freed, 1 canceled."), "\(screen.lines[2])")
  }

  @Test func theSummaryLeadsToTheProblems() {
    var script = EventScript.listLoader(failing: true)
    script.created(9, "pending", "forgotten")
    script.add(.released, 9) { $0.state = .pending }
    var screen = guided(script)
    screen.view.end()
    #expect(screen.lines[2].contains(" e goes to the problem."))
  }

  @Test func theCaptionIsInTheLanguageOfTheScreen() {
    var screen = guided(.listLoader(), language: .chinese)
    #expect(screen.lines[2].hasPrefix(" 正在等待 GET /list?page=1 #7：已 1.10 s，body；5 个 Promise 在等它。"))
  }
}
