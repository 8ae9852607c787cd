// The page of a service: its call sites, the strip with the whole run, going to a moment, and rows that stay where they are.

import ChainModel

@Suite struct ServiceTests {
  /// A minute of requests, five a second; every hundredth fails, and one never settles.
  private func service(seconds: Int = 60) -> EventScript {
    var script = EventScript()
    script.file = "src/api.swift"
    for index in 0..<seconds * 5 {
      let id = PromiseID(index + 1)
      script.at(Double(index) * 200)
      script.created(id, "async", "\(index % 3 == 0 ? "order" : "user") \(index)", line: index % 3 == 0 ? 41 : 22)
      if index == 77 { continue }
      script.at(Double(index) * 200 + 50)
      if index % 100 == 99 {
        script.rejected(id, "flaky(\(index))")
        script.add(.unhandled, id)
      } else {
        script.fulfilled(id, "200")
      }
    }
    script.add(.ended, 0)
    return script
  }

  private func screen(columns: Int = 80, rows: Int = 24, opens: Bool = true, language: Language = .english)
    -> TestScreen
  {
    var options = ScreenOptions(name: "shop-api")
    (options.opensService, options.language) = (opens, language)
    var screen = TestScreen(service(), options, columns: columns, rows: rows)
    screen.now = 60_000
    screen.view.end()
    screen.draw()
    return screen
  }

  @Test("a live run turns to the page once it looks like a service, and not after a key", arguments: ["", "Down"])
  func aLiveRunTurnsToThePage(_ keys: String) {
    var options = ScreenOptions(name: "shop-api")
    (options.opensService, options.guides) = (true, true)
    let events = service().events
    var screen = TestScreen(EventScript(), options)
    screen.view.apply(Array(events.prefix { $0.time < 4_000_000_000 }))
    screen.now = 4_000
    #expect(screen.lines[2].hasPrefix(" "))
    screen.play(keys)
    #expect(screen.view.state.page == nil)
    screen.view.apply(Array(events.drop { $0.time < 4_000_000_000 }.dropLast()))
    screen.now = 60_000
    screen.draw()
    expectEqual(screen.view.state.page, keys.isEmpty ? .service : nil)
    #expect(!screen.draw().text.contains("Waiting for"))
  }

  @Test func aKeyShowsThePageOfAnyRunAndTheTreeAgain() {
    var screen = screen(opens: false)
    #expect(screen.view.state.page == nil)
    screen.play("W")
    expectEqual(screen.view.state.page, .service)
    screen.play("W")
    #expect(screen.view.state.page == nil && !screen.view.state.showsStrip)
  }

  @Test func enterOpensACallSiteAndThenAPromiseAndBackspaceReturns() {
    var screen = screen()
    screen.play("Enter")
    expectEqual(screen.view.state.page, .instances)
    screen.play("Enter")
    #expect(screen.view.state.page == nil && screen.view.state.selection != nil)
    screen.play("Backspace")
    expectEqual(screen.view.state.page, .instances)
    screen.play("Backspace")
    expectEqual(screen.view.state.page, .service)
  }

  @Test func aClickOnTheStripGoesToThatMomentAndTheEndReturns() {
    var screen = screen()
    _ = screen.view.update(MouseEvent(.click, column: 35, row: 2), now: 60_000_000_000)
    let time = screen.view.store.lastTime / 1_000_000_000
    #expect((25...35).contains(time), "\(time)")
    _ = screen.view.update(MouseEvent(.click, column: 79, row: 2), now: 60_000_000_000)
    #expect(!screen.view.state.isPaused)
  }

  @Test(arguments: [(40, 10), (60, 16), (140, 45), (200, 60)]) func thePageFitsAnySize(_ columns: Int, _ rows: Int) {
    var screen = screen(columns: columns, rows: rows)
    expectEqual(screen.draw().size, Size(columns: columns, rows: rows))
    screen.play("Down PgDn End S Home Enter")
    expectEqual(screen.draw().size, Size(columns: columns, rows: rows))
  }

  @Test("a problem that appears leaves a row that a person has chosen where it is on the screen")
  func aChosenRowStays() {
    var options = ScreenOptions(name: "shop-api")
    options.opensService = true
    let events = service().events
    var screen = TestScreen(EventScript(), options)
    screen.view.apply(Array(events.prefix { $0.time < 12_000_000_000 }))
    screen.now = 12_000
    screen.draw()
    screen.play("Down")
    let (row, line) = (screen.markedLine, screen.markedLine.map { screen.lines[$0].prefix(20) })
    screen.view.apply(Array(events.drop { $0.time < 12_000_000_000 }.dropLast()))
    screen.now = 60_000
    screen.draw()
    #expect(row != nil && screen.markedLine == row)
    expectEqual(screen.markedLine.map { screen.lines[$0].prefix(20) }, line)
  }

  @Test("a question is about the chosen row, and Backspace returns to the page", arguments: ["w", "c", "d"])
  func aQuestionIsAboutTheChosenRow(_ key: String) {
    var screen = screen()
    screen.play("Down \(key)")
    let site = screen.view.state.selection.flatMap { screen.view.store.callSite(of: $0) }
    expectEqual(site?.line, 41)
    screen.play("Backspace")
    expectEqual(screen.view.state.page, .service)
  }

  @Test func thePageIsInChinese() {
    var screen = screen(language: .chinese)
    #expect(screen.draw().text.contains("进行中，最久的在前") && screen.draw().text.contains("/分钟"))
  }
}
