// The form with which a scenario runs again: what keys change, and what the owner of the screen gets.

import LessonEngine

@Suite struct RunFormTests {
  private func screen(_ fields: [RunForm.Field]) -> TestScreen {
    var options = ScreenOptions(name: "list-loader", again: .scenario)
    options.form = RunForm(fields)
    return TestScreen(.listLoader(), options)
  }

  private let fields = [
    RunForm.Field("policy", Text("Source", "来源"), choices: ["local", "remote", "both"], value: "remote"),
    RunForm.Field("latency", Text("Latency, ms", "延迟，毫秒"), limits: 0...60_000, start: 1_000, value: nil),
  ]

  private func sent(_ effect: ScreenEffect) -> RunForm? {
    if case .runWith(let form) = effect { form } else { nil }
  }

  @Test func theFormShowsTheCurrentValues() {
    var screen = screen(fields)
    screen.play("R")
    let text = screen.draw().text
    #expect(text.contains("Change and run again"))
    #expect(text.contains("Source       ‹ remote ›"))
    #expect(text.contains("Latency, ms    (default)"))
  }

  @Test func keysChangeValuesAndEnterRuns() throws {
    var screen = screen(fields)
    screen.play("R Right Down 1 5 0 0 Enter")
    let form = try #require(sent(screen.effect))
    let changes = try form.changes(from: #require(RunForm(fields)))
    expectEqual(changes.map(\.name), ["policy", "latency"])
    #expect(form.changes(from: form).isEmpty)
    expectEqual(form.value(of: "policy"), "both")
    expectEqual(form.value(of: "latency"), "1500")
    #expect(screen.view.state.form == nil)
  }

  @Test func arrowsStepThroughNumbersWithinTheLimits() throws {
    var screen = screen(fields)
    screen.play("R Down Right Left Left Enter")
    try expectEqual(#require(sent(screen.effect)).value(of: "latency"), "800")
    screen.play("R Down 5 Left Left Left Left Left Left Left Enter")
    try expectEqual(#require(sent(screen.effect)).value(of: "latency"), "0")
  }

  @Test func anInvalidNumberIsRefusedAndNamesItsLimits() {
    var screen = screen(fields)
    screen.play("R Down 9 9 9 9 9 9 Enter")
    #expect(sent(screen.effect) == nil)
    #expect(screen.draw().text.contains("0-60000"))
    screen.play("Backspace Backspace Enter")
    expectEqual(sent(screen.effect)?.value(of: "latency"), "9999")
  }

  @Test func escapeClosesTheFormAndChangesNothing() {
    var screen = screen(fields)
    let before = screen.draw()
    screen.play("R Right Esc")
    expectEqual(screen.effect, .none)
    expectEqual(screen.draw(), before)
    screen.play("R")
    #expect(screen.draw().text.contains("‹ remote ›"))
  }

  @Test func aRunWithoutSettingsSaysSo() {
    var screen = screen([])
    screen.play("R")
    #expect(screen.lines.last?.contains("no settings to change") == true)
  }

  @Test(arguments: [(40, 10), (41, 11), (80, 24)])
  func theFormFitsAnySize(_ columns: Int, _ rows: Int) {
    var screen = screen(fields)
    screen.size = Size(columns: columns, rows: rows)
    screen.play("R Down Right")
    expectEqual(screen.draw().size, screen.size)
  }

  @Test func onlyARunningProgramCanBeAskedToCancel() {
    var options = ScreenOptions(name: "cancel")
    options.canCancelRun = true
    var screen = TestScreen(.listLoader(), options)
    screen.play("X")
    expectEqual(screen.effect, .cancelRun)
    screen.view.end()
    screen.play("X")
    expectEqual(screen.effect, .none)
    #expect(screen.lines.last?.contains("No run is left to cancel.") == true)
  }
}
