// What `pscope record` refuses to touch: folders that other users can exchange, and files that are no logs; and how much it can be given.

@testable import pscope

@Suite struct RecordSafetyTests {
  @Test func onlyAFolderThatNobodyElseCanExchangeIsSafe() async throws {
    let folder = try Folder()
    let (outer, inner) = (folder.file("outer"), folder.file("outer/inner"))
    try FileManager.default.createDirectory(atPath: inner, withIntermediateDirectories: true)
    try expectEqual(#require(SafeFolder(inner)).path, realPath(inner))
    for mode: mode_t in [0o777, 0o770] {
      expectEqual(chmod(outer, mode), 0)
      #expect(SafeFolder(inner) == nil && SafeFolder(outer) == nil)
    }
    expectEqual(chmod(outer, 0o1777), 0)
    #expect(SafeFolder(inner) != nil)
    #expect(SafeFolder("outer") == nil && SafeFolder(folder.file("none")) == nil)
    // A link counts as what it leads to.
    expectEqual(symlink(inner, folder.file("link")), 0)
    try expectEqual(#require(SafeFolder(folder.file("link"))).path, realPath(inner))
    if geteuid() == 0 {
      for owned in [outer, inner] {
        expectEqual(chown(owned, 65_534, 65_534), 0)
        #expect(SafeFolder(inner) == nil)
        expectEqual(chown(owned, 0, 0), 0)
      }
    }
    guard hasNode else { return }
    // The adapter is then elsewhere, and leaves nothing behind.
    expectEqual(chmod(inner, 0o777), 0)
    let script = "require('fs').readdirSync('outer/inner')"
    let command = [binary, "record", "-o", "run.ndjson", "--", "node", "-p", script]
    let place = ["env", "-C", folder.path, "XDG_RUNTIME_DIR=\(inner)", "TMPDIR=\(inner)"]
    let outcome = try await run(place + command)
    #expect(outcome.code == 0 && outcome.text == "[]\n")
    #expect(try folder.names().contains("run.ndjson"))
  }

  private func realPath(_ path: String) -> String { URL(filePath: path).resolvingSymlinksInPath().path }

  @Test func aFileThatIsNoLogIsReplacedOnlyOnRequest() async throws {
    let folder = try Folder()
    let notes = try folder.write("notes.txt", "mine\n")
    expectEqual(symlink(notes, folder.file("link")), 0)
    for path in [notes, folder.file("link")] {
      let outcome = try await pscope("record", "-o", path, "--", "true")
      expectEqual(outcome.code, 125)
      expectEqual(
        outcome.errors,
        "pscope: \(path) is not a log, so it was not replaced: name another file, or replace it with --force.\n")
    }
    try expectEqual(String(decoding: folder.read("notes.txt"), as: UTF8.self), "mine\n")
    let forced = try await pscope("record", "--force", "-o", notes, "--", "true")
    expectEqual(forced.code, 0)
    for text in ["", #"{"schema":"promisescope.log","version":1}"# + "\n"] {
      let outcome = try await pscope("record", "-o", folder.write("log", text), "--", "true")
      expectEqual(outcome.code, 0)
    }
  }

  @Test(.timeLimit(.minutes(1))) func theWordsOfACommandAreNotParsed() async throws {
    let folder = try Folder()
    let words = (0..<20_000).map { "word\($0)" }
    let command = [
      "record", "-o", folder.file("run.ndjson"), "--", "sh", "-c", "echo $# $1", "sh", "--packages",
    ]
    let outcome = try await run([binary] + command + words)
    #expect(outcome.code == 0 && outcome.text == "20001 --packages\n")
  }
}
