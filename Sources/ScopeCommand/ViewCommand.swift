// `pscope view`: any source in the terminal. Owns its options. Refuses to know what the screen draws.

import ArgumentParser

/// Opens a log, or runs a scenario, on the screen.
struct ViewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "view", abstract: "Opens a log on the screen, or follows the one that a program is writing.",
    discussion: """
      With - the log comes from standard input and keys from the terminal. Where standard output is no terminal, the final \
      tree is printed as text.
      """)

  @Argument(help: "A scenario's name, a log file, or - for standard input.")
  var source: String

  @Flag(help: "Wait at the log's end, and for a file that is not there yet: its program may write more.")
  var follow = false

  @OptionGroup(title: "Options of the screen")
  var screen: ScreenArguments

  @OptionGroup(title: "Options of scenarios")
  var scenario: ScenarioArguments

  func run() throws {
    let argument = try follow ? SourceArgument(waitingFor: source) : SourceArgument(source)
    try show(screen, checksFirst: argument.isLog) {
      try Feed(argument, arguments: scenario, forScreen: $0, follow: follow)
    }
  }
}
