// Signals during a live run: what was read so far is exported or analyzed, the exit code names the signal, and no other files
// remain.

/// `pscope` with a live scenario that takes half a minute, in a temporary folder.
private struct LiveRun {
  let folder: Folder
  let process: Spawned

  /// Starts `pscope WORDS` with its standard output in a file, directly or through a pipe.
  init(_ words: String, toPipe: Bool = false) throws {
    let folder = try Folder()
    self.folder = folder
    try FileManager.default.createDirectory(atPath: folder.file("tmp"), withIntermediateDirectories: true)
    let command = toPipe ? #"exec "$0" \#(words) > >(cat > out)"# : #"exec "$0" \#(words) > out"#
    let prepared = "cd '\(folder.path)'; \(command)"
    let variables = environment(["TMPDIR": folder.file("tmp")])
    process = try Spawned("/usr/bin/env", ["bash", "-c", prepared, binary], environment: variables) { actions in
      posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
      posix_spawn_file_actions_addopen(&actions, 2, folder.file("err"), O_WRONLY | O_CREAT, 0o600)
    }
  }

  /// Waits for the temporary files of the scenario and returns their paths.
  func files() throws -> (folder: String, database: String) {
    for _ in 0..<10_000 {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.file("tmp"))) ?? []
      if let name = names.first(where: { $0.hasPrefix("promisescope-run-") }) {
        let path = folder.file("tmp") + "/" + name
        if FileManager.default.fileExists(atPath: path + "/list.sqlite") { return (path, path + "/list.sqlite") }
      }
      usleep(5_000)
    }
    throw POSIXError(.ETIMEDOUT)
  }

  func mode(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  /// The remaining temporary files of the scenario.
  var left: [String] { (try? FileManager.default.contentsOfDirectory(atPath: folder.file("tmp"))) ?? ["?"] }
}

@Suite(.serialized) struct InterruptionTests {
  private static let slow = "--speed 0.05"

  @Test(arguments: ["check list-loader", "stats list-loader", "why list-loader 1"])
  func answersAboutTheEventsBeforeASignal(words: String) async throws {
    let run = try LiveRun("\(words) \(Self.slow)")
    _ = try run.files()
    kill(run.process.pid, SIGTERM)
    await expectEqual(run.process.end(), 128 + SIGTERM)
    expectEqual(run.left, [])
    let printed = try run.folder.read("out") + run.folder.read("err")
    #expect(!printed.isEmpty)
  }

  @Test func aSignalInTheFirstRunOfADiffComparesNothing() async throws {
    let run = try LiveRun("diff list-loader serial \(Self.slow)")
    _ = try run.files()
    kill(run.process.pid, SIGTERM)
    await expectEqual(run.process.end(), 128 + SIGTERM)
    #expect(try run.folder.read("out").isEmpty)
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func completesAFileOnASignal(signal: Int32) async throws {
    let run = try LiveRun("export list-loader \(Self.slow) --output log.ndjson")
    let files = try run.files()
    try expectEqual(run.mode(files.folder), 0o700)
    try expectEqual(run.mode(files.database), 0o600)
    kill(run.process.pid, signal)
    await expectEqual(run.process.end(), 128 + signal)
    try expectEqual(run.folder.names(), ["err", "log.ndjson", "out", "tmp"])
    expectEqual(run.left, [])
    let text = try await pscope("export", run.folder.file("log.ndjson"), "--format", "text")
    expectEqual(text.code, 0)
    #expect(text.text.hasPrefix("list-loader") || text.text.hasPrefix("pscope demo list-loader"))
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func completesTheOutputToAPipeOnASignal(signal: Int32) async throws {
    let run = try LiveRun("export list-loader \(Self.slow)", toPipe: true)
    _ = try run.files()
    kill(run.process.pid, signal)
    await expectEqual(run.process.end(), 128 + signal)
    expectEqual(run.left, [])
    // The reader of the pipe exits after the writer.
    var log: [UInt8] = []
    for _ in 0..<2_000 where log.last != UInt8(ascii: "\n") {
      log = (try? run.folder.read("out")) ?? []
      usleep(5_000)
    }
    let path = try run.folder.write("copy.ndjson", String(decoding: log, as: UTF8.self))
    let copy = try await pscope("export", path)
    expectEqual(copy.code, 0)
    #expect(copy.output == log && !log.isEmpty)
  }

  /// `pscope export PIPE --output FILE`, which has read the first lines of a log from a pipe that it opened by its name.
  private func exportOfAPipe(_ folder: Folder, _ format: String) async throws -> (Spawned, writer: Int32, part: String)
  {
    let pipe = folder.file("run")
    expectEqual(mkfifo(pipe, 0o600), 0)
    let process = try Spawned(
      binary, ["export", pipe, "--format", format, "--output", folder.file("out")], environment: environment()
    ) { _ in }
    let writer = open(pipe, O_WRONLY)
    let part = try await writePartOfALog(to: writer)
    return (process, writer, part)
  }

  @Test(arguments: ["ndjson", "text", "json"])
  func completesTheExportOfAPipeThatHasNothingNew(format: String) async throws {
    let folder = try Folder()
    let (process, writer, part) = try await exportOfAPipe(folder, format)
    kill(process.pid, SIGINT)
    await expectEqual(process.end(), 128 + SIGINT)
    close(writer)
    let whole = try await pscope("export", "-", "--format", format, input: part).text
    let text = String(decoding: try folder.read("out"), as: UTF8.self)
    expectEqual(text.replacing("interrupted", with: "cut off"), whole.replacing("no end", with: "cut off"))
    try expectEqual(folder.names(), ["out", "run"])
  }

  @Test func aSecondSignalLeavesTheFormerFile() async throws {
    let folder = try Folder()
    _ = try folder.write("out", "former")
    let (process, writer, _) = try await exportOfAPipe(folder, "ndjson")
    #expect(try folder.names().contains { $0.hasSuffix(".partial") })
    // Both signals arrive before the process continues. The same signal twice would arrive once.
    kill(process.pid, SIGSTOP)
    kill(process.pid, SIGINT)
    kill(process.pid, SIGTERM)
    kill(process.pid, SIGCONT)
    #expect([128 + SIGINT, 128 + SIGTERM].contains(await process.end()))
    close(writer)
    try expectEqual(folder.names(), ["out", "run"])
    try expectEqual(folder.read("out"), Array("former".utf8))
  }

  /// Neither end of an export waits for the other end of a pipe after a signal.
  @Test(arguments: ["export pipe", "export one --virtual --output pipe", "check pipe"])
  func aPipeWithoutItsOtherEndDoesNotDelayASignal(words: String) async throws {
    let folder = try Folder()
    expectEqual(mkfifo(folder.file("pipe"), 0o600), 0)
    // A process that did not notice the signal would be killed after 3 seconds, and would have no exit code.
    let command = "cd '\(folder.path)'; exec \"$0\" \(words) > out 2> err"
    let process = try Spawned("/usr/bin/env", ["bash", "-c", command, binary], environment: environment()) { _ in }
    while !handles(SIGINT, process.pid) { usleep(1_000) }
    kill(process.pid, SIGINT)
    await expectEqual(process.exitCode(), 128 + SIGINT)
  }

  /// Whether a process has a handler for a signal.
  private func handles(_ signal: Int32, _ process: pid_t) -> Bool {
    let status = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("SigCgt:") }
    let name = (try? String(contentsOfFile: "/proc/\(process)/comm", encoding: .utf8)) ?? ""
    guard name.hasPrefix("pscope"), let digits = line?.split(separator: "\t").last else { return false }
    return (UInt64(digits, radix: 16) ?? 0) >> UInt64(signal - 1) & 1 == 1
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT])
  func removesTheTemporaryFilesOfADemo(signal: Int32) async throws {
    let run = try LiveRun("demo list-loader \(Self.slow)")
    _ = try run.files()
    kill(run.process.pid, signal)
    await expectEqual(run.process.end(), 128 + signal)
    expectEqual(run.left, [])
  }

  @Test func reportsALowFileLimit() async throws {
    for limit in 5...9 {
      let outcome = try await pscope("demo", before: "ulimit -n \(limit)")
      expectEqual(outcome.code, 2, "\(limit): \(outcome.errors)")
      #expect(outcome.errors.contains("ulimit -n"), "\(limit): \(outcome.errors)")
    }
  }

  @Test func escapesFileNames() async throws {
    let folder = try Folder()
    let name = folder.file("evil\u{1B}[31m\n.ndjson")
    let log = try await pscope("export", "list-loader", "--virtual", "--output", name + "/none")
    expectEqual(log.code, 2)
    #expect(!log.errors.contains("\u{1B}") && log.errors.contains("\\u{1B}"))
    try Data("{}\n".utf8).write(to: URL(filePath: name))
    let noLog = try await pscope("export", name)
    expectEqual(noLog.code, 2)
    #expect(!noLog.errors.contains("\u{1B}"))
  }

  @Test func escapesTextOfLogs() async throws {
    let log = """
      {"schema":"promisescope.log","version":1,"unit":"ns","program":"p\u{9B}","x\u{1B}":"\u{1B}\u{202E}"}
      {"seq":1,"t":0,"ev":"created","p":1,"kind":"k\\u001b","y\\u009b":["\\u001b",{"z\u{7F}":"\u{2028}"}]}
      {"seq":2,"t":0,"ev":"sung\\u001b","tune":"\u{9B}"}
      {"seq":3,"t":0,"ev":"progressed","p":1,"fraction":1e300,"stage":"\u{1B}"}
      \u{1B}[31mno event

      """
    for format in exportFormats {
      let outcome = try await pscope("export", "-", "--format", format, input: log)
      #expect(
        !(outcome.text + outcome.errors).unicodeScalars.contains { scalar in
          scalar.value < 0x20 && scalar != "\n" || 0x7F..<0xA0 ~= scalar.value
            || [0x2028, 0x202E].contains(scalar.value)
        }, "\(outcome.text)\(outcome.errors)")
    }
  }
}
