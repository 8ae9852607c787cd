// `pscope export LOG --output LOG`: the whole of a sound log replaces itself; anything less leaves the file as it was.

private let header = #"{"schema":"promisescope.log","version":1,"program":"app","pid":0,"values":"off"}"#
private let created = #"{"seq":1,"t":0,"ev":"created","p":1,"kind":"async"}"#
private let ended = #"{"seq":2,"t":1,"ev":"ended"}"#

@Suite struct OwnSourceTests {
  /// A malformed line, and a last line that is cut off: the export lacks them.
  @Test(arguments: [[created, "damaged", ended, ""], [created, ended.replacing("}", with: "")]])
  func aDamagedLogIsNotReplaced(lines: [String]) async throws {
    let folder = try Folder()
    let text = ([header] + lines).joined(separator: "\n")
    let path = try folder.write("run.ndjson", text)
    let outcome = try await pscope("export", path, "--output", path)
    expectEqual(outcome.code, 3)
    #expect(outcome.errors.contains("\(path) is unchanged: only the whole of a sound log replaces itself."))
    expectEqual(String(decoding: try folder.read("run.ndjson"), as: UTF8.self), text)
    try expectEqual(folder.names(), ["run.ndjson"])
  }

  @Test(arguments: ["run.ndjson.gz", "-"])
  func aCompressedLogIsNotReplacedByPlainText(source: String) async throws {
    let folder = try Folder()
    try await expectEqual(
      run(["gzip", folder.write("run.ndjson", [header, created, ended, ""].joined(separator: "\n"))]).code, 0)
    let former = try folder.read("run.ndjson.gz")
    let command = "cd '\(folder.path)'; '\(binary)' export \(source) --output run.ndjson.gz < run.ndjson.gz"
    let outcome = try await run(["sh", "-c", command])
    #expect(outcome.code == 2 && outcome.errors.contains("it is the log being read"))
    try expectEqual(folder.read("run.ndjson.gz"), former)
  }

  /// A program that still writes would continue in the file that was replaced.
  @Test func aLogThatIsBeingWrittenIsNotReplaced() async throws {
    let folder = try Folder()
    let own = header.replacing(#""pid":0"#, with: #""pid":\#(ProcessInfo.processInfo.processIdentifier)"#)
    let path = try folder.write("run.ndjson", own + "\n" + created + "\n")
    let link = folder.file("link")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    let file = try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int
    let outcome = try await pscope("export", link, "--output", path)
    #expect(outcome.code == 2 && outcome.errors.contains("is unchanged: its program still writes it."))
    #expect(try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int == file)
  }

  @Test func aSignalLeavesTheLogWhole() async throws {
    let folder = try Folder()
    let notes = (1...60_000).map { #"{"seq":\#($0),"t":0,"ev":"noted","text":"\#($0)"}"# }
    let text = ([header] + notes + [#"{"seq":60001,"t":0,"ev":"ended"}"#, ""]).joined(separator: "\n")
    let path = try folder.write("run.ndjson", text)
    // Should the export end before the signal, the file has the same bytes.
    let process = try Spawned(binary, ["export", path, "--output", path], environment: environment()) { actions in
      posix_spawn_file_actions_addopen(&actions, 2, folder.file("err"), O_WRONLY | O_CREAT, 0o600)
    }
    while try !folder.names().contains(where: { $0.hasSuffix(".partial") }), kill(process.pid, 0) == 0 { sched_yield() }
    kill(process.pid, SIGINT)
    let code = await process.end()
    #expect([0, 128 + SIGINT].contains(code))
    expectEqual(String(decoding: try folder.read("run.ndjson"), as: UTF8.self), text)
  }

  @Test func aReplacedFileKeepsItsPermissions() async throws {
    let folder = try Folder()
    let path = try folder.write("out", "former")
    for permissions in [0o664, 0o600, 0o755] {
      try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: path)
      let outcome = try await pscope("export", "one", "--virtual", "--output", path, before: "umask 077")
      expectEqual(outcome.code, 0)
      #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == permissions)
    }
    let new = try await pscope("export", "one", "--virtual", "--output", folder.file("new"), before: "umask 027")
    expectEqual(new.code, 0)
    #expect(try FileManager.default.attributesOfItem(atPath: folder.file("new"))[.posixPermissions] as? Int == 0o640)
  }

  /// `sh` has the process ID that `pscope` then has.
  @Test func aLeftoverUnderTheTemporaryNameIsNotWrittenTo() async throws {
    let folder = try Folder()
    let other = try folder.write("other", "precious")
    for leave in ["ln -s '\(other)'", "ln '\(other)'"] {
      let before = "cd '\(folder.path)'; \(leave) out.$$.partial"
      let outcome = try await pscope("export", "one", "--virtual", "--output", "out", before: before)
      expectEqual(outcome.code, 0, "\(outcome.errors)")
      try expectEqual(folder.names(), ["other", "out"])
      try expectEqual(folder.read("other"), Array("precious".utf8))
    }
  }
}
