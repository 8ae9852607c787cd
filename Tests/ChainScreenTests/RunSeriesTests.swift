// Run after run in one screen: the number in the header, the place that is kept, the former run, and both side by side.

@Suite struct RunSeriesTests {
  /// Two shops: a query, a step that waits for it, and what else they sell.
  private func shop(query: Double, fails: Bool, more: PromiseID = 0) -> EventScript {
    var script = EventScript()
    for id in 0..<more { script.created(100 + id, "async", "warm up \(id)", line: 5) }
    script.created(1, "async", "query stock", line: 12)
    script.created(2, "then", "order", from: 1, line: 20)
    script.created(3, "async", "log in", line: fails ? 30 : 31)
    script.at(40)
    if fails {
      script.rejected(3, "denied")
      script.add(.unhandled, 3)
    } else {
      script.fulfilled(3, "me")
    }
    script.at(query)
    script.fulfilled(1, "3 left", .resolver)
    script.fulfilled(2, "ordered")
    script.add(.ended, 0)
    return script
  }

  private func screen(
    _ script: EventScript, _ before: FormerRuns = FormerRuns(), columns: Int = 80, rows: Int = 24,
    language: Language = .english
  ) -> TestScreen {
    var options = ScreenOptions(name: "run.ndjson")
    options.language = language
    before.apply(to: &options)
    var screen = TestScreen(script, options, columns: columns, rows: rows)
    screen.view.end()
    screen.draw()
    return screen
  }

  private let news = LogNews(.replaced, name: "run.ndjson", next: "run.ndjson")

  private func second(columns: Int = 80, rows: Int = 24, language: Language = .english) -> TestScreen {
    let first = screen(shop(query: 200, fails: true), columns: columns, rows: rows)
    return screen(
      shop(query: 900, fails: false), FormerRuns().next(after: first.view, news), columns: columns, rows: rows,
      language: language)
  }

  @Test func theHeaderAndTheFooterSayWhatChanged() {
    var screen = second()
    #expect(screen.lines[0].contains("run.ndjson   run 2  log replaced"))
    #expect(screen.lines[23].contains("Run 2: 1 problem fewer, +700 ms"))
    screen.play("Down Up")
    #expect(screen.lines[23].contains("V Compare") && screen.lines[23].contains("B Former run"))
  }

  @Test func theSelectionStaysOnItsRowByLabelAndCallSite() {
    var first = screen(shop(query: 200, fails: true))
    first.play("Down Down w", selects: 3)
    // The program was edited, so lines and IDs differ.
    var next = screen(shop(query: 900, fails: false, more: 4), FormerRuns().next(after: first.view, news))
    next.draw()
    expectEqual(next.view.state.selection, 3)
    expectEqual(next.view.state.panes.first, .why)
  }

  @Test func bothRunsStandSideBySideTheCauseFirst() {
    var screen = second()
    screen.play("V")
    check(
      screen,
      shows: """
         PromiseScope  run.ndjson   run 2  log replaced             ■ ended   00:00.900
         3 promises  ○ 0 pending  ✔ 3 fulfilled  ✘ 0 rejected
        ── run 1 beside run 2 ──────────────────────────────────────────────────────────
         promises 3 → 3   problems 1 → 0   200 ms → 900 ms
         ! gone  "log in" (#3) was rejected with denied (NetworkError), … ListLoader:30

         slower: own work       own p50 1        2      +/-     max 1        2      +/-
        ▌query stock  ListL…:12    200 ms   900 ms  +700 ms    200 ms   900 ms  +700 ms

         slower: waiting        own p50 1        2      +/-     max 1        2      +/-
         order  ListLoader:20           ·        ·        ·    200 ms   900 ms  +700 ms

         about the same         own p50 1        2      +/-     max 1        2      +/-
         log in  ListLoader:31    40.0 ms  40.0 ms        ·   40.0 ms  40.0 ms        ·









         F1 Help  e Problem  w Why  V Compare  B Former run  q Quit
        """)
  }

  @Test func aWideScreenAlsoShowsTheLongestOwnTime() {
    var screen = second(columns: 140, rows: 45)
    screen.play("V")
    let lines = screen.lines
    #expect(lines[2].contains("run 1 beside run 2"))
    #expect(lines.contains { $0.contains("slower: own work") && $0.contains("own max 1") })
    expectEqual(screen.draw().size, Size(columns: 140, rows: 45))
  }

  @Test func enterGoesToThePromiseAndBackspaceReturns() {
    var screen = second()
    screen.play("V Enter")
    #expect(screen.view.state.page == nil && screen.view.state.selection == 1)
    screen.play("Backspace")
    expectEqual(screen.view.state.page, .runs)
    screen.play("Esc")
    #expect(screen.view.state.page == nil)
  }

  @Test func eightRunsAreKeptAndTheOthersForgotten() {
    var before = FormerRuns()
    for _ in 1...12 { before = before.next(after: screen(shop(query: 100, fails: false), before).view, news) }
    var last = screen(shop(query: 100, fails: false), before)
    #expect(last.lines[0].contains("run 13"))
    last.play("V h h h h h h h h h h h h", shows: "run 5 beside run 13", in: 2)
    last.play("l", shows: "run 6 beside run 13", in: 2)
  }

  @Test func aScreenWithoutEventsIsNoRun() {
    let empty = TestScreen(EventScript())
    var next = screen(shop(query: 100, fails: false), FormerRuns().next(after: empty.view, news))
    #expect(!next.lines[0].contains("run 2"))
    next.play("V", shows: "There is no former run yet.", in: 23)
  }

  @Test func theComparisonIsInChinese() {
    var screen = second(language: .chinese)
    #expect(screen.lines[0].contains("第 2 次运行"))
    screen.play("V")
    #expect(screen.draw().text.contains("自身工作变慢"))
  }

  @Test(arguments: [(40, 10), (60, 16), (200, 60)]) func theComparisonFitsAnySize(_ columns: Int, _ rows: Int) {
    var screen = second(columns: columns, rows: rows)
    screen.play("V Down PgDn End Home")
    expectEqual(screen.draw().size, Size(columns: columns, rows: rows))
  }
}
