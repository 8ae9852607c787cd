// SARIF against the standard: the schema of the members that are written, and what a schema cannot say.

import ChainAnalysis
import ChainModel

@testable import ChainExport

@Suite struct SARIFTests {
  /// The members that `check` writes; the project does not contain the schema of OASIS, which has all of them.
  private static let schema = URL(filePath: #filePath)
    .appending(path: "../../Schemas/sarif-2.1.0-members.schema.json").standardized

  /// A report with every rule, with every kind of location, hostile texts, a source that failed, and one with a loss.
  private static var full: CheckReport {
    let evil = "\u{1B}[31m\u{202E}\r\n{0} [a](b) \u{9B}2J %"
    var findings = Rule.allCases.map { finding($0) }
    findings += [
      finding(file: nil), finding(file: "/absolute/my file.swift"), finding(label: evil, file: evil, sentence: evil),
      finding(file: "C:\\App\\Main.swift", line: 0), finding { $0.occurrences = 7 }, finding { $0.occurrences = 0 },
      finding { $0.site?.function = "" },
    ]
    var full = report(findings, name: "folder/run 1.ndjson")
    var failed = CheckReport.Source(name: evil)
    failed.failure = "can't read \(evil)"
    full.add(failed, findings: [])
    var lossy = CheckReport.Source(name: "lossy.ndjson")
    lossy.lost = 3
    full.add(lossy, findings: [finding()])
    return full
  }

  private static func reports() -> [CheckReport] {
    var documented = full
    documented.documentation = "https://example.com/docs"
    var known = full
    known.compare(with: Baseline(report([finding(.settledTwice), finding(file: nil)])))
    return [CheckReport(), report([]), full, documented, known]
  }

  @Test(.enabled(if: Python.hasSchemas, "python3 with the package jsonschema validates against the schema"))
  func everyReportConformsToTheStandard() throws {
    for shown in Self.reports() {
      let violations = try Python.violations(in: CheckFormat.sarif.render(shown, version: "1.2.3"), Self.schema)
      expectEqual(violations, [])
    }
  }

  @Test(.enabled(if: Python.hasSchemas, "python3 with the package jsonschema validates against the schema"))
  func theSchemaRefusesWhatTheStandardForbids() throws {
    let text = CheckFormat.sarif.render(Self.full, version: "1.2.3")
    let changes = [
      (#""version": "2.1.0""#, #""version": "2.0.0""#), (#""name": "pscope""#, #""title": "pscope""#),
      (#""semanticVersion": "1.2.3""#, #""semanticVersion": "1.2""#), (#""level": "warning""#, #""level": "fatal""#),
      (#""executionSuccessful""#, #""succeeded""#), (#""startLine": 3"#, #""startLine": 0"#),
      (#""uri": "App/Main.swift""#, #""uri": "App/my file.swift""#),
      (#""uri": "App/Main.swift""#, #""uri": "/App/Main.swift""#), (#""promisescope/v2""#, #""promisescope""#),
      (#""occurrenceCount": 7"#, #""occurrenceCount": 0"#), (#""ruleIndex": 3"#, #""ruleIndex": "3""#),
      ("{{0}}", "{0}"), (#""message": {"#, #""messages": {"#),
    ]
    let texts = changes.map { text.replacingOccurrences(of: $0, with: $1) }
    #expect(!texts.contains(text))
    let lines = texts.map { $0.replacingOccurrences(of: "\n", with: " ") }
    let accepted = try zip(changes, Python.validate(lines, Self.schema)).filter(\.1)
    #expect(accepted.isEmpty)
  }

  /// The run of a report, and its rules.
  private func run(_ report: CheckReport) throws -> (run: [String: Any], rules: [[String: Any]]) {
    let text = CheckFormat.sarif.render(report, version: "1.2.3")
    let log = try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let run = try #require((log["runs"] as? [[String: Any]])?.first)
    let driver = try #require((run["tool"] as? [String: Any])?["driver"] as? [String: Any])
    return (run, try #require(driver["rules"] as? [[String: Any]]))
  }

  @Test func everyRuleExplainsItselfWithoutANetwork() throws {
    for rule in try run(CheckReport()).rules {
      let help = try #require(rule["help"] as? [String: String])
      #expect(rule["helpUri"] == nil)
      for form in ["text", "markdown"] {
        let text = try #require(help[form])
        #expect(text.contains("Repair.") && text.contains("Silent when"), "\(rule["id"] ?? "")")
        #expect(!text.hasSuffix("\n"))
        #expect(!text.contains("](") && text.contains("```") == (form == "markdown"))
      }
    }
  }

  @Test func theHelpOfARuleHasTheTextOfLinks() {
    expectEqual(RuleHelp.withoutLinks("see [a](b.md#c) and [d](e), not [f"), "see a and d, not [f")
  }

  @Test func everyRuleHasAnAddressIfTheDocumentationHasOne() throws {
    for base in ["https://example.com/docs", "https://example.com/docs/"] {
      var report = CheckReport()
      report.documentation = base
      for rule in try run(report).rules {
        #expect(rule["helpUri"] as? String == "https://example.com/docs/findings.md#\(rule["id"] ?? "")")
      }
    }
  }

  @Test func everyResultRefersToItsRule() throws {
    let (run, all) = try run(Self.full)
    let rules = all.compactMap { $0["id"] as? String }
    let results = try #require(run["results"] as? [[String: Any]])
    #expect(Set(rules).count == rules.count && results.count == Self.full.entries.count)
    for result in results {
      let index = try #require(result["ruleIndex"] as? Int)
      #expect(rules.indices.contains(index) && rules[index] == result["ruleId"] as? String)
    }
  }
}
