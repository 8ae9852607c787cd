// `pscope demo`: a scenario in the terminal. Owns its options. Refuses to know what the scenario does and what the screen draws.

import ArgumentParser
import DemoCatalog

/// Runs a scenario and shows its promises live.
struct DemoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo", abstract: "Runs a scenario and shows its promises live.",
    discussion: "Where standard output is no terminal, the final tree is printed as text.")

  @Argument(help: ArgumentHelp("The scenario's name; pscope list shows them all.", valueName: "scenario"))
  var name = ScenarioCatalog.flagship

  @OptionGroup(title: "Options of the screen")
  var screen: ScreenArguments

  @OptionGroup(title: "Options of scenarios")
  var scenario: ScenarioArguments

  func run() throws {
    let chosen = SourceArgument.scenario(try SourceArgument.scenario(named: name))
    try show(screen) { try Feed(chosen, arguments: scenario, forScreen: $0) }
  }
}
