// `pscope list` prints the scenarios, one per line. Owns the layout of that table.

import ArgumentParser
import DemoCatalog
import PlainText

/// Lists the scenarios that `demo`, `view` and `export` can run.
struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Lists the scenarios and what each one shows.")

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
