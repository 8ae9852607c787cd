// `pscope view` opens any source in the terminal. Owns the command's arguments.

import ArgumentParser

/// Shows a log or a scenario on the screen.
struct ViewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "view", abstract: "Opens a log on the screen, or follows a log that a program is writing.",
    discussion: """
      Of a folder, the newest log is opened, and F shows the others. With -, the log is read from standard input and keys from the \
      terminal. If standard output is not a terminal, the final tree is printed as text.

      \(ScenarioArguments.note)
      """)

  @Argument(
    help: "The name of a scenario, a log file, a folder of logs, or - for standard input.", completion: .source)
  var source: String

  @Flag(
    inversion: .prefixedNo,
    help:
      "Wait for more events at the end of the log, and for the file itself, or a log in the folder, if there is none yet."
  )
  var follow: Bool?

  @OptionGroup(title: "Screen options")
  var screen: ScreenArguments

  @OptionGroup(title: "Viewing options")
  var viewing: ViewingArguments

  @OptionGroup(title: "Printing one screen")
  var frame: FrameArguments

  @OptionGroup(title: "Scenario options", visibility: .hidden)
  var scenario: ScenarioArguments

  func validate() throws {
    if viewing.lesson, follow == true { throw ValidationError("expected --lesson or --follow, found both.") }
  }

  func run() throws {
    // A printed screen ends, so only the option makes it wait.
    let follow = try follow ?? (frame.frame == nil && !viewing.lesson && screen.settings().follow)
    var scenario = scenario
    // A lesson plays a run that is over, from its start.
    if viewing.lesson, !SourceArgument.isNoScenario(source) { scenario.virtual = true }
    let logs = try ViewedLogs(source, follows: follow, scenario: scenario)
    let lesson = viewing.lessonOptions(about: viewing.lesson ? logs.argument.program : nil)
    try show(screen, frame, viewing, lesson: lesson, logs: logs) { try logs.open(forScreen: $0, changes: $1) }
  }
}
