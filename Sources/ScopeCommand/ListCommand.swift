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
      A chain with a fault is named after the rule that finds it, and its repaired twin RULE-fixed. In a terminal, each group of \
      scenarios has a heading.
      """)

  func run() throws {
    let output = try Output(path: nil)
    try output.write(Self.text(hasHeadings: isatty(STDOUT_FILENO) == 1))
    try output.finish()
  }

  /// The table, one scenario per line; with headings, the groups are separated by empty lines.
  static func text(hasHeadings: Bool) -> String {
    ScenarioGroup.allCases.map { group in
      let scenarios = ScenarioCatalog.all.filter { $0.group == group }
      let width = scenarios.map { DisplayWidth.of($0.name) }.max() ?? 0
      let lines = scenarios.map { scenario in
        scenario.name + String(repeating: " ", count: width - DisplayWidth.of(scenario.name) + 2) + scenario.summary
      }
      return ((hasHeadings ? [group.heading] : []) + lines).map { $0 + "\n" }.joined()
    }
    .joined(separator: hasHeadings ? "\n" : "")
  }
}

extension ScenarioGroup {
  /// The line above the group.
  fileprivate var heading: String {
    switch self {
    case .flows: "How promises work together:"
    case .insides: "What a library does inside:"
    case .faults: "A fault for each rule, and its repaired twin:"
    }
  }
}
