// A folder of logs as a source: all of them for `check` and for those of one run, otherwise the newest for `view`, and a sentence for commands that need one.

/// A folder with logs of scenarios, the last one modified last.
private func logFolder(_ logs: [(name: String, scenario: String)]) async throws -> Folder {
  let folder = try Folder()
  for (index, log) in logs.enumerated() {
    let path = folder.file(log.name)
    let outcome = try await pscope("export", log.scenario, "--virtual", "--output", path)
    expectEqual(outcome.code, 0)
    let date = Date(timeIntervalSinceNow: Double(index - logs.count) * 60)
    try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
  }
  return folder
}

@Suite struct LogFolderTests {
  @Test func checkReadsAllLogsInTheOrderOfTheirNames() async throws {
    let folder = try await logFolder([
      ("app.10.ndjson", "missing-return"), ("app.9.2.ndjson", "one"), ("app.9.ndjson", "find-the-fault"),
    ])
    _ = try folder.write("notes.txt", "no log")
    _ = try folder.write(".hidden.ndjson", "no log")
    expectEqual(mkfifo(folder.file("pipe.ndjson"), 0o600), 0)
    try await expectEqual(run(["gzip", folder.file("app.9.2.ndjson")]).code, 0)
    let outcome = try await pscope("check", folder.path)
    expectEqual(outcome.code, 1)
    #expect(outcome.errors.contains(" in 3 sources: "))
    let lines = outcome.text.split(separator: "\n").map(String.init)
    let findings = lines.indices.filter { lines[$0].contains(".swift:") }
    expectEqual(findings.count, 4)
    let sources = findings.map { lines[$0 + 1] }
    expectEqual(Array(sources.prefix(3)), Array(repeating: "    in \(folder.path)/app.9.ndjson", count: 3))
    expectEqual(sources.last, "    in \(folder.path)/app.10.ndjson")
    let annotations = try await pscope("check", folder.path + "/", "--format", "github")
    #expect(annotations.text.contains("%0Ain \(folder.path)/app.10.ndjson%0A"))
    let json = try await pscope("check", folder.path, "--format", "json")
    #expect(json.text.contains("app.9.2.ndjson.gz"))
  }

  @Test func oneLogIsNotNamedWithEachFinding() async throws {
    let folder = try await logFolder([("app.1.ndjson", "missing-return")])
    let outcome = try await pscope("check", folder.path)
    expectEqual(outcome.code, 1)
    #expect(!outcome.text.contains("    in "))
    #expect(outcome.errors.contains("in \(folder.path)/app.1.ndjson: "))
  }

  @Test func aBadLogDoesNotHideTheOthers() async throws {
    let folder = try await logFolder([("app.1.ndjson", "missing-return")])
    _ = try folder.write("bad.ndjson", "garbage\n")
    let outcome = try await pscope("check", folder.path)
    expectEqual(outcome.code, 2)
    #expect(outcome.text.contains("[missing-return]") && outcome.errors.contains("bad.ndjson: not a PromiseScope log"))
    let refused = try await pscope("check", folder.path, "--output", folder.file("app.1.ndjson"))
    #expect(refused.code == 2 && refused.errors.contains("it is the log being read"))
  }

  @Test(arguments: ["check", "view", "stats", "why 1", "export", "view --frame text"])
  func anEmptyFolderIsReported(words: String) async throws {
    let folder = try Folder()
    var words = words.split(separator: " ").map(String.init)
    words.insert(folder.path, at: 1)
    let outcome = try await run([binary] + words)
    expectEqual(outcome.code, 2)
    expectEqual(
      outcome.errors,
      "pscope: \(folder.path)/ has no log: expected *.ndjson or *.ndjson.gz in it, which PROMISESCOPE=\(folder.path)/ writes.\n"
    )
  }

  @Test func otherCommandsTakeTheOnlyLogOrNameTheNewest() async throws {
    let one = try await logFolder([("app.1.ndjson", "one")])
    let both = try await logFolder([("app.1.ndjson", "one"), ("app.2.ndjson", "serial")])
    let log = one.file("app.1.ndjson")
    try await expectEqual(pscope("stats", one.path).output, pscope("stats", log).output)
    try await expectEqual(pscope("why", one.path, "2").output, pscope("why", log, "2").output)
    try await expectEqual(pscope("export", one.path).output, pscope("export", log).output)
    try await expectEqual(pscope("diff", one.path, one.path).code, 0)
    let written = try await pscope("export", one.path, "--format", "text", "--output", log)
    #expect(written.code == 2 && written.errors.contains("it is the log being read"))
    for words in [
      ["stats", both.path], ["why", both.path, "2"], ["export", both.path], ["diff", one.path, both.path],
    ] {
      let outcome = try await run([binary] + words)
      expectEqual(outcome.code, 2)
      #expect(
        outcome.errors.hasSuffix(
          "has 2 logs: expected one of them, such as the newest, \(both.file("app.2.ndjson")).\n"))
    }
  }

  @Test func theProcessesOfARunAreOneHistory() async throws {
    let folder = try Folder()
    func write(_ name: String, _ pid: Int, _ run: String, _ events: [String]) throws {
      let header =
        #"{"schema":"promisescope.log","version":1,"unit":"ns","started":"2026-11-21T09:00:00.00\#(pid)Z","program":"\#(name)","#
        + #""pid":\#(pid),"sourceRoot":"","values":"off","seed":null,"runtime":"node 20","run":"\#(run)"}"#
      let lines = events.enumerated().map { #"{"seq":\#($0 + 1),\#($1)}"# }
      _ = try folder.write("\(name).ndjson", ([header] + lines).map { $0 + "\n" }.joined())
    }
    func function(_ name: String) -> String {
      #""t":0,"ev":"created","p":1,"kind":"async function","label":"\#(name)","site":{"file":"\#(name).js","line":3}"#
    }
    let body = [#""t":0,"ev":"started","p":1"#]
    let held = #""t":0,"ev":"created","p":2,"ctx":1,"kind":"new Promise","site":{"file":"x.js","line":1}"#
    let awaiting = #""t":0,"ev":"awaiting","p":1,"source":2"#
    // The parent runs for a minute. What its children left behind was pending when they ended, and only one had nothing left to do.
    try write("parent", 1, "17.5", [function("main"), #""t":60000000000,"ev":"ended","reason":"exit""#])
    for (pid, name, reason) in [(2, "stuck", "drained"), (3, "short", "exit")] {
      try write(
        name, pid, "17.5",
        [function(name)] + body + [held, awaiting, #""t":90000000,"ev":"ended","reason":"\#(reason)""#])
    }
    let tree = try await pscope("view", folder.path)
    expectEqual(tree.code, 0)
    for row in ["main", "process 2: stuck  #2", "└ stuck", "process 3: short  #5", "└ short"] {
      #expect(tree.text.contains(row))
    }
    let check = try await pscope("check", folder.path)
    #expect(check.text.hasPrefix("x.js:1: error: new Promise #4 can never settle, because nothing is left to do"))
    #expect(check.errors.contains("2 findings (1 error, 1 ") && !check.text.contains("short"))
    #expect(try await pscope("why", folder.path, "stuck").text.contains("awaits new Promise #4"))
    let copy = try folder.write("copy.ndjson", String(contentsOfFile: folder.file("short.ndjson"), encoding: .utf8))
    let alone = try await pscope("check", folder.file("short.ndjson"))
    try FileManager.default.removeItem(atPath: copy)
    #expect(alone.errors.contains("short.ndjson is one of the 3 logs of its run: check their folder to read all"))
    let whole = folder.file("whole.log")
    try await expectEqual(pscope("export", folder.path, "--format", "ndjson", "-o", whole).code, 0)
    try await expectEqual(pscope("lint", whole).code, 0)
    // A log of another run, and each is opened alone.
    try write("other", 4, "18.5", [function("other")])
    #expect(try await pscope("view", folder.path).errors.contains("has 4 logs; this is "))
    try await expectEqual(pscope("why", folder.path, "stuck").code, 2)
  }

  @Test func viewPrintsTheNewestLogThatCanBeRead() async throws {
    let folder = try await logFolder([("app.2.ndjson", "serial"), ("app.1.ndjson", "one")])
    let newest = try await pscope("view", folder.path)
    #expect(newest.code == 0 && newest.text.hasPrefix("pscope demo one"))
    expectEqual(newest.errors, "pscope: \(folder.path)/ has 2 logs; this is \(folder.file("app.1.ndjson")).\n")
    _ = try folder.write("app.3.ndjson", "garbage\n")
    let readable = try await pscope("view", folder.path)
    #expect(readable.code == 0 && readable.text.hasPrefix("pscope demo one"))
    #expect(readable.errors.contains("app.3.ndjson: not a PromiseScope log"))
  }

  @Test func theScreenShowsTheNewestLogAndTheOthers() async throws {
    let folder = try await logFolder([("app.2.ndjson", "find-the-fault"), ("app.1.ndjson", "one")])
    try await blocking {
      let session = try TerminalSession(["view", folder.path], columns: 140, rows: 45)
      try session.wait(for: "show it", lines: [0: "F log 1 of 2", 44: "F Logs"])
      try session.type("F", waitingFor: "Logs, newest first", "app.2.ndjson")
      session.resize(columns: 80, rows: 24)
      try session.wait(for: "Logs, newest first", "app.2.ndjson", lines: [23: "Quit"])
      try session.type("j\r", waitingFor: "shrink photo", lines: [0: "log 2 of 2"])
      session.type("q")
      try expectLeft(session)
    }
  }

  @Test func aFollowerShowsTheRunThatReplacesTheFile() async throws {
    let folder = try await logFolder([("run.ndjson", "one"), ("next", "find-the-fault")])
    try await blocking {
      let session = try TerminalSession(["view", folder.file("run.ndjson"), "--follow"], columns: 80, rows: 24)
      try session.wait(for: "show it")
      expectEqual(rename(folder.file("next"), folder.file("run.ndjson")), 0)
      try session.wait(for: "shrink photo")
      session.type("q")
      try expectLeft(session)
    }
  }

  @Test func aFollowerWaitsForTheFirstLogOfAFolder() async throws {
    let folder = try await logFolder([("first", "one"), ("second", "find-the-fault")])
    let logs = folder.file("logs")
    try await blocking {
      let session = try TerminalSession(["view", logs + "/", "--follow"], columns: 80, rows: 24)
      try session.wait(for: "No promise yet", lines: [0: "waiting for the log"])
      try FileManager.default.createDirectory(atPath: logs, withIntermediateDirectories: false)
      expectEqual(rename(folder.file("first"), logs + "/app.1.ndjson"), 0)
      try session.wait(for: "show it", lines: [0: "log 1 of 1"])
      // The first run is over, so the next one takes its place.
      expectEqual(rename(folder.file("second"), logs + "/app.2.ndjson"), 0)
      try session.wait(for: "shrink photo", lines: [0: "of 2"])
      session.type("q")
      try expectLeft(session)
    }
  }
}
