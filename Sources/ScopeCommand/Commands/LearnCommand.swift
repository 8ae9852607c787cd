// `pscope learn` lists the lessons, runs one, and writes one as a page or as a log. Owns the command's arguments.

import ArgumentParser
import ChainExport
import ChainLessons
import ChainScreen
import DemoCatalog
import Foundation
import Lessons
import PlainText

/// Teaches promises with the lessons.
struct LearnCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "learn", abstract: "Lists the lessons, or runs one.",
    discussion: """
      Without a name, prints one lesson per line, ordered so that each follows the lessons it builds on. A lesson asks before it \
      shows: a digit answers, Right steps, and Left steps back. If standard output is not a terminal, its story is printed as text.

      --export writes a page to print or to hand out: HTML or Markdown, by the file's suffix. --log writes the lesson's run, \
      which students open with 'pscope view FILE --lesson'.
      """)

  @Argument(
    help: ArgumentHelp("The name of a lesson.", valueName: "lesson"), completion: .list(LessonCatalog.all.map(\.name)))
  var name: String?

  @Flag(name: .customLong("no-questions"), help: "Narrate only, and ask nothing.")
  var omitsQuestions = false

  @Option(
    name: .customLong("export"),
    help: ArgumentHelp("Write the lesson as a page: HTML, or Markdown for a name in .md.", valueName: "file"),
    completion: .file())
  var page: String?

  @Option(
    name: .customLong("log"), help: ArgumentHelp("Write the lesson's run as a log.", valueName: "file"),
    completion: .file())
  var log: String?

  @Flag(help: ViewingArguments.presenterHelp)
  var presenter = false

  @OptionGroup(title: "Screen options")
  var screen: ScreenArguments

  @OptionGroup(title: "Printing one screen")
  var frame: FrameArguments

  func validate() throws {
    let needing = [
      ("--no-questions", omitsQuestions), ("--export", page != nil), ("--log", log != nil),
      ("--frame", frame.frame != nil), ("--presenter", presenter),
    ]
    if name == nil, let (flag, _) = needing.first(where: \.1) {
      throw ValidationError("\(flag): expected the name of a lesson with it.")
    }
    if let page, !["", "html", "htm", "md"].contains(URL(filePath: page).pathExtension.lowercased()) {
      throw ValidationError("--export: expected a name in .html or .md, found '\(Escaping.line(page))'.")
    }
    if page != nil, frame.frame != nil { throw ValidationError("expected --export or --frame, found both.") }
  }

  func run() throws {
    guard let name else { return try list() }
    let lesson = try Self.lesson(named: name)
    let feed = { (forScreen: Bool, changes: RunForm?) in
      try Feed(lesson: lesson, forScreen: forScreen, changes: changes)
    }
    if let log { try export(feed(false, nil), as: .ndjson, ExportOptions(), to: .file(log)) }
    if let page { try writePage(of: lesson, feed(false, nil), to: page) }
    guard page == nil, log == nil else { return }
    let all = LessonCatalog.all
    let place = all.firstIndex(of: lesson).map { (number: $0 + 1, count: all.count) }
    let next = place.flatMap { $0.number < all.count ? all[$0.number] : nil }
    try show(
      screen, frame,
      ViewingArguments.parse(["--source-root", Scenario.sourceRoot] + (presenter ? ["--presenter"] : [])),
      lesson: LessonOptions(
        lesson, place: place, next: next, prerequisites: lesson.prerequisites.compactMap(LessonCatalog.named),
        asksQuestions: !omitsQuestions), feed)
  }

  private func list() throws {
    let language = try screen.settings().chosenLanguage
    let output = try Output(path: nil)
    let lines = twoColumns(LessonCatalog.all.map { ($0.name, $0.title.text(in: language)) })
    try output.write(lines.map { $0 + "\n" }.joined())
    try output.finish()
  }

  private func writePage(of lesson: Lesson, _ feed: Feed, to path: String) throws {
    let settings = try screen.settings()
    let page = try LessonHandout(lesson, feed, settings)
    let output = try Output(path: path, isData: true)
    try output.write(path.lowercased().hasSuffix(".md") ? page.markdown : page.html)
    try output.finish()
  }

  /// Finds a lesson by name.
  ///
  /// - Throws: ``Failure`` if there is none; the message suggests the most similar one.
  static func lesson(named word: String) throws -> Lesson {
    if let lesson = LessonCatalog.named(word) { return lesson }
    // The scenario of a lesson is a likely guess, too.
    let nearest =
      Suggestion.nearest(to: word, among: LessonCatalog.all.map(\.name))
      ?? LessonCatalog.all.first { $0.scenario == word }?.name
    throw Failure(
      sentence: "no lesson is named '\(Escaping.line(word))'\(nearest.map { "; did you mean '\($0)'?" } ?? ".") "
        + "'pscope learn' shows the lessons.")
  }
}

extension Feed {
  /// The virtual run of a lesson's scenario, with the lesson's options.
  ///
  /// - Throws: ``Failure`` for an option that the scenario does not have.
  init(lesson: Lesson, forScreen: Bool = false, changes: RunForm? = nil) throws {
    let arguments = try ScenarioArguments.parse(lesson.options + ["--virtual"]).changed(by: changes)
    self = try Feed(
      .scenario(SourceArgument.scenario(named: lesson.scenario)), arguments: arguments, forScreen: forScreen)
  }
}
