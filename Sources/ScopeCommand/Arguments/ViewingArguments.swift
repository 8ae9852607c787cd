// The options of every command that opens a screen on a run: where it starts, whether as a lesson, and where its source is.

import ArgumentParser
import ChainScreen
import DemoCatalog
import LessonEngine

/// The moment at which a screen opens.
enum StartPoint: String, CaseIterable, ExpressibleByArgument {
  /// Before the first event, ready to be played or stepped.
  case start
  case end
}

/// The options of every command that opens a screen.
struct ViewingArguments: ParsableArguments {
  @Option(help: "Where to open the run: at its start, to play or step through it, or at its end.")
  var from = StartPoint.end

  @Flag(help: "Play the run as a lesson: step by step, in words, with questions about what is wrong.")
  var lesson = false

  @Flag(name: .customLong("no-questions"), help: "With --lesson, tell the story without asking questions.")
  var hasNoQuestions = false

  @Option(
    name: .customLong("handout"),
    help: ArgumentHelp(
      "With --lesson, write the lesson as a page instead: HTML, or Markdown for a name in .md.", valueName: "file"),
    completion: .file())
  var handout: String?

  @Flag(help: Self.presenterHelp)
  var presenter = false

  static let presenterHelp: ArgumentHelp = "Hide times and secondary columns, for a projector."

  @Option(help: Self.sourceRootHelp, completion: .directory)
  var sourceRoot: [String] = []

  static let sourceRootHelp = ArgumentHelp(
    "A folder that contains the source of the program; can be repeated. (default: the folders of the log and the current one)",
    valueName: "folder")

  func validate() throws {
    if handout != nil, !lesson { throw ValidationError("--handout: expected --lesson with it.") }
    try LessonHandout.check(handout, of: "--handout")
    if hasNoQuestions, !lesson { throw ValidationError("--no-questions: expected --lesson with it.") }
  }

  /// The lesson that was asked for.
  ///
  /// - Parameter about: The lesson about the run, whose texts the screen shows, too; nil if there is none.
  /// - Returns: The settings of the lesson; nil if none was asked for.
  func lessonOptions(_ about: @autoclosure () -> Lesson? = nil) -> LessonOptions? {
    lesson ? LessonOptions(about(), asksQuestions: !hasNoQuestions) : nil
  }

  /// Writes the page that `--handout` asks for.
  ///
  /// - Throws: ``Failure`` for a run that makes no lesson.
  func writeHandout(of feed: Feed, _ lesson: Lesson?, _ settings: UserSettings, command: String) throws {
    guard let handout else { return }
    let page = try LessonHandout(
      lesson, feed, settings, sources: feed.sourceFiles(sourceRoot + [Scenario.sourceRoot]), command: command)
    try page.write(to: handout)
  }

  /// The settings of a screen that shows a feed.
  ///
  /// - Parameters:
  ///   - options: The settings of the feed.
  ///   - sources: The source of the program.
  ///   - lesson: The lesson to show; nil for the one that these options ask for, if they do.
  func apply(to options: ScreenOptions, sources: SourceFiles, lesson: LessonOptions? = nil) -> ScreenOptions {
    var options = options
    options.lesson = lesson ?? lessonOptions()
    options.startsAtStart = from == .start
    options.isPresenter = presenter
    options.sources = sources.finder
    return options
  }
}
