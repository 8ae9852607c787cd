// Scripts of keys: how they are written, and that playing one shows what pressing the same keys shows.

import ChainModel

/// A source with events prepared in advance.
private final class PreparedSource: EventSource {
  var header = LogHeader()
  let texts: TextTable
  let diagnostics: [LogDiagnostic] = []
  private var batches: [[Event]]
  private let ending: SourceStatus

  init(_ script: EventScript, endsWith ending: SourceStatus = .ended) {
    texts = script.texts
    batches = [Array(script.events.prefix(5)), Array(script.events.dropFirst(5))]
    self.ending = ending
  }

  func read(into events: inout [Event], limit: Int) throws -> SourceStatus {
    if batches.isEmpty { return ending }
    events += batches.removeFirst()
    return .more
  }
}

@Suite struct ScreenScriptTests {
  @Test func keysAreSeparatedByBlanks() throws {
    let keys: [Key] = [.character("e"), .enter, .character(" "), .escape, .control("d"), .function(1), .backTab]
    try expectEqual(ScreenScript("e Enter  Space Esc C-d\tF1 S-Tab").keys, keys)
  }

  @Test(arguments: ["", "  ", "none"]) func aScriptMayBeEmpty(_ text: String) throws {
    #expect(try ScreenScript(text).keys.isEmpty)
  }

  @Test func anUnknownKeyIsNamed() {
    for (script, name) in [("e Dwn q", "Dwn"), ("none e", "none")] {
      let error = #expect(throws: ScreenScript.UnknownKey.self) { try ScreenScript(script) }
      expectEqual(error?.name, name)
    }
  }

  @Test func playsKeysAsAUserPressesThem() throws {
    let script = EventScript.listLoader()
    var pressed = TestScreen(script)
    pressed.now = Double(script.events.last?.time ?? 0) / 1_000_000
    pressed.play("Down Down PgDn F1 Esc Left")
    var view = pressed.view
    view = Screen(pressed.view.options, texts: script.texts)
    try view.read(PreparedSource(script)) { false }
    pressed.view.end()
    let grid = try ScreenScript("Down Down PgDn F1 Esc Left").play(on: &view, size: pressed.size)
    expectEqual(grid.text, pressed.draw().text)
    #expect(grid.text.contains("merge"))
  }

  @Test func quittingEndsTheScript() throws {
    var screen = TestScreen(.listLoader())
    let before = screen.draw()
    try expectEqual(ScreenScript("q F1").play(on: &screen.view, size: screen.size), before)
    #expect(try ScreenScript("F1").play(on: &screen.view, size: screen.size) != before)
  }

  @Test func waitsForASourceThatMayGrow() throws {
    var waits = 0
    let script = EventScript.listLoader()
    var view = Screen(ScreenOptions(), texts: script.texts)
    try view.read(PreparedSource(script, endsWith: .idle)) {
      waits += 1
      return waits < 3
    }
    expectEqual(waits, 3)
    expectEqual(view.store.revision, UInt64(script.events.count))
  }

  @Test(arguments: [(1, 1), (39, 9), (40, 10), (500, 200)])
  func everySizeHasAPicture(_ size: (columns: Int, rows: Int)) throws {
    var screen = TestScreen(.avatars(), columns: size.columns, rows: size.rows)
    let grid = try ScreenScript("Down d F1").play(on: &screen.view, size: screen.size)
    expectEqual(grid.size, screen.size)
  }
}
