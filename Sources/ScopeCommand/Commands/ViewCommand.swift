// `pscope view` opens any source in the terminal. Owns the command's arguments.

import ArgumentParser
import ChainExport
import ChainScreen
import PlainText
import PromiseLog
import PromiseTrace

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Shows a log or a scenario on the screen.
struct ViewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "view", abstract: "Opens a log on the screen, or follows a log that a program is writing.",
    discussion: """
      Of a folder, the newest log is opened, and F shows the others. Of two sources, the second one is opened and compared with the first: \
      V shows both runs side by side, and B the first one itself. With -, the log is read from standard input and keys from the \
      terminal. If standard output is not a terminal, the final tree is printed as text.

      \(ScenarioArguments.note)
      """)

  @Argument(
    help: ArgumentHelp(
      "The name of a scenario, a log file, a folder of logs, or - for standard input; of two, the screen compares the runs.",
      valueName: "source"), completion: .source)
  var sources: [String]

  @Flag(
    inversion: .prefixedNo,
    help:
      "Wait for more events at the end of the log, and for the file itself, or a log in the folder, if there is none yet."
  )
  var follow: Bool?

  @Option(
    name: .customLong("score"),
    help: ArgumentHelp("With --lesson, write the result as JSON once the end is reached.", valueName: "file"),
    completion: .file())
  var score: String?

  @OptionGroup(title: "Screen options")
  var screen: ScreenArguments

  @OptionGroup(title: "Viewing options")
  var viewing: ViewingArguments

  @OptionGroup(title: "Printing one screen")
  var frame: FrameArguments

  @OptionGroup(title: "Scenario options", visibility: .hidden)
  var scenario: ScenarioArguments

  /// The source to open: the second one of two.
  private var source: String { sources[sources.count - 1] }

  func validate() throws {
    guard sources.count <= 2 else {
      throw ValidationError("expected one source, or two to compare, found \(sources.count).")
    }
    if sources.count == 2, sources[0] == "-" || sources[1] == "-" {
      throw ValidationError("- (standard input) can't be compared; expected files or scenarios.")
    }
    if sources.count == 2, viewing.lesson { throw ValidationError("--lesson: expected one source, found two.") }
    if score != nil, !viewing.lesson { throw ValidationError("--score: expected --lesson with it.") }
    if viewing.lesson, follow == true { throw ValidationError("expected --lesson or --follow, found both.") }
  }

  func run() throws {
    let hasScreen = frame.frame == nil && isatty(STDOUT_FILENO) == 1
    if sources.count == 2, frame.frame == nil, !hasScreen { return try DiffCommand.parse(sources).run() }
    // A printed screen ends, so only the option makes it wait.
    let follow = try follow ?? (frame.frame == nil && !viewing.lesson && screen.settings().follow)
    var scenario = scenario
    // A lesson plays a run that is over, from its start.
    if viewing.lesson, !SourceArgument.isNoScenario(source) { scenario.virtual = true }
    let logs = try ViewedLogs(source, follows: follow, scenario: scenario, hasScreen: hasScreen)
    if viewing.handout != nil {
      return try viewing.writeHandout(
        of: logs.open(forScreen: false, changes: nil), logs.argument.lesson, screen.settings(),
        command: "pscope view \(Escaping.line(source)) --lesson")
    }
    var lesson = viewing.lessonOptions(logs.argument.lesson)
    if lesson?.lesson == nil { lesson?.name = source }
    let before = sources.count == 2 ? try comparison(with: sources[0]) : FormerRuns()
    try Showing(
      screen: screen, frame: frame, viewing: viewing, lesson: lesson, score: score, logs: logs, before: before
    ) {
      try logs.open(forScreen: $0, changes: $1)
    }.run()
  }

  /// What is before a screen that compares its run with another one, which is read to its end.
  private func comparison(with word: String) throws -> FormerRuns {
    let argument = try SourceArgument(word)
    let feed = try Feed(argument, arguments: argument.isLog ? .parse([]) : scenario.changed(by: nil)).checked()
    let options = viewing.apply(
      to: feed.screenOptions(try screen.settings()), sources: feed.sourceFiles(viewing.sourceRoot))
    var view = Screen(options, texts: feed.source.texts, archive: feed.archive)
    do {
      let waitForMore = feed.readingOptions.waitForMore
      try view.read(feed.source, program: feed.programState) { feed.run != nil && waitForMore() }
    } catch let error as LogError {
      throw error.failure(about: feed.name)
    }
    return .comparison(with: view)
  }
}
