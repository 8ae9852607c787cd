// A log that is replaced in any way while a screen follows it is the next run in the same screen.

import Foundation
import TestSupport
import Testing

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

  private func follow(
    _ happens: @escaping @Sendable (_ path: String, _ next: String) throws -> Void, says word: String? = nil
  ) async throws {
    let folder = try Folder()
    let (first, next) = try await logs()
    let path = try folder.write("run.ndjson", first)
    try await blocking {
      let session = try TerminalSession(["view", path, "--follow"], columns: 80, rows: 24)
      try session.wait(for: "Help", lines: [0: "ended"])
      try happens(path, next)
      try session.wait(for: "run 2")
      if let word { #expect(session.picture.text.contains(word)) }
      session.type("V")
      try session.wait(for: "run 1 beside run 2")
      session.type("VB")
      try session.wait(for: "former run 1")
      session.type("B")
      try session.wait(for: "run 2")
      session.type("q")
      // What happened to the file was said on the screen.
      try expectLeft(session)
      #expect(!session.picture.mainText.contains("truncated"))
    }
  }

  @Test func aReplacedLogIsTheNextRun() async throws {
    try await follow(
      { path, next in
        try next.write(toFile: path + ".new", atomically: false, encoding: .utf8)
        rename(path + ".new", path)
      }, says: "log replaced")
  }

  @Test func anEmptiedLogIsTheNextRunOnceItHasContents() async throws {
    try await follow(
      { path, next in
        truncate(path, 0)
        usleep(700_000)
        try next.write(toFile: path, atomically: false, encoding: .utf8)
      }, says: "log rewritten")
  }

  @Test func aLogThatIsMovedAndCreatedAgainIsTheNextRun() async throws {
    try await follow(
      { path, next in
        rename(path, path + ".1")
        usleep(700_000)
        try next.write(toFile: path, atomically: false, encoding: .utf8)
      }, says: "log rotated")
  }

  @Test func aDeletedLogThatIsCreatedAgainIsTheNextRun() async throws {
    try await follow({ path, next in
      unlink(path)
      usleep(700_000)
      try next.write(toFile: path, atomically: false, encoding: .utf8)
    })
  }

  @Test func aKeyReadsALogAgain() async throws {
    let folder = try Folder()
    let (first, next) = try await logs()
    let path = try folder.write("run.ndjson", first)
    try await blocking {
      let session = try TerminalSession(["view", path], columns: 80, rows: 24)
      try session.wait(for: "Help", lines: [0: "ended"])
      session.type("r")
      try session.wait(for: "The log has not changed.")
      try next.write(toFile: path, atomically: false, encoding: .utf8)
      session.type("r")
      try session.wait(for: "run 2")
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
