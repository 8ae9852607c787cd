// `pscope list`: the scenarios, one a line. Owns that table's layout; refuses to know what a scenario does.

import ArgumentParser
import DemoCatalog
import PlainText

/// Shows the scenarios that `demo`, `view` and `export` can run.
struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Shows the scenarios: name, and what each shows.")

  func run() throws {
    let width = ScenarioCatalog.all.map { DisplayWidth.of($0.name) }.max() ?? 0
    let lines = ScenarioCatalog.all.map { scenario in
      let gap = String(repeating: " ", count: width - DisplayWidth.of(scenario.name) + 2)
      return scenario.name + gap + scenario.summary + "\n"
    }
    let output = try Output(path: nil)
    try output.write(lines.joined())
    try output.finish()
  }
}
