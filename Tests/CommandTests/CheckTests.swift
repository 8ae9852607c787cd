// `pscope check`: exit codes, several sources, and the baseline. ChainExportTests cover the formats, and
// ChainAnalysisTests the rules.

import ChainAnalysis
import ChainExport

@testable import pscope

private let header =
  #"{"schema":"promisescope.log","version":1,"unit":"ns","started":"2026-11-21T09:00:00.000Z","#
  + #""program":"app","pid":0,"sourceRoot":"","values":"preview","seed":null}"#
private let created =
  #"{"seq":1,"t":0,"ev":"created","p":1,"kind":"async","label":"fetch","site":{"file":"App/Main.swift","line":3,"function":"main()"}}"#
/// A promise that is fulfilled, and then a handler that uses the value.
private let clean = [
  header, created, #"{"seq":2,"t":0,"ev":"registered","p":1,"handles":["fulfilled","rejected"]}"#,
  #"{"seq":3,"t":5,"ev":"fulfilled","p":1,"value":"1","cause":"resolver"}"#, #"{"seq":4,"t":9,"ev":"ended"}"#,
]
/// A promise that is settled twice: a warning.
private let twice = [
  header, created, #"{"seq":2,"t":0,"ev":"registered","p":1,"handles":["fulfilled","rejected"]}"#,
  #"{"seq":3,"t":5,"ev":"fulfilled","p":1,"value":"1","cause":"resolver"}"#,
  #"{"seq":4,"t":6,"ev":"ignored","p":1,"attempt":"fulfill"}"#, #"{"seq":5,"t":9,"ev":"ended"}"#,
]
private let lossy = [
  header, created, #"{"seq":2,"t":5,"ev":"lost","count":7}"#, #"{"seq":3,"t":9,"ev":"ended"}"#,
]
private func log(_ lines: [String]) -> String { lines.map { $0 + "\n" }.joined() }

@Suite struct CheckTests {
  @Test func aSoundLogPasses() async throws {
    let outcome = try await pscope("check", "-", input: log(clean))
    expectEqual(outcome.code, 0)
    #expect(outcome.output.isEmpty)
    expectEqual(outcome.errors, "pscope: no findings in standard input: 1 promise, 4 events\n")
  }

  @Test func aFindingFailsAndNamesItsCallSite() async throws {
    let outcome = try await pscope("check", "-", input: log(twice))
    expectEqual(outcome.code, 1)
    let first = try #require(outcome.text.split(separator: "\n").first)
    #expect(first.wholeMatch(of: /App\/Main\.swift:3: warning: [^\n]+ \[settled-twice\]/) != nil)
    #expect(outcome.errors.hasPrefix("pscope: 1 finding (1 warning) in standard input"))
  }

  @Test func whatARuleDoesNotExamineIsCounted() async throws {
    let lines = (1...20_123).flatMap { number in
      [
        #"{"seq":\#(3 * number - 2),"t":1,"ev":"created","p":\#(number),"kind":"async","site":{"file":"A.swift","line":3}}"#,
        #"{"seq":\#(3 * number - 1),"t":1,"ev":"fulfilled","p":\#(number),"cause":"resolver"}"#,
        #"{"seq":\#(3 * number),"t":1,"ev":"ignored","p":\#(number),"attempt":"fulfill"}"#,
      ]
    }
    let errors = try await pscope("check", "-", input: log([header] + lines)).errors
    #expect(errors.contains("standard input: each rule examines 20,000 occurrences; 123 more were not examined."))
  }

  @Test func eventsOfUnknownKindsAreReported() async throws {
    let unknown = (2...4).map { #"{"seq":\#($0),"t":0,"ev":"\#($0 == 3 ? "forked" : "joined")","p":1}"# }
    let outcome = try await pscope("check", "-", "--format", "json", input: log([header, created] + unknown))
    #expect(
      outcome.errors.contains(
        "standard input: 3 events are of a kind that this version does not know ('forked', 'joined'), and no rule considered them."
      ))
    #expect(outcome.text.contains(#""unknownEvents": 3"#))
  }

  @Test func whatEveryCommandSaysOfAHangComesFromTheEventsAlone() async throws {
    let folder = try Folder()
    func write(_ name: String, _ events: [String]) throws -> String {
      // No process has this number.
      let path = try folder.write(
        name, log([header.replacing(#""pid":0"#, with: #""pid":2147483646"#), created] + events))
      let age = name == "killed.ndjson" ? 9.0 : 90_000
      try FileManager.default.setAttributes([.modificationDate: Date() - age], ofItemAtPath: path)
      return path
    }
    func answers(_ path: String) async throws -> [String] {
      let commands = [
        ["check", path], ["stats", path], ["why", path, "1"], ["export", path, "--format", "json"],
        ["view", path, "--frame", "text"], ["diff", path, path],
      ]
      var answers: [String] = []
      for command in commands { answers.append(try await run([binary] + command).text.replacing(path, with: "LOG")) }
      return answers
    }
    let alive = [(2, 1), (3, 3), (4, 7)].map { #"{"seq":\#($0),"t":\#($1)000000000,"ev":"alive"}"# }
    let said = try await answers(write("killed.ndjson", alive))
    for answer in said[...4] where !answer.hasPrefix("LOG") {
      #expect(answer.contains("7.00 s") || answer.contains("7000000000"), "\(answer)")
    }
    try await expectEqual(answers(write("copied.ndjson", alive)), said)
    #expect(said[4].contains("killed") && said[4].contains("∞ 1 hang"))
    try await expectEqual(pscope("check", write("short.ndjson", [])).code, 0)
  }

  @Test(arguments: [("error", 0), ("warning", 1), ("note", 1)])
  func failOnChoosesTheSeverityThatFails(severity: String, code: Int32) async throws {
    let outcome = try await pscope("check", "-", "--fail-on", severity, input: log(twice))
    expectEqual(outcome.code, code)
    #expect(outcome.text.contains("[settled-twice]"))
  }

  @Test func anUnreadableSourceIsWorseThanAFindingAndDoesNotHideIt() async throws {
    let folder = try Folder()
    let good = try folder.write("good.ndjson", log(twice))
    let outcome = try await pscope("check", "/nowhere/run.ndjson", good, try folder.write("bad.ndjson", "garbage\n"))
    expectEqual(outcome.code, 2)
    #expect(outcome.text.contains("[settled-twice]"))
    #expect(outcome.errors.contains("can't read /nowhere/run.ndjson: No such file or directory."))
    #expect(outcome.errors.contains("promisescope.log"))
    #expect(outcome.errors.hasSuffix("pscope: 1 finding (1 warning) in 1 source: 1 promise, 5 events\n"))
  }

  @Test func aSourceThatCannotBeReadHasNoSummary() async throws {
    let outcome = try await pscope("check", "/nowhere/run.ndjson", "/nowhere/else.ndjson")
    expectEqual(outcome.code, 2)
    #expect(outcome.errors.split(separator: "\n").count == 2 && !outcome.errors.contains("findings"))
  }

  @Test func lossesExitWith3UnlessAFindingFails() async throws {
    let lost = try await pscope("check", "-", input: log(lossy))
    expectEqual(lost.code, 3)
    #expect(lost.errors.contains("7 events were lost before being written to the log"))
    let folder = try Folder()
    let both = try await pscope(
      "check", try folder.write("a.ndjson", log(lossy)), try folder.write("b.ndjson", log(twice)))
    expectEqual(both.code, 1)
  }

  @Test func aTruncatedLogExitsWith3() async throws {
    let outcome = try await pscope("check", "-", input: String(log(clean).dropLast(10)))
    expectEqual(outcome.code, 3)
  }

  @Test func scenarioOptionsApplyToTheScenariosAmongTheSources() async throws {
    let folder = try Folder()
    let outcome = try await pscope("check", try folder.write("a.ndjson", log(clean)), "one", "--virtual")
    #expect(outcome.errors.contains(" in 2 sources: "))
    #expect(outcome.code != 2)
  }

  @Test func writesTheReportToAFile() async throws {
    let folder = try Folder()
    let path = folder.file("results.sarif")
    let outcome = try await pscope("check", "-", "--format", "sarif", "--output", path, input: log(twice))
    expectEqual(outcome.code, 1)
    #expect(outcome.output.isEmpty)
    #expect(String(decoding: try folder.read("results.sarif"), as: UTF8.self).contains(#""version": "2.1.0""#))
  }

  @Test func aBaselineHidesWhatIsKnown() async throws {
    let folder = try Folder()
    let run = try folder.write("run.ndjson", log(twice))
    let baseline = folder.file("baseline.json")
    let written = try await pscope("check", run, "--write-baseline", baseline)
    expectEqual(written.code, 0)
    #expect(written.output.isEmpty)
    let known = try await pscope("check", run, "--baseline", baseline)
    expectEqual(known.code, 0)
    #expect(known.output.isEmpty)
    #expect(known.errors.contains("1 finding in the baseline"))
    let moved = log(twice).replacing("\"line\":3", with: "\"line\":300").replacing("\"p\":1", with: "\"p\":55")
    let other = try await pscope("check", "-", "--baseline", baseline, input: moved)
    expectEqual(other.code, 0)
    let renamed = try await pscope("check", "-", "--baseline", baseline, input: moved.replacing("main()", with: "f()"))
    expectEqual(renamed.code, 1)
  }

  @Test func aBaselineIsReplacedOnlyIfEverySourceWasRead() async throws {
    let folder = try Folder()
    let run = try folder.write("run.ndjson", log(twice))
    let baseline = try folder.write("baseline.json", "former")
    let missing = try await pscope("check", run, folder.file("none.ndjson"), "--write-baseline", baseline)
    expectEqual(missing.code, 2)
    #expect(missing.errors.contains("\(baseline) is unchanged: not every source was read to its end."))
    try expectEqual(folder.read("baseline.json"), Array("former".utf8))
    // The compressed log ends too early.
    let cut = "cd '\(folder.path)'; gzip -k run.ndjson; head -c 100 run.ndjson.gz > cut.gz; "
    let damaged = try await pscope("check", folder.file("cut.gz"), "--write-baseline", baseline, before: cut)
    #expect([2, 3].contains(damaged.code))
    try expectEqual(folder.read("baseline.json"), Array("former".utf8))
    // Lost events are missing from the log itself, which was read to its end.
    let lost = try await pscope("check", "-", "--write-baseline", baseline, input: log(lossy))
    expectEqual(lost.code, 3)
    #expect(String(decoding: try folder.read("baseline.json"), as: UTF8.self).contains("promisescope.baseline"))
  }

  @Test func aSignalLeavesTheBaseline() async throws {
    let folder = try Folder()
    _ = try folder.write("baseline.json", "former")
    expectEqual(mkfifo(folder.file("run"), 0o600), 0)
    let arguments = ["check", folder.file("run"), "--write-baseline", folder.file("baseline.json")]
    let process = try Spawned(binary, arguments, environment: environment()) { _ in }
    let writer = open(folder.file("run"), O_WRONLY)
    _ = try await writePartOfALog(to: writer)
    kill(process.pid, SIGINT)
    await expectEqual(process.end(), 128 + SIGINT)
    close(writer)
    try expectEqual(folder.read("baseline.json"), Array("former".utf8))
  }

  @Test func countsOfABaselineMayBeHuge() throws {
    let entry = #"{"fingerprint":"a","count":9223372036854775807}"#
    let text = #"{"schema":"promisescope.baseline","version":2,"findings":[\#(entry),{"fingerprint":"a","count":1}]}"#
    try expectEqual(BaselineFile.parse(text, path: "b.json").counts, ["a": .max])
  }

  /// A log may claim any start; a process with the ID 1 always runs.
  @Test(arguments: [
    "300000000-01-01T0:0:0.0Z", "1700-01-01T00:00:00.000Z", "1600-01-01T00:00:00.000Z", "2262-04-11T23:47:16.854Z",
    "9999-12-31T23:59:59.999Z", "2026-02-31T00:00:00.000Z",
  ])
  func noStartOfALogOverflows(started: String) async throws {
    let folder = try Folder()
    for pid in ["1", "2147483646"] {
      let header = header.replacing("2026-11-21T09:00:00.000Z", with: started).replacing(
        #""pid":0"#, with: #""pid":\#(pid)"#)
      let path = try folder.write("run.ndjson", log([header, created]))
      for words in [["check"], ["export", "--format", "otlp"], ["view", "--frame", "text"]] {
        let outcome = try await run([binary, words[0], path] + words.dropFirst())
        #expect([0, 1].contains(outcome.code), "\(words): \(outcome.errors)")
      }
    }
  }

  @Test(arguments: ["", "{}", "[1]", #"{"schema":"promisescope.baseline","version":1,"findings":[]}"#, "{\n\"a"])
  func aFileThatIsNoBaselineIsAnError(text: String) async throws {
    let folder = try Folder()
    let path = try folder.write("baseline.json", text)
    let outcome = try await pscope("check", "-", "--baseline", path, input: log(twice))
    expectEqual(outcome.code, 2)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.contains("\(path):"))
  }

  @Test func aConfigurationIsFoundAboveTheWorkingFolder() async throws {
    let folder = try Folder()
    _ = try folder.write("promisescope.yml", "severities:\n  settled-twice: off\n")
    try FileManager.default.createDirectory(atPath: folder.file("a/b"), withIntermediateDirectories: true)
    let found = try await pscope("check", "-", input: log(twice), before: "cd \(folder.file("a/b"))")
    expectEqual(found.code, 0)
    let chosen = try await pscope("check", "-", "--config", "/dev/null", input: log(twice), before: "cd \(folder.path)")
    expectEqual(chosen.code, 1)
  }

  @Test func anInvalidConfigurationStopsTheCheck() async throws {
    let folder = try Folder()
    let path = try folder.write("mine.yml", "severities:\n  slow-handlr: off\n")
    let outcome = try await pscope("check", "-", "--config", path, input: log(clean))
    expectEqual(outcome.code, 2)
    #expect(outcome.output.isEmpty)
    expectEqual(outcome.errors, "pscope: \(path):2: unknown rule 'slow-handlr'; did you mean 'slow-handler'?\n")
    let missing = try await pscope("check", "-", "--config", "/nowhere.yml", input: log(clean))
    expectEqual(missing.code, 2)
    #expect(missing.errors.contains("can't read /nowhere.yml"))
  }
}
