// What the screen on a pseudo-terminal reads: live runs, pipes, logs that grow, that do not exist yet, whose program was killed, or that
// are not valid.

@Suite struct ScreenSourceTests {
  @Test func repeatsALiveRun() async throws {
    try await blocking {
      let session = try TerminalSession(["demo", "one", "--speed", "10"], columns: 80, rows: 24)
      try session.wait(for: "fulfilled", lines: [0: "ended"])
      session.type("r")
      try session.wait(lines: [0: "live"])
      try session.wait(lines: [0: "ended"])
      session.type("q")
      try expectLeft(session)
    }
  }

  @Test func quittingStopsTheRun() async throws {
    try await blocking {
      let session = try TerminalSession(["demo", "list-loader", "--latency", "60000"], columns: 80, rows: 24)
      try session.wait(for: "load remote")
      session.type("\u{3}")
      try expectLeft(session)
    }
  }

  @Test func reportsAKilledProgram() async throws {
    let folder = try Folder()
    let lines = try await pscope("export", "one", "--virtual").text.split(separator: "\n").prefix(3)
    // The process has exited but is not reaped, so its ID is not reused.
    let gone = try Spawned("/bin/sh", ["-c", "exit 0"], environment: environment([:]), newSession: true) { _ in }
    let log = lines.joined(separator: "\n").replacing(#""pid":0"#, with: "\"pid\":\(gone.pid)") + "\n"
    let path = try folder.write("run.ndjson", log)
    try await blocking {
      for arguments in [["view", path, "--follow"], ["view", path]] {
        let session = try TerminalSession(arguments, columns: 80, rows: 24)
        try session.wait(for: "fetch weather", lines: [0: "killed"])
        session.type("q")
        try expectLeft(session)
      }
    }
    _ = gone.reap()
    func line(_ path: String) async throws -> String {
      let picture = try await pscope("view", path, "--frame", "text").text
      return String(picture.prefix { $0 != "\n" })
    }
    #expect(try await line(path).contains("killed"))
    /// The log of a program that started some seconds ago.
    func started(_ seconds: Double, _ process: String) throws -> String {
      let time = (Date() - seconds).formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
      return try folder.write(
        "other.ndjson",
        log.replacing("\"pid\":\(gone.pid)", with: process).replacing(
          /"started":"[^"]*"/, with: #""started":"\#(time)""#))
    }
    #expect(try await line(started(30, "\"pid\":\(getpid())")).contains("still being written"))
    // A process of this machine may have the ID by chance: a running recording has a recent event.
    #expect(try await line(started(3_600, "\"pid\":\(getpid())")).contains("cut off"))
    // In another PID namespace, such as a container's, no process of this one is the program: it runs if its last event is recent.
    let foreign = #""pid":2,"pidNamespace":"another/1""#
    #expect(try await line(started(30, foreign)).contains("cut off"))
    let contained = try started(0, foreign)
    #expect(try await line(contained).contains("still being written"))
    try await blocking {
      let session = try TerminalSession(["view", contained, "--follow"], columns: 80, rows: 24)
      try session.wait(for: "fetch weather", lines: [0: "live"])
      session.type("q")
      try expectLeft(session)
    }
  }

  @Test func readsALogFromAPipeAndKeysFromTheTerminal() async throws {
    let folder = try Folder()
    let log = try folder.write("run.ndjson", try await pscope("export", "serial", "--virtual").text)
    try await blocking {
      let session = try TerminalSession(["view", "-"], columns: 80, rows: 24, input: log)
      try session.wait(for: "ended", lines: [0: "standard input"])
      session.type("q")
      try expectLeft(session)
    }
  }

  @Test func followsAGrowingLog() async throws {
    let folder = try Folder()
    let log = try await pscope("export", "one", "--virtual").text
    let lines = log.split(separator: "\n", omittingEmptySubsequences: false)
    let path = try folder.write("run.ndjson", lines[..<4].joined(separator: "\n") + "\n")
    try await blocking {
      let session = try TerminalSession(["view", path, "--follow"], columns: 80, rows: 24)
      try session.wait(for: "fetch weather", lines: [0: "live"])
      #expect(!session.picture.text.contains("show it"))
      let file = try FileHandle(forWritingTo: URL(filePath: path))
      try file.seekToEnd()
      try file.write(contentsOf: Data(lines[4...].joined(separator: "\n").utf8))
      try session.wait(for: "show it", lines: [0: "ended"])
      session.type("q")
      try expectLeft(session)
    }
  }

  @Test func reportsAnInvalidLogWithoutOpeningTheScreen() async throws {
    let folder = try Folder()
    let path = try folder.write("bad.ndjson", "garbage\n")
    try await blocking {
      let session = try TerminalSession(["view", path], columns: 80, rows: 24)
      try expectLeft(session, code: 2)
      #expect(session.picture.mainText.contains("bad.ndjson"))
      #expect(session.picture.mainText.contains("promisescope.log"))
      #expect(!session.picture.wasAlternate, "the screen was opened")
    }
  }

  @Test func waitsForALogThatDoesNotExistYet() async throws {
    let folder = try Folder()
    let log = try await pscope("export", "one", "--virtual").text
    try await blocking {
      let session = try TerminalSession(["view", "--follow", folder.file("late.ndjson")], columns: 80, rows: 24)
      try session.wait(for: "No promise yet", lines: [0: "waiting for the log"])
      _ = try folder.write("late.ndjson", log)
      try session.wait(for: "show it", lines: [0: "ended"])
      session.type("q")
      try expectLeft(session)
    }
  }

  @Test func reportsLostEventsAfterQuitting() async throws {
    let folder = try Folder()
    let lines = try await pscope("export", "one", "--virtual").text.split(separator: "\n").prefix(2)
    let lost = #"{"seq":2,"t":1,"ev":"lost","count":7}"#
    let path = try folder.write("run.ndjson", (lines + [lost[...]]).joined(separator: "\n") + "\n")
    try await blocking {
      let session = try TerminalSession(["view", path], columns: 80, rows: 24)
      try session.wait(for: "7 lost", lines: [0: "cut off"])
      session.type("q")
      try expectLeft(session, code: 3)
      #expect(session.picture.mainText.contains("7 events were lost before being written"))
    }
  }
}
