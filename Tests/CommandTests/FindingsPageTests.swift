// The examples of docs/findings.md are the code of the scenarios. `PageTests` checks the findings that it prints.

import ChainAnalysis
import DemoCatalog

@Suite struct FindingsPageTests {
  private let root = URL(filePath: #filePath).appending(path: "../../..").standardized.path

  @Test func eachRuleHasASectionWithItsFindingAndTheCodeOfItsScenario() throws {
    let page = try String(contentsOfFile: root + "/docs/findings.md", encoding: .utf8)
    let sections = page.components(separatedBy: "\n## ").dropFirst()
    let names = Set(ScenarioCatalog.all.map(\.name))
    let rules = Rule.allCases.map(\.rawValue).filter { names.contains($0) && names.contains($0 + "-fixed") }
    let programs = try NodeFindingTests.rules()
    #expect(sections.map { String($0.prefix { $0 != "\n" }) }.sorted() == (rules + programs).sorted())
    #expect(page.contains("looks for \(Rule.allCases.count) kinds of mistakes"))
    for section in sections {
      let rule = String(section.prefix { $0 != "\n" })
      let severity = try #require(Rule(rawValue: rule)).severity.rawValue
      #expect(section.hasPrefix("\(rule)\n\n*\(severity.capitalized)"), "\(rule)")
      #expect(section.contains("\n**Repair.** ") && section.contains("\n**Silent when** "), "\(rule)")
      if programs.contains(rule) { continue }
      let scenario = try #require(ScenarioCatalog.named(rule))
      let source = try String(contentsOfFile: root + "/demos/" + scenario.file, encoding: .utf8)
      let example = try #require(section.components(separatedBy: "```swift\n").dropFirst().first)
        .components(separatedBy: "\n```")[0]
      #expect(trimmed(source).contains(trimmed(example)), "\(rule)")
      #expect(section.contains("$ pscope check \(rule) --virtual\n"), "\(rule)")
      #expect(section.contains("[\(rule)]\n"), "\(rule)")
    }
  }

  /// With `PROMISESCOPE_UPDATE_GOLDEN=1`, the schema gets them.
  @Test func theSchemaOfReportsHasEachRule() throws {
    let file = URL(filePath: root + "/docs/check.schema.json")
    let schema = try String(contentsOf: file, encoding: .utf8)
    let list = try #require(schema.firstMatch(of: /"rule": {\s+"enum": \[([^\]]*)\]/)).output.1
    let rules = Rule.allCases.map { "\n              \"\($0.rawValue)\"" }.joined(separator: ",")
    let text = schema[..<list.startIndex] + rules + "\n            " + schema[list.endIndex...]
    #expect(try GoldenFile(file).difference(from: String(text)) == nil)
  }

  @Test func theChinesePageHasTheSameSectionsAndExamples() throws {
    let pages = try ["findings.md", "findings.zh.md"].map {
      try String(contentsOfFile: root + "/docs/" + $0, encoding: .utf8).components(separatedBy: "\n## ").dropFirst()
    }
    let names = pages.map { $0.map { $0.prefix { $0 != "\n" } } }
    expectEqual(names[0], names[1])
    for (english, chinese) in zip(pages[0], pages[1]) {
      #expect(chinese.contains("\n**改法。** ") && chinese.contains("\n**不报告：** "), "\(chinese.prefix(30))")
      expectEqual(
        english.matches(of: /```[a-z]+\n(?s:.*?)```/).map(\.output),
        chinese.matches(of: /```[a-z]+\n(?s:.*?)```/).map(\.output))
    }
  }

  private func trimmed(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { $0.trimmingCharacters(in: .whitespaces) }
      .joined(separator: "\n")
  }
}
