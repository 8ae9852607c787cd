// `pscope demo` runs a scenario in the terminal. Owns the command's arguments.

import ArgumentParser
import DemoCatalog

/// Runs a scenario and shows its promises live.
struct DemoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo", abstract: "Runs a scenario and shows its promises live.",
    discussion: "If standard output is not a terminal, the final tree is printed as text; with --lesson, the story.")

  @Argument(
    help: ArgumentHelp("The name of a scenario; pscope list shows all of them.", valueName: "scenario"),
    completion: .list(ScenarioCatalog.all.map(\.name)))
  var name = ScenarioCatalog.flagship

  @OptionGroup(title: "Screen options")
  var screen: ScreenArguments

  @OptionGroup(title: "Viewing options")
  var viewing: ViewingArguments

  @OptionGroup(title: "Printing one screen")
  var frame: FrameArguments

  @OptionGroup(title: "Scenario options")
  var scenario: ScenarioArguments

  func run() throws {
    let chosen = SourceArgument.scenario(try SourceArgument.scenario(named: name))
    var scenario = scenario
    // A lesson plays a run that is over, from its start.
    if viewing.lesson { scenario.virtual = true }
    if viewing.handout != nil {
      return try viewing.writeHandout(
        of: Feed(chosen, arguments: scenario), chosen.lesson, screen.settings(),
        command: "pscope demo \(name) --lesson")
    }
    let lesson = viewing.lessonOptions(chosen.lesson)
    try Showing(screen: screen, frame: frame, viewing: viewing, lesson: lesson) { [scenario] forScreen, changes in
      try Feed(chosen, arguments: scenario.changed(by: changes), forScreen: forScreen)
    }.run()
  }
}
