// The screen on a pseudo-terminal: start, move, resize, quit, and a restored terminal. ChainScreenTests cover what the
// screen draws, without a terminal.

import Dispatch

@Suite struct ScreenTests {
  @Test func movesResizesAndQuits() async throws {
    try await blocking {
      let session = try TerminalSession(["demo", "one", "--virtual"], columns: 80, rows: 24)
      try session.wait(for: "show it", lines: [23: "Quit"])
      let picture = session.picture
      #expect(picture.isAlternate && !picture.isCursorVisible)
      try session.wait(for: "#1 fetch weather")
      try session.type("j", waitingFor: "#2 show it")
      session.resize(columns: 120, rows: 30)
      try session.wait(for: "#2 show it", lines: [29: "Quit"])
      session.type("q")
      try expectLeft(session)
    }
  }

  @Test func savesTheTreeAndALog() async throws {
    try await blocking {
      let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let session = try TerminalSession(["demo", "one", "--virtual"], columns: 120, rows: 30)
      try session.wait(for: "show it", lines: [29: "Quit"])
      for name in ["tree.txt", "run.ndjson"] {
        // Ctrl-S reaches the screen although terminals use it to stop their output.
        session.type("\u{13}")
        try session.wait(lines: [29: "Save to"])
        session.type("\u{15}\(folder.path)/\(name)\r")
        try session.wait(lines: [29: "Saved to"])
      }
      session.type("q")
      try expectLeft(session)
      let tree = try String(contentsOf: folder.appending(path: "tree.txt"), encoding: .utf8)
      #expect(tree.contains("fetch weather #1"))
      let log = try String(contentsOf: folder.appending(path: "run.ndjson"), encoding: .utf8)
      #expect(log.hasPrefix("{\"schema\":\"promisescope.log\"") && log.contains("\"ev\":\"fulfilled\""))
    }
  }

  /// A pipe without a reader would hold up the screen for ever, and so would one whose reader is slow.
  @Test func aNamedPipeIsNotSavedTo() async throws {
    let folder = try Folder()
    try #require(mkfifo(folder.file("pipe"), 0o600) == 0)
    try await blocking {
      let session = try TerminalSession(["demo", "one", "--virtual"], columns: 200, rows: 30)
      try session.wait(for: "show it", lines: [29: "Quit"])
      session.type("\u{13}")
      try session.wait(lines: [29: "Save to"])
      session.type("\u{15}\(folder.file("pipe"))\r")
      try session.wait(lines: [29: "it is a named pipe"])
      session.type("q")
      try expectLeft(session)
    }
  }

  /// The name on the screen is escaped; the log is found nevertheless.
  @Test func theLogThatIsShownIsNotReplaced() async throws {
    let folder = try Folder()
    let log = try await pscope("export", "one", "--virtual").output
    let name = "odd\u{7}name.ndjson"
    try Data(log).write(to: URL(filePath: folder.file(name)))
    // A link, because the screen does not take a control character.
    try FileManager.default.createSymbolicLink(atPath: folder.file("link"), withDestinationPath: folder.file(name))
    try await blocking {
      let session = try TerminalSession(["view", folder.file(name)], columns: 120, rows: 30)
      try session.wait(for: "show it", lines: [29: "Quit"])
      session.type("\u{13}")
      try session.wait(lines: [29: "Save to"])
      session.type("\u{15}\(folder.file("link"))\r")
      try session.wait(lines: [29: "Can't write"])
      session.type("q")
      try expectLeft(session)
    }
    try expectEqual(folder.read(name), log)
  }

  @Test(arguments: [
    SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGXCPU, SIGSYS, SIGIO, SIGPWR,
    // SIGSTKFLT, which Swift does not import, and the first and the last real-time signal.
    16, 34, 64,
  ])
  func restoresTheTerminalOnATerminatingSignal(signal: Int32) async throws {
    try await blocking {
      let session = try TerminalSession(["demo", "one", "--virtual"], columns: 80, rows: 24)
      try session.wait(for: "show it")
      #expect(session.picture.wantsPasteBrackets)
      session.send(signal)
      try expectLeft(session, code: 128 + signal)
    }
  }

  @Test func stopsBracketedPasteDuringCtrlZ() async throws {
    try await blocking {
      let session = try TerminalSession(["demo", "one", "--virtual"], columns: 80, rows: 24)
      try session.wait(for: "show it")
      session.type("\u{1A}")
      // Without a shell that waits for it, the process continues at once.
      try session.wait { session.picture.returns == 1 && session.picture.isAlternate }
      try session.wait(for: "show it")
      #expect(session.picture.wantsPasteBrackets && !session.picture.leftPasteBracketsOn)
      session.type("q")
      try expectLeft(session)
    }
  }

  /// As during Ctrl-Z: without a shell that waits for it, the process continues at once.
  @Test(arguments: [SIGTTIN, SIGTTOU]) func restoresTheTerminalWhenItIsStopped(signal: Int32) async throws {
    try await blocking {
      let session = try TerminalSession(["demo", "one", "--virtual"], columns: 80, rows: 24)
      try session.wait(for: "show it")
      session.send(signal)
      try session.wait { session.picture.returns == 1 && session.picture.isAlternate }
      try session.wait(for: "show it")
      session.type("q")
      try expectLeft(session)
    }
  }

  /// What the program draws fills the terminal, which no longer takes any output.
  @Test(
    arguments: [["demo", "one", "--virtual"], ["learn", "promise"], ["view", "one", "--virtual"]],
    [SIGTERM, SIGINT, SIGHUP, SIGQUIT])
  func aTerminalThatTakesNoOutputDoesNotDelayASignal(words: [String], signal: Int32) async throws {
    try await blocking {
      let session = try TerminalSession(words, columns: 101, rows: 50)
      try session.waitUntilFull()
      let start = ContinuousClock.now
      session.send(signal)
      try session.waitUntilExited()
      // A second, and what a busy machine adds.
      #expect(start.duration(to: .now) < .seconds(5))
      try expectLeft(session, code: 128 + signal)
    }
  }

  @Test(arguments: ["no-such-terminal", "dumb", ""])
  func rejectsAnUnsuitableTerminal(type: String) async throws {
    try await blocking {
      let session = try TerminalSession(["demo", "one"], columns: 80, rows: 24, variables: ["TERM": type])
      try expectLeft(session, code: 2)
      #expect(session.picture.mainText.contains("pscope: the screen needs"))
      #expect(session.picture.mainText.contains("TERM"))
    }
  }

  @Test func asksForALargerTerminal() async throws {
    try await blocking {
      let session = try TerminalSession(["demo", "one", "--virtual"], columns: 30, rows: 6)
      try session.wait(for: "40")
      session.resize(columns: 80, rows: 24)
      try session.wait(for: "show it")
      session.type("q")
      try expectLeft(session)
    }
  }

  @Test(arguments: ["view", "export"])
  func rejectsTheKeyboardAsALog(command: String) async throws {
    try await blocking {
      let session = try TerminalSession([command, "-"], columns: 80, rows: 24)
      try expectLeft(session, code: 2)
      #expect(session.picture.mainText.contains("found the keyboard"))
    }
  }

  @Test func anInterruptedExportCompletesItsFile() async throws {
    let folder = try Folder()
    let path = folder.file("out.ndjson")
    try await blocking {
      let words = ["export", "list-loader", "--latency", "60000", "--output", path]
      let session = try TerminalSession(words, columns: 80, rows: 24)
      try session.wait { try folder.names().count == 1 }
      session.type("\u{3}")
      try expectLeft(session, code: 128 + SIGINT)
    }
    try expectEqual(folder.names(), ["out.ndjson"])
  }

  @Test func opensTheEditorAtTheCallSite() async throws {
    let folder = try Folder()
    // It reads its terminal, as an editor does, although the standard input of pscope is the log.
    let editor = try folder.write(
      "editor",
      "#!/bin/sh\nprintf '%s\\n' \"$@\" >'\(folder.path)/opened'\necho editing\nread line\necho \"$line\" >>'\(folder.path)/opened'\n"
    )
    chmod(editor, 0o700)
    let log = try folder.write("run.ndjson", try await pscope("export", "find-the-fault", "--virtual").text)
    let root = URL(filePath: #filePath).appending(path: "../../../demos").standardized.path
    try await blocking {
      let session = try TerminalSession(
        ["view", "-", "--source-root", root], columns: 80, rows: 24, input: log,
        variables: ["EDITOR": "\(editor) --wait"])
      try session.wait(for: "stock #2", lines: [0: "ended"])
      session.type("eo")
      try session.wait(forMain: "editing")
      #expect(!session.picture.isAlternate && !session.picture.wantsMouse)
      try session.type("changed\n", waitingFor: "stock #2", lines: [0: "ended"])
      #expect(session.picture.isAlternate)
      session.type("q")
      try expectLeft(session)
    }
    let opened = String(decoding: try folder.read("opened"), as: UTF8.self).split(separator: "\n").map(String.init)
    #expect(opened.count == 4 && opened.first == "--wait" && opened.last == "changed")
    #expect(opened[1] == "+47" && opened[2].hasSuffix("demos/FaultScenarios/FindTheFault.swift"))
  }

  @Test func copiesTheIDOfTheSelectedPromise() async throws {
    try await blocking {
      let session = try TerminalSession(["demo", "one", "--virtual"], columns: 80, rows: 24)
      try session.wait(for: "show it")
      session.type("jy")
      // "#2".
      try session.wait { session.picture.commands.contains("52;c;IzI=") }
      session.type("q")
      try expectLeft(session)
    }
  }

  @Test func aClickSelectsARow() async throws {
    try await blocking {
      let session = try TerminalSession(["demo", "find-the-fault", "--virtual"], columns: 80, rows: 24)
      try session.wait(for: "shrink photo")
      let line = try #require(session.picture.lines.firstIndex { $0.contains("reviews #5") })
      session.type("\u{1B}[<0;20;\(line + 1)M\u{1B}[<0;20;\(line + 1)m")
      try session.wait(lines: [line: "▌"])
      session.type("\u{1B}[<65;20;\(line + 1)M")
      session.type("q")
      try expectLeft(session)
    }
  }

  @Test func survivesAStormOfSizesWhileEventsArrive() async throws {
    try await blocking {
      let session = try TerminalSession(["demo", "million", "--count", "2000"], columns: 80, rows: 24)
      try session.wait(lines: [0: "live"])
      for step in 0..<100 {
        session.resize(columns: 1 + step * 13 % 200, rows: 1 + step * 7 % 60)
        if step % 7 == 0 { session.type("jew") }
      }
      session.resize(columns: 100, rows: 30)
      try session.wait(lines: [0: "PromiseScope", 29: "Quit"])
      session.type("\u{1B}\u{3}")
      try expectLeft(session)
    }
  }

  @Test func listDoesNotOpenTheScreen() async throws {
    try await blocking {
      let session = try TerminalSession(["list"], columns: 80, rows: 24)
      try expectLeft(session)
      #expect(session.picture.mainText.contains("list-loader"))
    }
  }
}
