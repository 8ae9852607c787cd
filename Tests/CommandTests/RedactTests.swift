// `pscope export --redact`: nothing that a program says is left, and the log is still one.

import ChainExport

@testable import pscope

@Suite struct RedactTests {
  /// Each text that may be confidential contains the word `secret`.
  private let log = """
    {"schema":"promisescope.log","version":1,"unit":"ns","started":"2026-11-21T09:00:00.000Z","program":"app","pid":0,"sourceRoot":"/home/secret/app","values":"preview","seed":null,"argv":["app","--key=secret"],"host":"secret"}
    {"seq":1,"t":0,"ev":"created","p":1,"kind":"async","label":"secret 1","site":{"file":"/home/secret/app/App/Main.swift","line":3,"function":"main()"},"attributes":{"user":"secret"}}
    {"seq":2,"t":1,"ev":"created","p":2,"kind":"then","from":1,"label":"secret 1","site":{"file":"file:///srv/secret/lib/Other.js","line":4}}
    {"seq":3,"t":2,"ev":"registered","p":1,"by":2,"handles":["fulfilled"]}
    {"seq":4,"t":3,"ev":"progressed","p":1,"fraction":0.5,"stage":"secret stage"}
    {"seq":5,"t":4,"ev":"noted","p":1,"text":"secret note"}
    {"seq":6,"t":5,"ev":"rejected","p":1,"error":"secret error","type":"URLError","cause":"resolver","cancelled":false}
    {"seq":7,"t":6,"ev":"rejected","p":2,"error":"secret error","type":"URLError","cause":"passthrough","via":1,"cancelled":false}
    {"seq":8,"t":7,"ev":"unhandled","p":2}
    {"seq":9,"t":8,"ev":"ended"}

    """

  @Test(arguments: ExportFormat.offered.map(\.name))
  func noFormatContainsWhatTheProgramSaid(format: String) async throws {
    let outcome = try await pscope("export", "-", "--redact", "--format", format, input: log)
    expectEqual(outcome.code, 0)
    #expect(!outcome.text.contains("secret"))
  }

  @Test func theLogIsSoundAndHasTheSameFindings() async throws {
    let redacted = try await pscope("export", "-", "--redact", input: log).text
    try await expectEqual(pscope("lint", "-", input: redacted).code, 0)
    expectEqual(redacted.components(separatedBy: #""label":"label 1""#).count, 3, "equal labels stay equal")
    #expect(redacted.contains(#""error":"error 1","type":"URLError""#))
    let check = try await pscope("check", "-", input: redacted)
    expectEqual(check.code, 1)
    #expect(check.text.hasPrefix(#"lib/Other.js:4: error: "label 1" (#1) was rejected with error 1 (URLError)"#))
  }

  @Test(arguments: ["self-resolution", "blocking-wait", "never-settled", "unhandled-rejection"])
  func theFindingsOfAScenarioStay(name: String) async throws {
    let log = try await pscope("export", name, "--virtual", "--format", "ndjson").text
    let redacted = try await pscope("export", "-", "--redact", input: log).text
    let rules = try await (rules(of: log), rules(of: redacted))
    #expect(rules.0 == rules.1 && !rules.0.isEmpty)
  }

  /// The rules that a log breaks.
  private func rules(of log: String) async throws -> [Substring] {
    try await pscope("check", "-", input: log).text.split(separator: "\n").filter { $0.hasSuffix("]") }
      .compactMap { $0.split(separator: "[").last }
  }

  @Test func aLogIsNotReplacedByItsRedactedForm() async throws {
    let folder = try Folder()
    let path = try folder.write("run.ndjson", log)
    try await expectEqual(pscope("export", path, "--redact", "--output", path).code, 2)
    try expectEqual(folder.read("run.ndjson"), Array(log.utf8))
  }
}
