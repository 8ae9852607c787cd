// `pscope export --format`: the names, and what holds for every format: the same bytes each time, no half file, an orderly end.

import ChainExport

@testable import pscope

/// The formats that `pscope export` offers, without the story, which its own tests cover.
let exportFormats = ExportFormat.offered.map(\.name).filter { $0 != "story" }

@Suite struct ExportCommandTests {
  @Test(arguments: [
    ("cvs", "did you mean 'csv'?"), ("jsn", "did you mean 'json'?"), ("ndjsn", "did you mean 'ndjson'?"),
    ("pdf-with-links", "The formats are ndjson, text,"),
  ])
  func namesTheNearestFormat(word: String, message: String) async throws {
    let outcome = try await pscope("export", "list-loader", "--virtual", "--format", word)
    expectEqual(outcome.code, 64)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.contains("no format is named '\(word)'") && outcome.errors.contains(message))
  }

  @Test func namesTheFormatThatReplacesChrome() async throws {
    let outcome = try await pscope("export", "list-loader", "--virtual", "--format", "chrome")
    #expect(outcome.code == 2 && outcome.output.isEmpty && outcome.errors.contains("--format perfetto"))
  }

  @Test func theHelpListsEachFormatWithItsPurpose() async throws {
    let help = try await pscope("export", "--help").text
    for format in exportFormats { #expect(help.contains("\n  \(format) "), "\(format)") }
    #expect(help.contains("(default: ndjson)"))
  }

  /// Under any of its names: as it is, through a link, and as standard input.
  @Test(arguments: ["--format csv", "--format text", "--only problems"])
  func aLogIsNotReplacedByWhatLosesEvents(options: String) async throws {
    let folder = try Folder()
    let text = try await pscope("export", "one", "--virtual").text
    let log = try folder.write("run.ndjson", text)
    let link = log + ".link"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: log)
    let arguments = options.split(separator: " ").map(String.init)
    for path in [log, link] {
      let outcome = try await run([binary, "export", log] + arguments + ["--output", path])
      expectEqual(outcome.code, 2)
      expectEqual(outcome.errors, "pscope: will not overwrite \(path): it is the log being read.\n")
      let piped = try await run(["/bin/sh", "-c", "\(binary) export - \(options) --output \(path) < \(log)"])
      expectEqual(piped.code, 2)
    }
    try await expectEqual(pscope("check", log, "--output", log).code, 2)
    try expectEqual(String(contentsOfFile: log, encoding: .utf8), text)
  }

  @Test(arguments: exportFormats) func twoRunsGiveTheSameBytes(format: String) async throws {
    let first = try await pscope("export", "list-loader", "--virtual", "--format", format)
    let second = try await pscope("export", "list-loader", "--virtual", "--format", format)
    #expect(first.code == 0 && first.output == second.output && !first.output.isEmpty)
  }

  @Test(arguments: exportFormats) func aLogAndItsRunGiveTheSameBytes(format: String) async throws {
    let log = try await pscope("export", "list-loader", "--virtual")
    let run = try await pscope("export", "list-loader", "--virtual", "--format", format)
    try await expectEqual(pscope("export", "-", "--format", format, input: log.text).output, run.output)
  }

  /// Whether the program still runs is a fact about the machine, not about the log.
  @Test(arguments: exportFormats + ["story"]) func aLogWithoutAnEndGivesTheSameBytes(format: String) async throws {
    let folder = try Folder()
    let program = try Spawned("/bin/sleep", ["600"], environment: environment()) { _ in }
    let lines = try await pscope("export", "one", "--virtual").text.split(separator: "\n").dropLast()
    let text = lines.joined(separator: "\n").replacing(#""pid":0"#, with: "\"pid\":\(program.pid)") + "\n"
    let log = try folder.write("run.ndjson", text)
    let running = try await pscope("export", log, "--format", format)
    try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSinceNow: -3_600)], ofItemAtPath: log)
    let old = try await pscope("export", log, "--format", format)
    kill(program.pid, SIGKILL)
    _ = await program.end()
    let gone = try await pscope("export", log, "--format", format)
    #expect(running.code == 0 && running.output == old.output && old.output == gone.output)
    let words = [
      "csv": "false,0\n", "cast": "cut off", "ndjson": "\n", "html": "\"isEnded\":false", "story": "without an end",
    ]
    #expect(running.text.contains(words[format] ?? "no end"))
  }

  @Test(arguments: exportFormats) func aSignalCompletesTheExport(format: String) async throws {
    let folder = try Folder()
    // The other end of the pipe stays open, so the export cannot end before the signal.
    let pipe = folder.file("run.ndjson")
    expectEqual(mkfifo(pipe, 0o600), 0)
    let process = try Spawned(
      "/usr/bin/env",
      ["bash", "-c", "exec '\(binary)' export - --format \(format) --output '\(folder.file("out"))' < '\(pipe)'"],
      environment: environment()
    ) { _ in }
    let writer = open(pipe, O_WRONLY)
    let part = try await writePartOfALog(to: writer)
    kill(process.pid, SIGINT)
    await expectEqual(process.end(), 128 + SIGINT)
    close(writer)
    let whole = try await pscope("export", "-", "--format", format, input: part)
    // Only the word for the end differs.
    let text = String(decoding: try folder.read("out"), as: UTF8.self)
    func unified(_ text: String) -> String {
      text.replacing("no end: interrupted", with: "no end").replacing("no end#58; interrupted", with: "no end")
        .replacing("\"ending\":\"interrupted\"", with: "\"ending\":\"\"")
        .replacing("\"ending\": \"no end\"", with: "\"ending\": \"interrupted\"").replacing(
          "interrupted", with: "no end")
    }
    // A binary format also has the length of the word, and the screen a notice.
    if !["perfetto", "cast"].contains(format) { expectEqual(unified(text), unified(whole.text)) }
    if !["ndjson", "csv"].contains(format) { #expect(text.contains("interrupted")) }
    try expectEqual(folder.names(), ["out", "run.ndjson"])
  }
}
