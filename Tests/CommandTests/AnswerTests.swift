// `pscope why`, `stats` and `diff`: the answers as people read them, the choice of a promise, and JSON that meets the published schemas.
// ChainAnalysisTests cover the answers themselves.

import PlainText

private let header =
  #"{"schema":"promisescope.log","version":1,"unit":"ns","started":"2026-11-21T09:00:00.000Z","#
  + #""program":"app","pid":0,"sourceRoot":"","values":"preview","seed":null}"#

/// Two promises with one label, one that hangs, and one that is rejected.
private let log =
  ([header]
  + [
    #""ev":"created","p":1,"kind":"async","label":"fetch","site":{"file":"App/Main.swift","line":3,"function":"main()"}"#,
    #""ev":"created","p":2,"kind":"then","from":1,"label":"show\u001b[2J","site":{"file":"App/Main.swift","line":4}"#,
    #""ev":"registered","p":1,"by":2,"handles":["fulfilled"]"#,
    #""ev":"created","p":3,"kind":"async","label":"twin","site":{"file":"App/Main.swift","line":5}"#,
    #""ev":"created","p":4,"kind":"async","label":"twin","site":{"file":"App/Main.swift","line":6}"#,
    #""ev":"rejected","p":3,"error":"offline","type":"NetworkError","cause":"resolver""#,
    #""ev":"fulfilled","p":4,"value":"1","cause":"resolver""#, #""ev":"ended""#,
  ].enumerated().map { "{\"seq\":\($0.offset + 1),\"t\":\($0.offset * 1_000_000),\($0.element)}" })
  .map { $0 + "\n" }.joined()

@Suite struct WhyCommandTests {
  @Test func namesTheLeafOfAHang() async throws {
    let outcome = try await pscope("why", "-", "#2", input: log)
    expectEqual(outcome.code, 0)
    #expect(outcome.errors.isEmpty)
    #expect(outcome.text.contains("\"fetch\" (#1) at App/Main.swift:3"))
    #expect(outcome.text.contains("Where the time went\n"))
    #expect(!outcome.output.contains(0x1B))
    #expect(outcome.text.split(separator: "\n").allSatisfy { DisplayWidth.of(String($0)) <= 80 })
  }

  @Test func namesTheFindingsAboutThePromise() async throws {
    let finding = #""twin" (#3) was rejected with offline (NetworkError)"#
    let outcome = try await pscope("why", "-", "3", input: log)
    #expect(outcome.text.contains("\nFindings\n  \(finding)") && outcome.text.contains("[unhandled-rejection]"))
    let other = try await pscope("why", "-", "4", input: log)
    #expect(!other.text.contains("Findings"))
  }

  @Test(arguments: [["1"], ["#1"], ["fetch"]])
  func aPromiseIsANumberOrALabel(words: [String]) async throws {
    let outcome = try await pscope("why", "-", words[0], input: log)
    expectEqual(outcome.code, 0)
    #expect(outcome.text.hasPrefix("\"fetch\" (#1) has been pending"))
  }

  @Test func aLoopIsToldByItsFirstRound() async throws {
    let retries = try await pscope("why", "retry-storm", "1", "--virtual").text
    expectEqual(retries.matches(of: /the timer of/).count, 1)
    #expect(retries.contains("more steps like these\n"))
    let steps = try await pscope("why", "serial", "3", "--virtual").text
    #expect(!steps.contains("more steps"))
  }

  @Test func ofSeveralPromisesWithALabelTheOneWithAFindingIsMeant() async throws {
    let outcome = try await pscope("why", "-", "twin", input: log)
    #expect(outcome.text.contains("(#3)"))
    #expect(outcome.errors.contains("pscope: #3 is 1 of 2 named 'twin', the first with a finding; --all lists them.\n"))
    let all = try await pscope("why", "-", "twin", "--all", input: log).text
    expectEqual(all, "#3  rejected  Main:5  [unhandled-rejection]\n#4  fulfilled  Main:6\n")
  }

  @Test func aPromiseWithoutALabelIsFoundByItsOperator() async throws {
    func created(_ id: Int, _ kind: String, _ label: String = "") -> String {
      #"{"seq":\#(id),"t":0,"ev":"created","p":\#(4 * id),"kind":"\#(kind)"\#(label)}"#
    }
    let log =
      [header, created(1, "fetch"), created(2, "once"), created(3, "text", #","label":"once""#), created(4, "fetch")]
      .joined(separator: "\n") + "\n"
    try await #expect(pscope("why", "-", "once", input: log).text.hasPrefix("\"once\" (#12)"))
    try await #expect(pscope("why", "-", "text", input: log).code == 2)
    try await #expect(
      pscope("why", "-", "fetch", input: log).errors.contains(
        "#4 is 1 of 2 named 'fetch', the first that is pending; --all lists them.\n"))
    let chinese = try await pscope("why", "-", "5", input: log, before: "export LC_ALL=zh_CN.UTF-8").errors
    #expect(chinese.hasSuffix(" has no promise #5; it has 4 promises; the last is #16.\n"))
  }

  @Test func anUnknownPromiseSuggestsTheNearestAndListsTheOthers() async throws {
    let label = try await pscope("why", "-", "fecth", input: log)
    expectEqual(label.code, 2)
    #expect(label.errors.contains("did you mean 'fetch'? Its labels are 'fetch', "))
    #expect(!label.errors.contains("\u{1B}"))
    let number = try await pscope("why", "-", "99", input: log)
    expectEqual(number.code, 2)
    expectEqual(number.errors, "pscope: standard input has no promise #99; it has 4 promises, from #1 to #4.\n")
  }

  @Test func aTruncatedLogIsAnsweredAndExitsWith3() async throws {
    let outcome = try await pscope("why", "-", "1", input: String(log.dropLast(20)))
    expectEqual(outcome.code, 3)
    #expect(outcome.text.hasPrefix("\"fetch\" (#1)"))
  }
}

@Suite struct StatsCommandTests {
  @Test func fitsOneScreen() async throws {
    let outcome = try await pscope("stats", "list-loader", "--virtual")
    expectEqual(outcome.code, 0)
    let lines = outcome.text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 30)
    #expect(lines.allSatisfy { DisplayWidth.of(String($0)) <= 80 })
    for part in ["ListLoader:69 wrap", "Slowest promises", "Critical path of the run: 3.40 s"] {
      #expect(outcome.text.contains(part))
    }
  }

  @Test(arguments: [["why", "-", "1"], ["stats", "-"], ["diff", "-", "one", "--virtual"]])
  func anInputThatIsNotALogIsAnError(words: [String]) async throws {
    let outcome = try await run([binary] + words, input: "garbage\n")
    expectEqual(outcome.code, 2)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.contains("promisescope.log"))
  }
}

@Suite struct DiffCommandTests {
  @Test func comparesTwoRuns() async throws {
    let folder = try Folder()
    let good = try await pscope("export", "list-loader", "--virtual")
    let bad = try await pscope("export", "list-loader", "--virtual", "--failure", "remote")
    let (before, after) = (try folder.write("a.ndjson", good.text), try folder.write("b.ndjson", bad.text))
    let outcome = try await pscope("diff", before, after)
    expectEqual(outcome.code, 0)
    #expect(outcome.text.contains("\nBegan to reject\n  ListLoader:33 then: rejected 0 → 1 (of 1 → of 1)\n"))
    #expect(outcome.text.contains("\nVanished\n  ListLoader:77 wrap: 1 promise\n"))
    let over = try await pscope("diff", before, after, "--fail-on", "slower=2,rejections")
    expectEqual(over.code, 1)
    #expect(over.text.contains("\nOver budget\n  rejections: ListLoader:33 then: rejected 0 → 1\n"))
    let same = try await pscope("diff", before, before)
    #expect(same.text.hasSuffix("\nno call site differs\n"))
  }

  @Test func namesTheFindingsThatAreNewAndThoseThatAreGone() async throws {
    let finding = "\n  FaultScenarios/RetryStorm.swift:11: warning: \"send order\" (#1) was"
    let mended = try await pscope("diff", "retry-storm", "retry-storm-fixed", "--virtual")
    #expect(mended.text.contains("\nFindings gone" + finding) && !mended.text.contains("New findings"))
    let broken = try await pscope("diff", "retry-storm-fixed", "retry-storm", "--virtual")
    #expect(broken.text.contains("\nNew findings" + finding) && !broken.text.contains("Findings gone"))
    let json = try await pscope("diff", "retry-storm", "retry-storm-fixed", "--virtual", "--format", "json")
    let value = try #require(try JSONSerialization.jsonObject(with: Data(json.output)) as? [String: Any])
    let gone = try #require(value["goneFindings"] as? [[String: Any]])
    expectEqual(gone.compactMap { $0["rule"] as? String }, ["retry-storm"])
    expectEqual((value["newFindings"] as? [Any])?.count, 0)
  }

  @Test func aBaselineTakesThePlaceOfTheFirstRun() async throws {
    let folder = try Folder()
    let good = try folder.write("a.ndjson", try await pscope("export", "list-loader", "--virtual").text)
    let bad = try folder.write(
      "b.ndjson", try await pscope("export", "list-loader", "--virtual", "--failure", "remote").text)
    let baseline = folder.file("run.json")
    let written = try await pscope("diff", good, "--write-baseline", baseline)
    #expect(written.code == 0 && written.output.isEmpty)
    let budgets = "slower=1,maximum=1,promises=1,rejections,hangs,findings"
    let same = try await pscope("diff", good, "--baseline", baseline, "--fail-on", budgets)
    #expect(same.code == 0 && same.text.hasSuffix("\nno call site differs\n"))
    let fromLog = try await pscope("diff", good, bad, "--fail-on", budgets)
    let fromBaseline = try await pscope("diff", bad, "--baseline", baseline, "--fail-on", budgets)
    expectEqual(fromBaseline.code, 1)
    expectEqual(fromBaseline.text, fromLog.text.replacing(good, with: baseline))
    let wrong = try await pscope("diff", bad, "--baseline", try folder.write("no.json", "{}"))
    expectEqual(wrong.code, 2)
    #expect(wrong.errors.contains("no.json:1: expected a run, as written by diff --write-baseline"))
  }
}

@Suite struct ExcerptCommandTests {
  @Test(arguments: exportFormats)
  func exportsOnePromiseAndWhatIsBelowIt(format: String) async throws {
    let outcome = try await pscope("export", "-", "--subtree", "fetch", "--format", format, input: log)
    expectEqual(outcome.code, 0)
    #expect(outcome.text.contains("fetch") && outcome.text.contains("show"))
    #expect(!outcome.text.contains("twin"))
  }

  @Test func anExportedExcerptIsAValidLog() async throws {
    let part = try await pscope("export", "-", "--only", "problems", input: log)
    expectEqual(part.code, 0)
    let again = try await pscope("export", "-", input: part.text)
    expectEqual(again.code, 0)
    #expect(again.errors.isEmpty)
    expectEqual(again.output, part.output)
  }

  @Test func anUnknownPromiseLeavesTheOutputFileUnchanged() async throws {
    let folder = try Folder()
    let path = try folder.write("out.ndjson", "precious")
    let outcome = try await pscope("export", "-", "--subtree", "nobody", "--output", path, input: log)
    expectEqual(outcome.code, 2)
    #expect(outcome.errors.contains("has the label 'nobody'"))
    try expectEqual(folder.read("out.ndjson"), Array("precious".utf8))
  }
}

@Suite struct AnswerSchemaTests {
  @Test(
    .enabled("python3 with jsonschema can check it") {
      try await run(["python3", "-c", "import jsonschema"]).code == 0
    })
  func everyAnswerMeetsItsSchema() async throws {
    let folder = try Folder()
    let path = try folder.write("run.ndjson", log)
    var files: [String] = []
    func add(_ name: String, _ words: [String]) async throws {
      let outcome = try await run([binary] + words + ["--format", "json"])
      let file = "\(name).\(files.count).json"
      files.append(try folder.write(file, outcome.text))
    }
    for id in 1...4 { try await add("why", ["why", path, "\(id)"]) }
    for name in ["list-loader", "contacts-avatars", "bolts-continuation", "million", "comments"] {
      try await add("stats", ["stats", name, "--virtual"])
      try await add("check", ["check", name, "--virtual"])
      try await add("diff", ["diff", name, "one", "--virtual"])
      for id in 1...8 { try await add("why", ["why", name, "\(id)", "--virtual"]) }
    }
    try await add("check", ["check", path, "/nowhere.ndjson"])
    let docs = URL(filePath: #filePath).appending(path: "../../../docs").standardized.path
    let program = """
      import json, os, sys, jsonschema
      for path in sys.argv[2:]:
          name = os.path.basename(path).split(".")[0]
          schema = json.load(open(f"{sys.argv[1]}/{name}.schema.json"))
          for error in jsonschema.Draft202012Validator(schema).iter_errors(json.load(open(path))):
              print(f"{path}: {error.json_path}: {error.message}")
      print(len(sys.argv) - 2, "answers")
      """
    let check = try await run(["python3", "-c", program, docs] + files)
    expectEqual(check.text, "\(files.count) answers\n")
  }
}
