// The options of every command that opens a screen on a run: where it starts, whether as a lesson, and where its source is. Owns their
// names.

import ArgumentParser
import ChainScreen
import Lessons

/// The moment at which a screen opens.
enum StartPoint: String, CaseIterable, ExpressibleByArgument {
  /// Before the first event, ready to be played or stepped.
  case start
  /// The latest event.
  case end
}

/// The options of every command that opens a screen.
struct ViewingArguments: ParsableArguments {
  @Option(help: "Where to open the run: at its start, to play or step through it, or at its end.")
  var from = StartPoint.end

  @Flag(help: "Play the run as a lesson: step by step, in words, with questions about what happens next.")
  var lesson = false

  @Flag(name: .customLong("no-questions"), help: "With --lesson, tell the story without asking questions.")
  var hasNoQuestions = false

  @Flag(help: Self.presenterHelp)
  var presenter = false

  /// What `--presenter` does.
  static let presenterHelp: ArgumentHelp = "Hide times and secondary columns, for a projector."

  @Option(
    help: ArgumentHelp(
      "A folder that contains the source of the program; can be repeated. (default: the folders of the log and the current one)",
      valueName: "folder"), completion: .directory)
  var sourceRoot: [String] = []

  func validate() throws {
    if hasNoQuestions, !lesson { throw ValidationError("--no-questions: expected --lesson with it.") }
  }

  /// The lesson that was asked for.
  ///
  /// - Parameter program: The name of the program; if a lesson is about it, the screen shows that lesson's texts, too.
  /// - Returns: The settings of the lesson; nil if none was asked for.
  func lessonOptions(about program: String? = nil) -> LessonOptions? {
    lesson ? LessonOptions(program.flatMap(LessonCatalog.lesson(about:)), asksQuestions: !hasNoQuestions) : nil
  }

  /// The settings of a screen that shows a feed.
  ///
  /// - Parameters:
  ///   - options: The settings of the feed.
  ///   - sources: The source of the program.
  ///   - lesson: The lesson to show; nil for the one that these options ask for, if they do.
  /// - Returns: The settings.
  func apply(to options: ScreenOptions, sources: SourceFiles, lesson: LessonOptions? = nil) -> ScreenOptions {
    var options = options
    options.lesson = lesson ?? lessonOptions()
    options.startsAtStart = from == .start
    options.isPresenter = presenter
    options.sources = sources.finder
    return options
  }
}
