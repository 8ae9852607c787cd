// `promisescope.yml`, the configuration of `pscope check`.

import ChainAnalysis

@testable import pscope

@Suite struct ConfigurationTests {
  private func settings(_ text: String) throws -> AnalysisSettings {
    try Configuration(text, path: "promisescope.yml").analysis
  }

  private func message(_ text: String) -> String? {
    do {
      _ = try settings(text)
      return nil
    } catch { return (error as? Failure)?.sentence }
  }

  @Test(arguments: ["example.com/docs", "file:///docs", "https://example.com/a b", "https://example.com/#a", "[]"])
  func expectsAnAddressOfTheDocumentation(_ text: String) throws {
    #expect(
      try Configuration("documentation: https://example.com/docs", path: "p").documentation
        == "https://example.com/docs")
    #expect(
      message("documentation: \(text)")?.hasPrefix("promisescope.yml:1: expected an address, such as https://") == true)
  }

  @Test func readsSeveritiesThresholdsAndExceptions() throws {
    let settings = try settings(
      """
      # What our team cares about.
      severities:
        swallowed-error: warning
        needless-promise: off
      thresholds:
        stuck: 30 s
        slow-handler: 250ms
        queue-contention: 0.5 s
        retry-storm: 20 in 1 min
        many-handlers: 500
        deep-chain: 10
        serial-although-independent: 4
      exceptions:
        - rule: never-settled
          file: Session.swift
          line: 12
          reason: lives as long as the program
        - function: load(page:)
          label: "poll"
      """)
    expectEqual(settings.severities, [.swallowedError: .warning, .needlessPromise: nil])
    expectEqual(settings.stuck, 30_000_000_000)
    expectEqual(settings.slowHandler, 250_000_000)
    expectEqual(settings.queueContention, 500_000_000)
    expectEqual(settings.retries, 20)
    expectEqual(settings.retryWindow, 60_000_000_000)
    #expect((settings.handlers, settings.depth, settings.serial) == (500, 10, 4))
    var first = FindingException()
    (first.rule, first.file, first.line) = (.neverSettled, "Session.swift", 12)
    var second = FindingException()
    (second.function, second.label) = ("load(page:)", "poll")
    expectEqual(settings.exceptions, [first, second])
  }

  @Test func theDocumentedConfigurationIsValid() throws {
    let page = URL(filePath: #filePath).appending(path: "../../../docs/check.md").standardized
    let text = try String(contentsOf: page, encoding: .utf8)
    let blocks = text.components(separatedBy: "```yaml\n").dropFirst().compactMap {
      $0.components(separatedBy: "```").first
    }
    let first = try #require(blocks.first)
    try expectEqual(settings(first).exceptions.count, 2)
    try expectEqual(settings(first).stuck, 30_000_000_000)
  }

  @Test(arguments: ["", "# nothing\n", "severities:\n", "thresholds: {}\nexceptions: []\n"])
  func anEmptyFileIsTheDefault(text: String) throws { try expectEqual(settings(text), AnalysisSettings()) }

  @Test func errorsNameFileLineAndNearestName() {
    expectEqual(
      message("severities:\n  stuk: error\n"), "promisescope.yml:2: unknown rule 'stuk'; did you mean 'stuck'?")
    expectEqual(
      message("\nseverity:\n  stuck: error\n"), "promisescope.yml:2: unknown key 'severity'; did you mean 'severities'?"
    )
  }

  @Test(arguments: [
    ("severities:\n  stuck: fatal\n", 2, "expected error, warning, note or off, found 'fatal'"),
    ("severities:\n  - stuck\n", 2, "found a list"),
    ("thresholds:\n  stuck: 5\n", 2, "expected a duration with a unit, such as 250 ms or 5 s, found '5'"),
    ("thresholds:\n  stuck: -5 s\n", 2, "expected a duration"),
    ("thresholds:\n  stuck: 1e300 h\n", 2, "expected a duration"),
    ("thresholds:\n  lost-result: 5 s\n", 2, "has no threshold"),
    ("thresholds:\n  retry-storm: often\n", 2, "10 in 30 s"),
    ("thresholds:\n  retry-storm:\n", 2, "10 in 30 s"), ("thresholds:\n  retry-storm: \" in \"\n", 2, "10 in 30 s"),
    ("thresholds:\n  retry-storm: 3 in\n", 2, "10 in 30 s"),
    ("thresholds:\n  retry-storm: 3 in 1 s in 2 s\n", 2, "10 in"),
    ("thresholds:\n  deep-chain: 0\n", 2, "at least 1"),
    ("exceptions:\n  - rule: nope-not-a-rule\n", 2, "unknown rule 'nope-not-a-rule'; expected one of"),
    ("exceptions:\n  - rule: stuck\n    files: a\n", 3, "did you mean 'file'?"),
    ("exceptions:\n  - reason: just because\n", 2, "found none"),
    ("exceptions:\n  - rule: stuck\n    line: x\n", 3, "expected a line number, found 'x'"),
    ("exceptions: all\n", 1, "expected a list of exceptions"),
    ("- a\n", 1, "found a list"),
    ("severities:\n\tstuck: error\n", 2, "not valid YAML"),
    ("severities:\n  stuck: error\n  stuck: note\n", 2, "each key once"),
  ])
  func reportsWhatWasExpectedAndWhere(text: String, line: Int, expected: String) throws {
    let sentence = try #require(message(text))
    #expect(sentence.hasPrefix("promisescope.yml:\(line): "), "\(sentence)")
    #expect(sentence.contains(expected), "\(sentence)")
  }
}
