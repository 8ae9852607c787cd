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

  @Test func manyShortRootsOpenOnTheirCallSites() {
    var screen = screen()
    expectEqual(screen.view.state.page, .service)
    let text = screen.draw().text
    #expect(text.contains("call site") && text.contains("in flight, longest first"))
    #expect(screen.lines.contains { $0.contains("order") && $0.contains("50.0 ms") })
    #expect(screen.lines.contains { $0.contains("user") && $0.contains("50.0 ms") })
    #expect(screen.lines[23].contains(": Go to"))
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

  @Test func promisesThatLastAsLongAsTheRunAreNoService() {
    var script = EventScript()
    for id in 1...300 as ClosedRange<UInt64> { script.created(id, "async", "worker") }
    script.at(10_000)
    for id in 1...290 as ClosedRange<UInt64> { script.fulfilled(id) }
    var options = ScreenOptions(name: "batch")
    options.opensService = true
    var screen = TestScreen(script, options)
    screen.view.end()
    screen.draw()
    #expect(screen.view.state.page == nil)
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

  @Test(arguments: [
    (": 3 0 s Enter", 30_000), (": 1 : 0 0 Enter", 59_850), (": 5 0 0 m s Enter", 450), (": - 5 s Enter", 54_850),
  ])
  func aMomentCanBeTyped(_ keys: String, _ latest: Int) {
    var screen = screen()
    screen.play(keys)
    let time = Int(screen.view.store.lastTime / 1_000_000)
    #expect((latest - 250...latest).contains(time), "\(time)")
  }

  @Test func theTimeOfDayIsAMoment() {
    var screen = screen()
    screen.view.startOfRun = 12 * 3_600_000_000_000
    screen.play(": 1 2 : 0 0 : 3 1 Enter")
    #expect((30_700...31_000).contains(screen.view.store.lastTime / 1_000_000))
  }

  @Test func anotherTextIsRefusedWithTheFormsThatAreExpected() {
    var screen = screen(columns: 140)
    screen.play(": x Enter", shows: "Expected 30s, 1:30, 12:04:31 or -5s, found “x”.", in: 23)
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

  @Test("each problem of a call site is said once, with how often it occurred, its rate, and a curve of the minute")
  func eachProblemIsSaidOnce() {
    var screen = screen()
    let lines = screen.lines
    expectEqual(lines.filter { $0.contains("unhandled") && $0.contains("2 ×") }.count, 1)
    #expect(lines.contains { $0.contains("2 ×") && $0.contains("+2/min") && $0.contains("█") })
    #expect(lines.contains { $0.contains("flaky(99)") })
  }

  @Test("the heading has what is in flight, memory, and processor time, also at a moment of the past")
  func memoryAndProcessorTimeComeFromTheLog() {
    var script = EventScript()
    for second in 1...60 {
      script.at(Double(second) * 1_000)
      for id in 0..<6 {
        let promise = PromiseID(second * 10 + id)
        script.created(promise, "async", "order", line: 41)
        if id > 0 { script.fulfilled(promise) }
      }
      script.add(.alive, 0) {
        $0.memory = UInt64(100_000_000 + second * 1_000_000)
        $0.programTime = UInt64(second * 250_000_000)
      }
    }
    var options = ScreenOptions(name: "shop-api")
    options.opensService = true
    var screen = TestScreen(script, options, columns: 100)
    screen.now = 60_000
    let vitals = "60 in flight ▴ +60/min   5.0 settled/s   memory 160 MB ▴ +60 MB/min   CPU 25 %"
    #expect(screen.lines.contains { $0.contains(vitals) })
    screen.play(": 3 0 s Enter", shows: "memory 130 MB ▴ +60 MB/min   CPU 25 %")
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
