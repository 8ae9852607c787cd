// Whole logs: those of all scenarios and the examples of the documentation are clean, and the table of rules there is that of the linter.

import ChainExport
import DemoCatalog
import Foundation
import PromiseTrace
import ScenarioStage
import TestSupport
import Testing

@testable import LogLint

private let documentation = URL(filePath: #filePath).deletingLastPathComponent().appending(
  path: "../../docs/event-log.md"
).standardizedFileURL.path

@Suite struct LintedLogsTests {
  @Test(arguments: ScenarioCatalog.all.map(\.name).filter { $0 != "million" })
  func theLogOfAScenarioIsClean(name: String) throws {
    let scenario = try #require(ScenarioCatalog.named(name))
    var log: [UInt8] = []
    try ExportFormat.ndjson.export(scenario.runVirtually().source) { log += $0 }
    try expectEqual(faults(String(decoding: log, as: UTF8.self)), [])
  }

  @Test func theExamplesOfTheDocumentationAreClean() throws {
    let text = try String(contentsOfFile: documentation, encoding: .utf8)
    let blocks = text.components(separatedBy: "\n```\n").filter { $0.hasPrefix("{") }
    #expect(blocks.count >= 4)
    for block in blocks {
      try expectEqual(faults((block.hasPrefix(#"{"schema""#) ? "" : header + "\n") + block + "\n"), [])
    }
  }

  @Test func theDocumentationListsTheRules() throws {
    let text = try String(contentsOfFile: documentation, encoding: .utf8)
    let rows = LintRule.allCases.map { "| `\($0.rawValue)` | \($0.demand) |" }
    #expect(text.contains(rows.joined(separator: "\n")))
  }

  @Test func memoryDoesNotGrowWithThePromises() throws {
    var table = PromiseTable()
    for promise in UInt64(1)...10_000 { table[promise].insert(.created) }
    #expect(table.bytes < 30_000 && !table.isFull)
    #expect(table[77] == .created && table[10_001] == [])
    // Numbers that are far from each other take more, but only so much.
    table.limit = 1_000
    for number in UInt64(1)...1_100 { table[number << 20].insert(.released) }
    #expect(table.isFull && table.bytes < 200_000)
    #expect(table[1_100 << 20] == [] && table[500 << 20] == .released)
  }
}
