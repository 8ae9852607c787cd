// `pscope learn` lists the lessons, runs one, and writes one as a page or as a log. Owns the command's arguments.

import ArgumentParser
import ChainExport
import ChainScreen
import DemoCatalog
import Foundation
import LessonEngine
import Lessons
import PlainText

/// Teaches promises with the lessons.
struct LearnCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "learn", abstract: "Lists the lessons, or runs one.",
    discussion: """
      Without a name, prints one lesson per line, ordered so that each follows the lessons it builds on. A lesson asks before it \
      shows: a digit answers, Right steps, and Left steps back. If standard output is not a terminal, its story is printed as text.

      A lesson can also be a file of your own, as the documentation of the lessons describes. --check proves every question and \
      every note of a lesson by its run, and prints a sentence for each that does not hold, and if no question comes within five \
      steps.

      --export writes a page to print or to hand out: HTML or Markdown, by the file's suffix. --log writes the lesson's run, \
      which students open with 'pscope view FILE --lesson'.
      """)

  @Argument(
    help: ArgumentHelp("The name of a lesson, or its file.", valueName: "lesson"),
    completion: .list(LessonCatalog.names))
  var name: String?

  @Option(help: "The language of the lesson's program: js or swift, where there are both. (default: js)")
  var code: LessonCode?

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

  @Flag(help: "Check the lesson's questions and notes against its run instead of showing it.")
  var check = false

  @Flag(
    name: .customLong("with-sources"),
    help: "With --log, embed the sources, so that students see the code.")
  var embedsSources = false

  @Option(
    name: .customLong("score"),
    help: ArgumentHelp("Write the result as JSON once the end of the lesson is reached.", valueName: "file"),
    completion: .file())
  var score: String?

  @Flag(help: ViewingArguments.presenterHelp)
  var presenter = false

  @OptionGroup(title: "Screen options")
  var screen: ScreenArguments

  @OptionGroup(title: "Printing one screen")
  var frame: FrameArguments

  func validate() throws {
    let needing = [
      ("--no-questions", omitsQuestions), ("--export", page != nil), ("--log", log != nil),
      ("--code", code != nil), ("--frame", frame.frame != nil), ("--presenter", presenter), ("--check", check),
      ("--score", score != nil),
    ]
    if name == nil, let (flag, _) = needing.first(where: \.1) {
      throw ValidationError("\(flag): expected the name of a lesson with it.")
    }
    try LessonHandout.check(page, of: "--export")
    if embedsSources, log == nil { throw ValidationError("--with-sources: expected --log with it.") }
    let others = needing.filter { $0.1 && !["--check", "--code", "--no-questions"].contains($0.0) }
    if check, let other = others.first?.0 { throw ValidationError("expected --check or \(other), found both.") }
    if page != nil, frame.frame != nil { throw ValidationError("expected --export or --frame, found both.") }
  }

  func run() throws {
    guard let name else { return try list() }
    let argument = try LessonArgument(name, code: code ?? .js)
    let lesson = argument.lesson
    if check { return try check(argument) }
    try argument.refuseIfWrong()
    let feed = { (forScreen: Bool, changes: RunForm?) in
      try Feed(lesson: lesson, forScreen: forScreen, changes: changes)
    }
    if let log {
      try export(
        feed(false, nil), as: .ndjson, ExportOptions(), sources: embedsSources ? [Scenario.sourceRoot] : nil,
        lesson: argument.path.map { try SmallFile.read($0) }, to: log)
    }
    if let page { try writePage(of: lesson, feed(false, nil), to: page) }
    guard page == nil, log == nil else { return }
    let names = LessonCatalog.names
    let place =
      argument.path == nil ? names.firstIndex(of: lesson.name).map { (number: $0 + 1, count: names.count) } : nil
    let later = names.dropFirst(place?.number ?? names.count).lazy.compactMap(LessonCatalog.named)
    let next = later.first { code != .swift || $0.scenario != nil || LessonCatalog.named("swift/\($0.name)") != nil }
    var options = LessonOptions(
      lesson, place: place, next: next, prerequisites: lesson.prerequisites.compactMap(LessonCatalog.named),
      asksQuestions: !omitsQuestions)
    options.name = argument.name
    let exercises = argument.path == nil ? ExerciseCatalog.all.filter { $0.lessons.contains(lesson.name) } : []
    let record = ExerciseRecord()
    options.exercise = (exercises.first { record[$0].solved.isEmpty } ?? exercises.first)?.name
    if let place, frame.frame == nil { options.again = LessonRecord.missed(before: place.number) }
    let end = try Showing(
      screen: screen, frame: frame,
      viewing: ViewingArguments.parse(["--source-root", Scenario.sourceRoot] + (presenter ? ["--presenter"] : [])),
      lesson: options, score: score, open: feed
    ).run()
    if end == .exercise, let exercise = options.exercise { return try ExerciseCommand.parse([exercise]).run() }
    guard end == .nextLesson, let next else { return }
    var command = self
    command.name = next.name
    try command.run()
  }

  /// Prints what does not hold, or what does.
  private func check(_ argument: LessonArgument) throws {
    let problems = try argument.problems(isStrict: true)
    for problem in problems { complain(problem) }
    guard problems.isEmpty else { throw ExitCode.badInput }
    let lesson = argument.lesson
    let output = try Output(path: nil)
    let questions = lesson.questions.count + lesson.asks.count
    let prose = lesson.notes.count { $0.claims.isEmpty }
    let notes = lesson.notes.count - prose
    let language = try screen.settings().chosenLanguage
    try output.write(
      language(
        "\(lesson.name): \(NumberText.plural(questions, "question", "questions")) with one right answer each, "
          + "\(NumberText.plural(notes, "note", "notes")) borne out by the run.\n",
        "\(lesson.name)：\(questions) 个问题各有且只有一个正确答案，\(notes) 条提示都属实。\n"))
    if prose > 0 {
      try output.write(
        language(
          "\(NumberText.plural(prose, "note", "notes")) without 'if': that the event happens is proved, and the text is not.\n",
          "\(prose) 条提示没有 'if'：只证明了事件会发生，没有证明文字属实。\n"))
    }
    try output.finish()
  }

  private func list() throws {
    let language = try screen.settings().chosenLanguage
    let output = try Output(path: nil)
    let results = LessonRecord.results()
    var lines = twoColumns(
      LessonCatalog.all.map { lesson in
        let title = lesson.title.text(in: language)
        guard let done = results[lesson.name] ?? results["swift/\(lesson.name)"] else { return (lesson.name, title) }
        return (
          lesson.name,
          title + language("  (\(done.right) of \(done.questions) right)", "（\(done.questions) 题答对 \(done.right) 题）")
        )
      })
    if let next = LessonCatalog.names.first(where: { results[$0] == nil && results["swift/\($0)"] == nil }) {
      lines.append("\n" + language("Next: pscope learn \(next)", "下一课：pscope learn \(next)"))
    }
    try output.write(lines.map { $0 + "\n" }.joined())
    try output.finish()
  }

  private func writePage(of lesson: Lesson, _ feed: Feed, to path: String) throws {
    let settings = try screen.settings()
    let page = try LessonHandout(
      lesson, feed, settings, sources: feed.sourceFiles([Scenario.sourceRoot]),
      command: "pscope learn \(name ?? lesson.name)")
    try page.write(to: path)
  }
}
