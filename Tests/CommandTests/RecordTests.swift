// `pscope record`: what is recorded, where, and that the program keeps its exit code, its streams, and its signals.

@testable import pscope

/// Whether programs for Node can run here.
let hasNode = (try? ProgramFile("node")) != nil

/// Runs `pscope record` with an empty folder for the adapter, which has to be empty afterwards.
private func record(
  _ folder: Folder, _ arguments: String..., input: String = "", variables: [String] = []
) async throws -> Outcome {
  let runtime = folder.file("private folder")
  try FileManager.default.createDirectory(atPath: runtime, withIntermediateDirectories: true)
  let words = ["env", "-C", folder.path, "XDG_RUNTIME_DIR=\(runtime)"] + variables + [binary, "record"] + arguments
  let outcome = try await run(words, input: input)
  #expect(try FileManager.default.contentsOfDirectory(atPath: runtime).isEmpty)
  return outcome
}

private let script = """
  async function load() { await null; return 1; }
  load().then(() => console.log('loaded'));
  """

@Suite struct RecordTests {
  @Test(.enabled(if: hasNode)) func aNodeProgramIsRecordedUnchanged() async throws {
    let folder = try Folder()
    _ = try folder.write(
      "app.js", script + "\nprocess.stdin.on('data', (text) => { console.log(`${text}`); process.exit(7); });")
    let outcome = try await record(folder, "-o", "run.ndjson", "--", "node", "app.js", "two words", input: "typed")
    expectEqual(outcome.code, 7)
    expectEqual(outcome.text, "loaded\ntyped\n")
    #expect(outcome.errors.hasPrefix("pscope: recording 'node' with the adapter for Node v"))
    let tree = try await pscope("view", folder.file("run.ndjson"))
    #expect(tree.text.contains("load"))
    let permissions = try FileManager.default.attributesOfItem(atPath: folder.file("run.ndjson"))[.posixPermissions]
    #expect(permissions as? Int == 0o600)
  }

  @Test(.enabled(if: hasNode)) func everyProcessHasALogBesideTheFirst() async throws {
    let folder = try Folder()
    _ = try folder.write("app.js", script)
    // One after the other: the second must not replace the log of the first.
    let command = "node app.js; node app.js; exit 3"
    let beside = try await record(folder, "-o", "run.ndjson", "--", "sh", "-c", command)
    expectEqual(beside.code, 3)
    let names = try folder.names().filter { $0.hasSuffix(".ndjson") }
    #expect(names.count == 2 && names.contains("run.ndjson"))
    #expect(names.contains { $0.wholeMatch(of: /run\.\d+\.ndjson/) != nil })
    #expect(beside.errors.contains("2 logs were written: run.ndjson, run."))
    // The next recording replaces its log, and names none of the former ones.
    let next = try await record(folder, "-o", "run.ndjson", "--", "node", "app.js")
    #expect(next.code == 0 && !next.errors.contains("logs"))
    let inFolder = try await record(folder, "-o", "logs/", "--", "sh", "-c", command)
    #expect(inFolder.errors.contains("2 logs were written to logs/: app."))
    try expectEqual(FileManager.default.contentsOfDirectory(atPath: folder.file("logs")).count, 2)
  }

  @Test(.enabled(if: hasNode)) func theLogOfAKilledProcessHasAnEnd() async throws {
    let folder = try Folder()
    _ = try folder.write(
      "app.js",
      """
      const child = require('child_process').fork('child.js');
      child.on('message', () => child.kill('SIGKILL'));
      new Promise((resolve) => child.on('exit', resolve)).then(() => {});
      """)
    _ = try folder.write(
      "child.js",
      """
      new Promise(() => setInterval(() => {}, 1000));
      Promise.resolve().then(() => setTimeout(() => process.send('now'), 100));
      """)
    try await expectEqual(record(folder, "-o", "logs/", "--", "node", "app.js").code, 0)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.file("logs"))
    expectEqual(names.count, 2)
    for name in names {
      let last = String(decoding: try folder.read("logs/\(name)"), as: UTF8.self).split(separator: "\n").last ?? ""
      #expect(last.contains(#""ev":"ended""#), "\(name): \(last)")
    }
  }

  @Test(.enabled(if: hasNode)) func workerThreadsHaveLogs() async throws {
    let folder = try Folder()
    _ = try folder.write(
      "app.js", "const { Worker } = require('worker_threads'); new Worker('./work.js');\n" + script)
    _ = try folder.write("work.js", script)
    let outcome = try await record(folder, "-o", "logs/", "--", "node", "app.js")
    expectEqual(outcome.code, 0)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.file("logs"))
    #expect(names.count == 2 && names.contains { $0.contains(".w1.") })
  }

  @Test(.enabled(if: hasNode)) func theOptionsOfTheUserAndFoldersWithBlanksWork() async throws {
    let folder = try Folder()
    _ = try folder.write("first.cjs", "console.log('first');")
    let outcome = try await record(
      folder, "-o", "run.ndjson", "--values", "preview", "--sites", "all", "--packages", "--", "node", "-e", script,
      variables: ["NODE_OPTIONS=--require ./first.cjs"])
    #expect(outcome.code == 0 && outcome.text == "first\nloaded\n")
    let log = String(decoding: try folder.read("run.ndjson"), as: UTF8.self)
    #expect(log.contains(#""values":"preview""#) && log.contains(#""sites":"all""#) && log.contains(#""value":"1""#))
  }

  @Test func whatCannotBeRecordedIsReportedBeforeTheProgramStarts() async throws {
    let folder = try Folder()
    func expect(_ words: [String], _ code: Int32, _ sentence: String, _ variables: [String] = []) async throws {
      var arguments = ["env", "-C", folder.path] + variables
      arguments += [binary, "record", "-o", "run.ndjson", "--"] + words
      let outcome = try await run(arguments)
      #expect(outcome.code == code && outcome.errors == "pscope: \(sentence)\n" && outcome.output.isEmpty)
    }
    try await expect(["no-such-program"], 127, "'no-such-program' was not found in the folders of PATH.")
    try await expect(["./none"], 127, "'./none' was not found.")
    try await expect(["/tmp"], 126, "/tmp is a folder.")
    let text = try folder.write("text.txt", "hello")
    try await expect([text], 126, "can't start \(text): Permission denied.")
    try await expect(
      ["bun", "run", "x"], 125, "Bun does not report its promises, so nothing can be recorded; Node does.")
    let tool = try folder.write("tool", "#!/usr/bin/env -S deno run\n")
    expectEqual(chmod(tool, 0o755), 0)
    try await expect([tool], 125, "Deno does not report its promises, so nothing can be recorded; Node does.")
    let old = try folder.write("node", "#!/bin/sh\necho v16.13.2\n")
    expectEqual(chmod(old, 0o755), 0)
    try await expect(
      [old, "app.js"], 125, "Node v16.13.2 does not report its promises; 16.14, 17.1, and later do.")
    let npm = try folder.write("npm", "#!/usr/bin/env node\n")
    expectEqual(chmod(npm, 0o755), 0)
    try await expect(
      [npm, "start"], 127, "\(npm) needs Node: 'node' was not found in the folders of PATH.", ["PATH=/nonexistent"])
    #expect(try !folder.names().contains("run.ndjson"))
    let lost = folder.file("none/run.ndjson")
    let output = try await pscope("record", "-o", lost, "--", "true")
    #expect(output.code == 125 && output.errors.contains("can't write \(lost): No such file or directory."))
    try await expectEqual(pscope("record", "-o", "-", "--", "true").code, 64)
    try await expectEqual(pscope("record", "-o", "run.ndjson", "true").code, 64)
  }

  @Test func aProgramWithoutPromisesIsNamed() async throws {
    let folder = try Folder()
    let outcome = try await record(folder, "-o", "run.ndjson", "--", "echo", "done")
    #expect(outcome.code == 0 && outcome.text == "done\n")
    expectEqual(
      outcome.errors,
      """
      pscope: recording 'echo' with the PromiseScope library that it contains to run.ndjson.
      pscope: no promise was recorded.

      """)
  }

  /// It reports whatever `python3` is: too old, or recorded, with nothing left in its folder.
  @Test(
    .enabled("python3 has asyncio, which that of python3-minimal lacks") {
      try await RecordTests.pythonCode("import asyncio") == 0
    }
  )
  func aPythonProgramIsRecordedOrTheReasonIsNamed() async throws {
    let folder = try Folder()
    let program = try folder.write("app.py", "import asyncio\nasyncio.run(asyncio.sleep(0))\nprint('done')\n")
    let outcome = try await record(folder, "-o", "run.ndjson", "--", "python3", program)
    if try await Self.pythonCode("import sys; sys.monitoring") == 0 {
      #expect(outcome.code == 0 && outcome.text == "done\n")
      #expect(
        outcome.errors.contains(/^pscope: recording 'python3' with the adapter for Python 3\S+ to run\.ndjson\.\n$/))
      #expect(
        try String(contentsOfFile: folder.file("run.ndjson"), encoding: .utf8).contains(
          #""kind":"task","label":"sleep""#))
    } else {
      #expect(outcome.code == 125)
      #expect(outcome.errors.contains("does not report its coroutines; 3.12 and later do."))
    }
    let isolated = try await record(folder, "-o", "run.ndjson", "--", "python3", "-I", program)
    #expect(isolated.code == 125 && isolated.errors.contains("leave -I out"))
  }

  fileprivate static func pythonCode(_ program: String) async throws -> Int32 {
    try await run(["python3", "-c", program]).code
  }

  /// Its limit has dropped how its promises were created.
  @Test func aShortenedLogHasPromises() async throws {
    let folder = try Folder()
    let log = #"""
      {"schema":"promisescope.log","version":1,"program":"app","pid":0,"values":"off"}
      {"seq":7,"t":5,"ev":"lost","count":7}
      {"seq":8,"t":6,"ev":"fulfilled","p":3,"cause":"returned"}

      """#
    let outcome = try await record(
      folder, "-o", "run.ndjson", "--", "cp", folder.write("short.ndjson", log), folder.file("run.ndjson"))
    #expect(
      outcome.errors.contains("7 events were lost") && !outcome.errors.contains("no promise"), "\(outcome.errors)")
  }

  @Test func aSwiftProgramIsRecorded() async throws {
    let folder = try Folder()
    let program = URL(filePath: binary).deletingLastPathComponent().appending(path: "RecordedProgram").path
    let outcome = try await record(folder, "-o", "run.ndjson", "--", program, "settle", "5")
    expectEqual(outcome.code, 0)
    expectEqual(
      outcome.errors, "pscope: recording '\(program)' with the PromiseScope library that it contains to run.ndjson.\n")
    #expect(try await pscope("stats", folder.file("run.ndjson")).text.contains("5 promises"))
    // What a program has no time to write, the command adds.
    for (end, text) in [
      ("end-now", #""reason":"exit","code":3}"#), ("abort", #""reason":"signal","signal":"SIGABRT"}"#),
    ] {
      _ = try await record(folder, "-o", "run.ndjson", "--", program, "keep", "1", "flush", "nap", "300", end)
      let log = try String(contentsOfFile: folder.file("run.ndjson"), encoding: .utf8)
      #expect(log.hasSuffix(text + "\n"))
      // The time that passed while nothing happened is known, too.
      let last = try #require(log.split(separator: "\n").last?.firstMatch(of: #/"t":(\d+)/#))
      #expect(Int64(last.1) ?? 0 >= 300_000_000, "\(last.0)")
    }
  }

  @Test(.enabled(if: hasNode)) func theAdapterStaysAsLongAsAProcessNeedsIt() async throws {
    let folder = try Folder()
    let runtime = folder.file("runtime")
    try FileManager.default.createDirectory(atPath: runtime, withIntermediateDirectories: false)
    func record(_ script: String) async throws -> String {
      let words = [
        "env", "XDG_RUNTIME_DIR=\(runtime)", binary, "record", "-o", folder.file("run.ndjson"), "--", "sh", "-c",
      ]
      return try await run(words + [script]).errors
    }
    // It waits for a line that comes when everything else is over.
    let pipe = folder.file("pipe")
    expectEqual(mkfifo(pipe, 0o600), 0)
    #expect(
      try await record("sh -c 'read line; node -e 0' <>'\(pipe)' >'\(folder.file("late"))' 2>&1 & exit 0").contains(
        "processes that the program started still run, so the adapter stays in \(runtime)/pscope-adapter-"))
    try expectEqual(FileManager.default.contentsOfDirectory(atPath: runtime).count, 1)
    _ = try await record("echo >'\(pipe)'; while ps -e -o args= | grep -q \"^sh -c read line\"; do sleep 0.05; done")
    #expect(try folder.read("late").isEmpty)
    _ = try await record("true")
    #expect(try FileManager.default.contentsOfDirectory(atPath: runtime).isEmpty)
  }

  @Test func lossesAreReported() async throws {
    let folder = try Folder()
    let log = """
      {"schema":"promisescope.log","version":1}
      {"seq":1,"t":0,"ev":"created","p":1,"kind":"async"}
      {"seq":2,"t":0,"ev":"lost","count":9}
      {"seq":3,"t":0,"ev":"ended"}

      """
    _ = try folder.write("made", log)
    let outcome = try await record(folder, "-o", "run.ndjson", "--", "sh", "-c", "cp made run.ndjson; exit 4")
    expectEqual(outcome.code, 4)
    #expect(outcome.errors.contains("9 events were lost before being written to the log; each gap is marked 'lost'."))
  }

  @Test func bytesThatAreNoTextReachTheProgram() async throws {
    let folder = try Folder()
    let words =
      #"export BYTES=$(printf 'b\377'); "$0" record -o run.ndjson -- printf '%s %s' "$(printf 'a\377')" "$BYTES""#
    let outcome = try await run(["env", "-C", folder.path, "sh", "-c", words, binary])
    expectEqual(outcome.output, [0x61, 0xFF, 0x20, 0x62, 0xFF])
  }

  @Test func aClosedStreamStaysClosed() async throws {
    let folder = try Folder()
    let words = #""$0" record -o run.ndjson -- sh -c 'test -e /proc/self/fd/0 && echo open || echo closed' <&-"#
    try await expectEqual(run(["env", "-C", folder.path, "sh", "-c", words, binary]).text, "closed\n")
  }
}
