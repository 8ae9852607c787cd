// CursesTerminal on a pseudo-terminal: colors, mouse, keys with modifiers, the clipboard, and lending the terminal. The program on it
// shows the events that it gets.

/// The path of the program that shows its events.
private let program = URL(filePath: binary).deletingLastPathComponent().appending(path: "TerminalProgram").path

/// Starts the program, plays a session, and expects that it quits and restores the terminal.
private func session(
  columns: Int = 80, rows: Int = 24, _ variables: [String: String] = [:], background: String? = nil,
  _ play: @escaping @Sendable (TerminalSession) throws -> Void
) async throws {
  try await blocking {
    let session = try TerminalSession(
      [], program: program, columns: columns, rows: rows, variables: variables, background: background)
    try session.wait(for: "ready")
    try play(session)
    session.type("q")
    try expectEqual(session.finish(), .init(code: 0))
  }
}

@Suite struct TerminalTests {
  @Test func reportsTheMouse() async throws {
    try await session { session in
      #expect(session.picture.wantsMouse)
      try session.type("\u{1B}[<0;11;4M", waitingFor: "press 10 3")
      try session.type("\u{1B}[<32;12;4M\u{1B}[<32;300;5M", waitingFor: "drag 11 3", "drag 299 4")
      try session.type("\u{1B}[<0;300;5m", waitingFor: "release 299 4")
      try session.type("\u{1B}[<64;1;1M\u{1B}[<65;2;2M", waitingFor: "wheelUp 0 0", "wheelDown 1 1")
      try session.type("\u{1B}[<0;5;6M\u{1B}[<0;5;6m", waitingFor: "click 4 5")
      // Other buttons have no meaning, and a broken event loses only itself.
      try session.type("\u{1B}[<2;9;9M\u{1B}[<0;7x", waitingFor: "key x")
      #expect(!session.picture.text.contains("9 9") && !session.picture.text.contains(" 8 8"))
    }
  }

  @Test func keysWithModifiersHaveNames() async throws {
    let keys = [
      ("\u{1B}[1;2A", "Shift-Up"), ("\u{1B}[1;2B", "Shift-Down"), ("\u{1B}[1;2C", "Shift-Right"),
      ("\u{1B}[1;2D", "Shift-Left"), ("\u{1B}[1;5A", "Ctrl-Up"), ("\u{1B}[1;5B", "Ctrl-Down"),
      ("\u{1B}[1;5C", "Ctrl-Right"), ("\u{1B}[1;5D", "Ctrl-Left"), ("\u{1B}[Z", "Shift-Tab"), ("\t", "Tab"),
      ("\u{1B}OA", "Up"), ("\u{1B}[B", "Down"), ("\u{1B}[1~", "Home"), ("\u{1B}OF", "End"), ("\u{1B}[5~", "PgUp"),
      ("\u{4}", "Ctrl-D"), ("\u{13}", "Ctrl-S"), ("\u{11}", "Ctrl-Q"), ("\u{1B}OP", "F1"), ("\u{1B}[15~", "F5"),
      ("\u{1B}[24~", "F12"), ("\u{1B}[12~", "F2"),
    ]
    try await session(rows: 40) { session in
      for (sequence, name) in keys {
        session.type(sequence)
        try session.wait(for: "key \(name)")
      }
      let shown = session.picture.lines.filter { $0.hasPrefix("key ") }
      #expect(shown == keys.map { "key \($0.1)" })
    }
  }

  @Test func copiesToTheClipboard() async throws {
    try await session { session in
      session.type("c")
      try session.wait { session.picture.commands.contains("52;c;Y29waWVk") }
    }
  }

  @Test func whatTheProgramPrintsStaysOffTheTerminal() async throws {
    try await blocking {
      let session = try TerminalSession([], program: program, columns: 80, rows: 24)
      try session.wait(for: "ready")
      session.type("pkq")
      try expectEqual(session.finish().code, 0)
      #expect(!session.picture.text.contains("printed") && !session.picture.mainText.contains("printed"))
      // Its output belongs to the terminal again.
      #expect(session.picture.mainText.contains("closed"))
    }
  }

  @Test func lendsTheTerminal() async throws {
    try await session { session in
      session.type("s")
      try session.wait(forMain: "lent")
      #expect(!session.picture.isAlternate && session.picture.isCursorVisible)
      #expect(!session.picture.wantsMouse && !session.picture.wantsPasteBrackets)
      // The line is echoed, because the modes are those of the shell. Ctrl-C belongs to the other program.
      session.type("\u{3}typed\n")
      try session.wait(forMain: "typed")
      try session.wait(for: "ready", "size 80x24")
      #expect(session.picture.isAlternate && !session.picture.isCursorVisible)
      #expect(session.picture.wantsMouse && session.picture.wantsPasteBrackets)
      #expect(!session.picture.text.contains("Ctrl-C"))
      try session.type("\u{1B}[<0;1;1M", waitingFor: "press 0 0")
    }
  }

  @Test func followsASizeThatChangedWhileTheTerminalWasLent() async throws {
    try await session { session in
      session.type("s")
      try session.wait(forMain: "lent")
      session.resize(columns: 100, rows: 30)
      try session.type("\n", waitingFor: "size 100x30")
    }
  }

  @Test func survivesAStormOfSizes() async throws {
    try await session { session in
      for step in 0..<200 {
        session.resize(columns: 1 + step * 7 % 200, rows: 1 + step * 3 % 60)
        if step % 10 == 0 { session.type("x") }
      }
      session.resize(columns: 1, rows: 1)
      session.resize(columns: 90, rows: 30)
      try session.wait(for: "size 90x30")
    }
  }

  @Test func worksOnASlowTerminal() async throws {
    try await session(columns: 200, rows: 60) { session in
      // The test reads nothing while the program draws far more than the terminal buffers.
      for _ in 0..<200 { session.type("f") }
      try session.type("y", waitingFor: "key y")
    }
  }

  @Test(arguments: [
    ("xterm-256color", "", 256), ("xterm-256color", "truecolor", 1 << 24), ("xterm-256color", "24bit", 1 << 24),
    ("xterm", "", 8), ("xterm", "truecolor", 8), ("xterm-mono", "truecolor", 0), ("screen-256color", "", 256),
    ("linux", "", 8), ("vt100", "", 0),
  ])
  func usesTheColorsOfTheTerminal(type: String, promise: String, colors: Int) async throws {
    try await session(["TERM": type, "COLORTERM": promise]) { session in
      try session.type("f", waitingFor: "failure")
      // Backgrounds are the terminal's own but for status lines and alarms.
      let picture = session.picture
      #expect(picture.colors.contains { $0.hasPrefix("38;2;") } == (colors > 256))
      #expect(picture.colors.contains { $0.hasPrefix("38;5;") } == (colors == 256))
      #expect(picture.colors.contains("31") == (colors == 8))
      if colors == 0 { #expect(picture.colors.isEmpty) }
      #expect(!picture.colors.contains("40"))
      try session.type("f", waitingFor: "ready")
    }
  }

  @Test(arguments: ["ffff/ffff/ffff", "fd/f6/e3", "0000/0000/0000", "28/2c/34"])
  func suitsTheBackground(_ background: String) async throws {
    let isLight = background.hasPrefix("f")
    try await session(background: background) { session in
      // A light background is answered by a request for a new picture.
      if isLight { try session.wait(for: "size 80x24") }
      try session.type("f", waitingFor: "failure")
      // The labels of the themes.
      expectEqual(session.picture.colors.contains("38;5;234"), isLight)
      try session.type("f", waitingFor: "ready")
      #expect(!session.picture.text.contains("key"))
    }
  }

  @Test func anEnvironmentThatNamesTheBackgroundIsNotQuestioned() async throws {
    for variables in [["COLORFGBG": "0;15"], ["NO_COLOR": "1"], ["TERM": "vt100"]] {
      try await session(variables, background: "0/0/0") { session in
        #expect(!session.picture.commands.contains("11;?"))
      }
    }
  }

  @Test(arguments: [("C", false), ("C.UTF-8", true), ("nonesuch", false), ("nonesuch.UTF-8", true)])
  func showsUnicodeWhereTheLocaleHasIt(locale: String, showsUnicode: Bool) async throws {
    try await session(["LC_ALL": locale]) { session in
      if !showsUnicode { return try session.wait(for: "ASCII only") }
      #expect(!session.picture.text.contains("ASCII only"))
    }
  }

  @Test func noColorMeansNoColor() async throws {
    try await session(["NO_COLOR": "1", "COLORTERM": "truecolor"]) { session in
      try session.type("f", waitingFor: "failure")
      #expect(session.picture.colors.isEmpty)
    }
  }

  @Test func aStoppedProgramDrawsEverythingAgain() async throws {
    try await session { session in
      session.send(SIGSTOP)
      session.resize(columns: 90, rows: 30)
      session.send(SIGCONT)
      try session.wait(for: "ready", "size 90x30")
      #expect(session.picture.isAlternate && session.picture.wantsMouse)
      try session.type("x", waitingFor: "key x")
    }
  }

  /// Whatever arrives, the next keys still have their meaning.
  @Test(arguments: 1...8) func survivesAnyInput(seed: UInt64) async throws {
    let pieces = [
      "\u{1B}", "[", "<", "M", "m", ";", "0", "7", "32", "O", "]", "\u{7}", "\\", "~", "200", "1", "A", "P", "世",
    ]
    try await session { session in
      var state = seed &* 0x9E37_79B9_7F4A_7C15
      var bytes: [UInt8] = []
      for _ in 0..<300 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        let choice = Int(state >> 40) % (pieces.count + 2)
        bytes += choice < pieces.count ? Array(pieces[choice].utf8) : [UInt8(0x80 | state >> 33 & 0x7F)]
      }
      session.type(bytes)
      // Whatever has started, a paste, a mouse event, or a reply, is given up when nothing follows it.
      var quiet = 0
      try session.wait {
        quiet += 1
        if quiet % 80 == 0 { session.type("x") }
        return session.picture.text.contains("key x")
      }
    }
  }

  @Test func aTerminalWithoutAMouseIsNotAskedForIt() async throws {
    try await session(["TERM": "vt100"]) { session in
      #expect(!session.picture.wantsMouse)
    }
  }

  @Test func aTrapRestoresTheTerminal() async throws {
    try await blocking {
      let session = try TerminalSession([], program: program, columns: 80, rows: 24)
      try session.wait(for: "ready")
      session.type("!")
      let end = try session.finish()
      #expect(end.areModesRestored && end.isScreenRestored)
      #expect(session.picture.mainText.contains("trapped on request"))
      #expect(session.picture.mainText.contains("The terminal was restored."))
    }
  }
}
