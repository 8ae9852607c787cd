// `pscope list` prints the scenarios, one per line. Owns the layout of that table.

import ArgumentParser
import DemoCatalog
import PlainText

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Lists the scenarios that `demo`, `view` and `export` can run.
struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Lists the scenarios and what each one shows.",
    discussion: """
      A chain with a fault is named after the rule that finds it, and its repaired version RULE-fixed. In a terminal, each group of \
      scenarios has a heading.
      """)

  @OptionGroup
  var words: LanguageArgument

  func run() throws {
    let language = try words.language()
    let output = try Output(path: nil)
    try output.write(Self.text(hasHeadings: isatty(STDOUT_FILENO) == 1, in: language))
    try output.finish()
  }

  /// The table, one scenario per line; with headings, the groups are separated by empty lines.
  static func text(hasHeadings: Bool, in language: Language) -> String {
    ScenarioGroup.allCases.map { group in
      let scenarios = ScenarioCatalog.all.filter { $0.group == group }
      let lines = twoColumns(scenarios.map { ($0.name, $0.summary.text(in: language)) })
      return ((hasHeadings ? [group.heading(in: language)] : []) + lines).map { $0 + "\n" }.joined()
    }
    .joined(separator: hasHeadings ? "\n" : "")
  }
}

/// Lines of a name and a text each, with the texts in one column, two or more blanks after the names.
func twoColumns(_ rows: [(name: String, text: String)]) -> [String] {
  let width = rows.map { DisplayWidth.of($0.name) }.max() ?? 0
  return rows.map { row in
    row.name + String(repeating: " ", count: width - DisplayWidth.of(row.name) + 2) + row.text
  }
}

extension ScenarioGroup {
  /// The line above the group.
  fileprivate func heading(in language: Language) -> String {
    switch self {
    case .flows: language("How promises work together:", "Promise 如何协作：")
    case .insides: language("What a library does inside:", "库的内部：")
    case .misconceptions: language("A misconception, and the repaired chain:", "一个误解，和改好的链：")
    case .faults: language("A fault for each rule, and its repaired version:", "每条规则一个错误，和改好的对照：")
    }
  }
}
