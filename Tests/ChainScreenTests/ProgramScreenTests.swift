// The screens of the observed program, drawn from the notes that describe them.

@Suite struct ProgramScreenTests {
  private func list(columns: Int, rows: Int = 24, isASCII: Bool = false) -> TestScreen {
    var script = EventScript()
    script.created(1, "async", "load")
    script.at(100)
    script.noted("screen: 2 items | * House rules | 113 The choir is full")
    script.at(200)
    script.fulfilled(1, "3")
    script.at(300)
    script.noted("screen: 3 items | ! offline | * 欢迎 | 120 Our bakery\u{1B}[2J")
    var options = ScreenOptions(name: "lists")
    options.isASCII = isASCII
    var screen = TestScreen(script, options, columns: columns, rows: rows)
    screen.now = 400
    screen.view.end()
    screen.play("O")
    return screen
  }

  /// The lines of the pane.
  private func pane(_ screen: inout TestScreen) -> [String] {
    let lines = screen.lines
    let start = lines.firstIndex { $0.contains("program output") } ?? 0
    return lines[(start + 1)...].prefix { !$0.contains("Help") && !$0.allSatisfy { $0 == " " } }.map {
      String($0.reversed().drop { $0 == " " }.reversed())
    }
  }

  @Test func consecutiveScreensStandSideBySide() {
    var screen = list(columns: 80)
    expectEqual(
      pane(&screen),
      [
        " ╭ 00:00.100 ─────────────────────────╮ ╭ 00:00.300 ─────────────────────────╮",
        " │ 2 items                            │ │ 3 items                            │",
        " │ * House rules                      │ │ ! offline                          │",
        " │ 113 The choir is full              │ │ * 欢迎                             │",
        " │                                    │ │ 120 Our bakery\\u{1B}[2J            │",
        " ╰────────────────────────────────────╯ ╰────────────────────────────────────╯",
      ])
  }

  @Test func aNarrowPaneShowsThemOneBelowTheOther() {
    var screen = list(columns: 40, rows: 30)
    let lines = pane(&screen)
    let bottom = " ╰────────────────────────────────────╯"
    expectEqual(lines.dropFirst(2).first { !$0.contains("│") }, bottom)
    expectEqual(lines.drop { $0 != bottom }.dropFirst().first, " ╭ 00:00.300 ─────────────────────────╮")
    expectEqual(lines.last, bottom)
  }

  @Test func thePlayheadDecidesWhichScreensAreSeen() {
    var screen = list(columns: 80)
    screen.play("[ [")
    let lines = pane(&screen)
    expectEqual(lines.first, " ╭ 00:00.100 ───────────────────────────────╮")
    #expect(!lines.joined().contains("bakery"))
  }

  @Test func asciiDrawsTheBorderWithSigns() {
    var screen = list(columns: 80, isASCII: true)
    #expect(pane(&screen).first?.hasPrefix(" + 00:00.100 ----") == true)
  }

  @Test func theInsideOfEachObjectIsDrawnAsItIsNow() {
    var script = EventScript()
    script.created(1, "async", "load")
    script.at(100)
    script.noted("box: State of letter | .pending | bodies: first")
    script.at(200)
    script.noted("box: token | consumed: false")
    script.noted("first reads it")
    script.noted("box: 3 arrived")
    script.at(300)
    script.noted("box: State of letter | .resolved | a letter")
    var screen = TestScreen(script, ScreenOptions(name: "boxes"), columns: 80, rows: 24)
    screen.now = 400
    screen.view.end()
    screen.play("O")
    let now = [
      " 00:00.200  first reads it",
      " 00:00.200  box: 3 arrived",
      " ╭ State of letter ───────────────────╮ ╭ token ─────────────────────────────╮",
      " │ .resolved                          │ │ consumed: false                    │",
      " │ a letter                           │ │                                    │",
      " ╰────────────────────────────────────╯ ╰────────────────────────────────────╯",
    ]
    expectEqual(pane(&screen), now)
    screen.play("[")
    expectEqual(
      pane(&screen),
      now.map {
        $0.replacing(".resolved                 ", with: ".pending                  ").replacing(
          "a letter       ", with: "bodies: first  ")
      })
  }

  @Test(arguments: [("list-loader", 120, true), ("list-loader", 80, false), ("contacts-avatars", 120, false)])
  func aLessonShowsThemBesideTheTree(log: String, columns: Int, isShown: Bool) throws {
    let options = LessonOptions(nil, asksQuestions: false)
    var screen = try LessonScreen(log, columns: columns, rows: 30, lesson: options)
    screen.play("Right")
    expectEqual(screen.text.contains("nothing so far"), columns == 120 && isShown)
    screen.play("End Left")
    let lines = screen.text.split(separator: "\n")
    expectEqual(lines[1].contains("── program output ─"), isShown)
    expectEqual(lines.contains { $0.contains("✔") && $0.contains("│ 17 + 2 sticky") }, isShown, "\(screen.text)")
  }
}
