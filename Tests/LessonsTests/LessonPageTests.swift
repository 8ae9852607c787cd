// The table of docs/lessons.md, "subject, lesson, scenario": what it names exists, and it names every inside.

import Foundation

struct LessonPageTests {
  /// A row: the names of lessons and the commands of scenarios.
  private struct Row: Equatable {
    var lessons: [String]
    var scenarios: [String]
  }

  private func rows(_ page: String, after heading: String) throws -> [Row] {
    let docs = URL(filePath: #filePath).appending(path: "../../../docs").standardized
    let text = try String(contentsOf: docs.appending(path: page), encoding: .utf8)
    let table = try #require(text.components(separatedBy: heading).dropFirst().first).split(
      separator: "\n", omittingEmptySubsequences: false)
    return table.dropFirst(2).prefix { $0.hasPrefix("| ") }.map { line in
      // The subject may have code in backquotes, too, but no bar.
      let cells = line.dropFirst().dropLast().components(separatedBy: "|")
      let names = cells.map { cell in
        cell.components(separatedBy: "`").enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
      }
      return Row(lessons: names[1], scenarios: names[2])
    }
  }

  @Test func eachRowHasItsCommandAndEachCommandExists() throws {
    let rows = try rows("lessons.md", after: "| subject | lesson | scenario |")
    #expect(rows.count >= 42)
    for row in rows {
      #expect(!row.scenarios.isEmpty)
      for lesson in row.lessons { #expect(LessonCatalog.names.contains(lesson), "\(lesson)") }
      for command in row.scenarios {
        let words = command.split(separator: " ").map(String.init)
        let scenario = ScenarioCatalog.named(words[0])
        let options = words.filter { $0.hasPrefix("--") }.map { ScenarioOption(rawValue: String($0.dropFirst(2))) }
        #expect(
          scenario.map { scenario in options.allSatisfy { $0.map(scenario.options.contains) == true } } == true,
          "\(command)")
      }
    }
  }

  @Test func bothLanguagesNameTheSame() throws {
    try expectEqual(
      rows("lessons.zh.md", after: "| 主题 | 课 | 场景 |"), rows("lessons.md", after: "| subject | lesson | scenario |"))
  }

  @Test func eachScenarioWithAnInsideHasARow() throws {
    let rows = try rows("lessons.md", after: "| subject | lesson | scenario |")
    let insides = ScenarioCatalog.all.filter { $0.group == .insides }.map(\.name)
    expectEqual(Set(insides).subtracting(rows.flatMap(\.scenarios)), [])
  }
}
