// Compressed logs: every command reads them as if they were not, and says so when they are cut off or damaged.

@Suite struct CompressedLogTests {
  /// A folder with a log and its compressed form.
  private func folder(_ log: String) async throws -> Folder {
    let folder = try Folder()
    let path = try folder.write("run.ndjson", log)
    try await expectEqual(run(["gzip", "--keep", path]).code, 0)
    return folder
  }

  private func listLoader() async throws -> String { try await pscope("export", "list-loader", "--virtual").text }

  @Test(arguments: ["export", "check", "stats", "export --format csv", "view --frame text --size 80x24"])
  func everyCommandReadsTheSame(words: String) async throws {
    let folder = try await folder(listLoader())
    var parts = words.split(separator: " ").map(String.init)
    parts.insert(folder.file("run.ndjson"), at: 1)
    let plain = try await run([binary] + parts)
    parts[1] = folder.file("run.ndjson.gz")
    let compressed = try await run([binary] + parts)
    expectEqual(compressed.code, plain.code)
    func unnamed(_ text: String) -> String { text.replacing(".ndjson.gz", with: ".ndjson") }
    #expect(unnamed(compressed.text) == plain.text && unnamed(compressed.errors) == plain.errors)
    #expect(!plain.output.isEmpty || parts[0] == "check")
  }

  @Test func aLessonIsFoundInACompressedLog() async throws {
    let folder = try await folder(pscope("export", "life-of-a-promise", "--virtual").text)
    func lesson(_ name: String) async throws -> String {
      try await pscope("view", folder.file(name), "--lesson", "--frame", "text", "--size", "100x30").text
        .replacing(".ndjson.gz", with: ".ndjson")
    }
    let plain = try await lesson("run.ndjson")
    #expect(try await lesson("run.ndjson.gz") == plain && plain.contains("What a promise is"))
  }

  @Test func readsStandardInputAndSeveralMembers() async throws {
    let log = try await listLoader()
    let lines = log.split(separator: "\n", omittingEmptySubsequences: false)
    let folder = try Folder()
    let first = try folder.write("1", lines.prefix(7).joined(separator: "\n") + "\n")
    let second = try folder.write("2", lines.dropFirst(7).joined(separator: "\n"))
    let joined = folder.file("joined.gz")
    try await expectEqual(run(["sh", "-c", "(gzip -c '\(first)'; gzip -c '\(second)') > '\(joined)'"]).code, 0)
    try await expectEqual(pscope("export", joined).text, log)
    let input = try await run(["sh", "-c", "'\(binary)' export - < '\(joined)'"])
    #expect(input.code == 0 && input.text == log)
    let padded = try await run(["sh", "-c", "head -c 512 /dev/zero >> '\(joined)'; '\(binary)' export '\(joined)'"])
    #expect(padded.code == 0 && padded.text == log)
  }

  @Test func aFileThatIsCutOffIsReadUpToThere() async throws {
    let log = try await listLoader()
    let folder = try await folder(log)
    let whole = try folder.read("run.ndjson.gz")
    try Data(whole.dropLast(200)).write(to: URL(filePath: folder.file("cut.gz")))
    let cut = try await pscope("export", folder.file("cut.gz"))
    expectEqual(cut.code, 3)
    #expect(cut.errors.contains("cut.gz: the compressed file is truncated; the first "))
    #expect(log.hasPrefix(cut.text.split(separator: "\n").dropLast().joined(separator: "\n")) && cut.output.count > 200)
    // Within its header.
    try Data(whole.prefix(6)).write(to: URL(filePath: folder.file("header.gz")))
    let header = try await pscope("export", folder.file("header.gz"))
    #expect(header.code == 2 && header.errors.contains("the compressed file is truncated") && header.output.isEmpty)
  }

  @Test func aDamagedFileIsReadUpToThere() async throws {
    let folder = try await folder(listLoader())
    var bytes = try folder.read("run.ndjson.gz")
    for index in bytes.count / 2..<bytes.count / 2 + 40 { bytes[index] ^= 0x55 }
    try Data(bytes).write(to: URL(filePath: folder.file("run.ndjson.gz")))
    let damaged = try await pscope("export", folder.file("run.ndjson.gz"))
    #expect(damaged.code == 3 && damaged.errors.contains("the compressed file is damaged ("))
  }

  @Test func aFileThatIsFollowedIsRefused() async throws {
    let folder = try await folder(listLoader())
    let outcome = try await pscope("view", folder.file("run.ndjson.gz"), "--follow", "--frame", "text")
    expectEqual(outcome.code, 2)
    #expect(outcome.errors.contains("is compressed, so it can't be followed"))
  }

  @Test func compressedDataInAPipeIsExplained() async throws {
    let folder = try await folder(listLoader())
    let piped = try await run(["sh", "-c", "cat '\(folder.file("run.ndjson.gz"))' | '\(binary)' export -"])
    #expect(piped.code == 2 && piped.errors.contains("found compressed data: pipe it through gzip -d"))
  }

  /// Records a program that writes the log by itself, in two parts, with `pscope record --compress`.
  private func record(_ log: String, between: String = "true") async throws -> (folder: Folder, outcome: Outcome) {
    let folder = try Folder()
    _ = try folder.write("all", log)
    let half = log.utf8.count / 2
    let program = """
      head -c \(half) all > "$PROMISESCOPE"; \(between); tail -c +\(half + 1) all >> "$PROMISESCOPE"; exit 3
      """
    let words = ["record", "--compress", "-o", "run.ndjson", "--adapter", "swift", "--", "sh", "-c", program]
    let outcome = try await run(["env", "-C", folder.path, binary] + words)
    return (folder, outcome)
  }

  @Test func aRecordingIsCompressed() async throws {
    let log = try await listLoader()
    let (folder, outcome) = try await record(log)
    expectEqual(outcome.code, 3)
    #expect(outcome.errors.contains(" to run.ndjson.gz.") && !outcome.errors.contains("can't"))
    try expectEqual(folder.names().sorted(), ["all", "run.ndjson.gz"])
    try await expectEqual(run(["gzip", "-dc", folder.file("run.ndjson.gz")]).text, log)
  }

  @Test func whatIsCompressedTakesNoSpaceWhileTheProgramRuns() async throws {
    let header = try await listLoader().split(separator: "\n")[0]
    let log = (1...60_000).reduce(into: "\(header)\n") {
      $0 += #"{"seq":\#($1),"t":\#($1),"ev":"noted","text":"another line of this log"}"# + "\n"
    }
    let isFree = #"[ "$(du -k run.ndjson | cut -f1)" -lt 500 ]"#
    let waiting = "for round in $(seq 300); do if \(isFree); then touch freed; break; fi; sleep 0.1; done"
    let (folder, outcome) = try await record(log, between: waiting)
    expectEqual(outcome.code, 3)
    try expectEqual(folder.names().sorted(), ["all", "freed", "run.ndjson.gz"])
    let decompressed = try await run(["gzip", "-dc", folder.file("run.ndjson.gz")]).text
    #expect(decompressed == log)
  }
}
