// Configurations and baselines that are pipes: a FIFO is refused, whoever writes it, and the pipe of a shell's <(…) is read.

@Suite struct SmallFileTests {
  @Test(
    arguments: [
      "check one --virtual --config fifo", "check one --virtual --baseline fifo", "check one --virtual", "config",
      "view one --virtual --frame text", "learn",
    ], [false, true])
  func refusesAFIFO(words: String, hasWriter: Bool) async throws {
    let folder = try Folder()
    try FileManager.default.createDirectory(atPath: folder.file("promisescope"), withIntermediateDirectories: true)
    let path =
      words.contains("fifo") ? "fifo" : words.hasPrefix("check") ? "promisescope.yml" : "promisescope/config.yml"
    expectEqual(mkfifo(folder.file(path), 0o600), 0)
    // For reading and writing, because it would wait for a reader.
    let writer = hasWriter ? open(folder.file(path), O_RDWR) : -1
    defer { close(writer) }
    let command = "cd '\(folder.path)' && XDG_CONFIG_HOME=$PWD exec \"$0\" \(words)"
    let outcome = try await run(["sh", "-c", command, binary])
    expectEqual(outcome.code, 2)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.hasPrefix("pscope: can't read "))
    #expect(outcome.errors.hasSuffix("\(path): expected a file, found a pipe.\n"))
  }

  @Test func readsAPipeOfTheShell() async throws {
    let command = #"exec "$0" check one --virtual --config <(echo 'severities: {stuck: loud}')"#
    let outcome = try await run(["bash", "-c", command, binary])
    expectEqual(outcome.code, 2)
    #expect(outcome.errors.contains("/dev/fd/") && outcome.errors.contains("found 'loud'"))
  }
}
