// A log that is replaced in any way while a screen follows it is the next run in the same screen.

@Suite struct NextRunTests {
  /// Two runs of one program, as files would have them.
  private func logs() async throws -> (String, String) {
    let text = try await pscope("export", "serial", "--virtual").text
    func run(_ number: Int) -> String {
      text.replacing(#""pid":0"#, with: #""pid":99999999"#).replacing(
        #""started":"1970-01-01"#, with: #""started":"2026-01-0\#(number)"#)
    }
    return (run(1), run(2))
  }

  /// Follows a log to which something happens, as the screen says, before it is the log of the next run.
  private func follow(
    _ happens: @escaping @Sendable (_ path: String) -> Void, until seen: String, says word: String
  ) async throws {
    let folder = try Folder()
    let (first, next) = try await logs()
    let path = try folder.write("run.ndjson", first)
    try await blocking {
      let session = try TerminalSession(["view", path, "--follow"], columns: 80, rows: 24)
      try session.wait(for: "Help", lines: [0: "ended"])
      happens(path)
      try session.wait(for: seen)
      try next.write(toFile: path, atomically: false, encoding: .utf8)
      try session.wait(for: "run 2", word)
      try session.type("V", waitingFor: "run 1 beside run 2")
      try session.type("VB", waitingFor: "former run 1")
      try session.type("B", waitingFor: "run 2")
      session.type("q")
      // What happened to the file was said on the screen.
      try expectLeft(session)
      #expect(!session.picture.mainText.contains("truncated"))
    }
  }

  @Test func anEmptiedLogIsTheNextRunOnceItHasContents() async throws {
    try await follow({ truncate($0, 0) }, until: "log emptied", says: "log rewritten")
  }

  @Test func aLogThatIsMovedAndCreatedAgainIsTheNextRun() async throws {
    try await follow({ rename($0, $0 + ".1") }, until: "log moved away", says: "log rotated")
  }

  @Test func aDeletedLogThatIsCreatedAgainIsTheNextRun() async throws {
    try await follow({ unlink($0) }, until: "log deleted", says: "log replaced")
  }

  @Test func aKeyReadsALogAgain() async throws {
    let folder = try Folder()
    let (first, next) = try await logs()
    let path = try folder.write("run.ndjson", first)
    try await blocking {
      let session = try TerminalSession(["view", path], columns: 80, rows: 24)
      try session.wait(for: "Help", lines: [0: "ended"])
      try session.type("r", waitingFor: "The log has not changed.")
      try next.write(toFile: path, atomically: false, encoding: .utf8)
      try session.type("r", waitingFor: "run 2")
      session.type("q")
      try expectLeft(session)
    }
  }

  @Test func twoLogsAreComparedOnTheScreenAndAsText() async throws {
    let folder = try Folder()
    let (first, next) = try await logs()
    let (one, two) = (try folder.write("one.ndjson", first), try folder.write("two.ndjson", next))
    try await blocking {
      let session = try TerminalSession(["view", one, two], columns: 120, rows: 24)
      try session.wait(for: "one.ndjson beside run 2", "about the same")
      session.type("q")
      try expectLeft(session)
    }
    let frame = try await pscope("view", one, two, "--frame", "text")
    #expect(frame.text.contains("about the same"))
    #expect(try await pscope("view", one, two).text.contains("no call site differs"))
    #expect(try await pscope("view", one, "-").errors.contains("can't be compared"))
  }
}
