// `pscope exercise` lists the exercises, gives a student the program of one, runs it whenever it is saved, and says what is still wrong. Owns the
// command's arguments and what it prints; `ExerciseSession` owns the screen.

import ArgumentParser
import ChainExport
import ChainScreen
import LessonEngine
import PlainText

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension ExerciseRuntime: ExpressibleByArgument {}

/// Small broken programs to mend.
struct ExerciseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "exercise", abstract: "Lists exercises, or gives you a small broken program to mend.",
    discussion: """
      Without a name, prints the exercises, marks those that are solved, and proposes the next one. With a name, writes the program to \
      the folder NAME, unless it is there already, and shows its promises. It runs whenever you save it, until nothing is found anymore and the \
      program does its job. M gives a hint, and J goes on to the next exercise.

      If standard output is not a terminal, the program runs once, and its tree and what is still wrong are printed.

      Exit codes: 0 done, 1 not solved (without a terminal), 2 a folder can't be written, 127 there is neither Node nor a Swift toolchain.
      """)

  @Argument(
    help: ArgumentHelp("The name of an exercise.", valueName: "exercise"),
    completion: .list(ExerciseCatalog.all.map(\.name)))
  var name: String?

  @Option(
    name: .customLong("in"),
    help: ArgumentHelp(
      "What the program runs in: node (JavaScript) or swift. (default: that of your file, or node if it is installed)",
      valueName: "runtime"))
  var runtime: ExerciseRuntime?

  @Flag(help: "Print the next hint, and run nothing.")
  var hint = false

  @Flag(help: "Start over: your file gets another name, and the broken program takes its place.")
  var restart = false

  @OptionGroup(title: "Screen options")
  var screen: ScreenArguments

  func validate() throws {
    let needing = [("--in", runtime != nil), ("--hint", hint), ("--restart", restart)]
    if name == nil, let (flag, _) = needing.first(where: \.1) {
      throw ValidationError("\(flag): expected the name of an exercise with it.")
    }
    if hint, restart { throw ValidationError("expected --hint or --restart, found both.") }
  }

  func run() throws {
    let settings = try screen.settings()
    let language = settings.chosenLanguage
    guard let name else { return try list(language) }
    let exercise = try Self.exercise(named: name)
    if hint { return try printHint(exercise, language) }
    if let runtime, !ExerciseFolder.runtimes(of: exercise).contains(runtime) {
      let title = runtime.title
      throw Failure(
        sentence: language(
          "\(exercise.name) has no program in \(title): use the other one of --in node and --in swift.",
          "\(exercise.name) 没有 \(title) 程序：请改用 --in node 或 --in swift 中的另一个。"))
    }
    let hasScreen = isatty(STDOUT_FILENO) == 1
    var (next, restarts) = (Optional(exercise), restart)
    while let exercise = next {
      let runtime = runtime.flatMap { ExerciseFolder.runtimes(of: exercise).contains($0) ? $0 : nil }
      let place = try ExerciseFolder(
        exercise, in: runtime ?? ExerciseProgram.chosenRuntime(for: exercise), restarts: restarts, language)
      announce(place, language)
      let program = try ExerciseProgram(place, language)
      guard hasScreen else { return try runOnce(program, language) }
      let session = try ExerciseSession(program, settings)
      try session.show(screen)
      (next, restarts) = (session.next, false)
    }
  }

  /// Finds an exercise by name.
  ///
  /// - Throws: ``Failure`` if there is none; the message suggests the most similar one.
  static func exercise(named word: String) throws -> Exercise {
    if let exercise = ExerciseCatalog.named(word) { return exercise }
    let (found, nearest) = (Escaping.line(word), Suggestion.nearest(to: word, among: ExerciseCatalog.all.map(\.name)))
    let guess = nearest.map { "; did you mean '\($0)'?" } ?? "."
    throw Failure(sentence: "no exercise is named '\(found)'\(guess) 'pscope exercise' shows the exercises.")
  }

  // MARK: Text

  private func list(_ language: Language) throws {
    let output = try Output(path: nil)
    try output.write(Self.text(ExerciseRecord(), language))
    try output.finish()
  }

  /// The list: what is solved, and in what; the next exercise at the end.
  static func text(_ record: ExerciseRecord, _ language: Language) -> String {
    let rows = twoColumns(ExerciseCatalog.all.map { ($0.name, $0.title.text(in: language)) })
    let lines = zip(ExerciseCatalog.all, rows).map { exercise, row in
      let solved = ExerciseRuntime.allCases.filter(record[exercise].solved.contains).map(\.title)
      return (solved.isEmpty ? "  " : "✔ ") + row + (solved.isEmpty ? "" : "  (\(solved.joined(separator: ", ")))")
    }
    let (done, all) = (record.solvedCount, ExerciseCatalog.all.count)
    let end =
      record.next().map { next in
        language(
          "\(done) of \(all) are solved. Next: pscope exercise \(next.name)",
          "\(all) 个练习已解决 \(done) 个。下一个：pscope exercise \(next.name)")
      } ?? language("All \(all) are solved.", "全部 \(all) 个练习都解决了。")
    return (lines + ["", end]).map { $0 + "\n" }.joined()
  }

  /// Says where the program is, and what became of a former one.
  private func announce(_ place: ExerciseFolder, _ language: Language) {
    let file = place.file
    if let former = place.former {
      complain(language("your former program is now \(former).", "你之前的程序现在是 \(former)。"))
    }
    complain(
      place.isOld
        ? language(
          "\(file) exists and stays as it is; --restart starts over.", "\(file) 已存在，保持不变；--restart 重新开始。")
        : language("the program is in \(file).", "程序在 \(file)。"))
  }

  private func printHint(_ exercise: Exercise, _ language: Language) throws {
    let output = try Output(path: nil)
    try output.write(ExerciseSession.nextHint(exercise, language) + "\n")
    try output.finish()
  }

  // MARK: Without a screen

  private func runOnce(_ program: ExerciseProgram, _ language: Language) throws {
    defer { program.cleanUp() }
    let target = try RecordTarget(program.logs)
    let run = try PipedProgram.run(limit: program.waitForLimit) { try program.start(target, descriptors: $0) }
    if case .killed(let signal) = run.end, [SIGINT, SIGTERM, SIGHUP, SIGQUIT].contains(signal) {
      program.cleanUp()
      SignalRelay.die(by: signal)
    }
    target.complete(after: run.end, of: run.pid)
    let verdict = program.judge(target, end: run.end, output: run.output, isOverdue: run.isOverdue)
    let output = try Output(path: nil)
    try output.write(run.output.map { Escaping.line($0) + "\n" }.joined() + "\n")
    try output.finish()
    if let log = target.newest, program.isBuilt {
      var options = ExportOptions()
      options.language = language
      // A run that was ended lacks its last events, which the verdict says.
      do {
        try export(Feed(.log(path: log), arguments: .parse([])), as: .text, options, to: nil)
      } catch is ExitCode {}
    }
    let end = try Output(path: nil)
    try end.write("\n" + verdict.lines.map { $0 + "\n" }.joined())
    try end.finish()
    if let next = ExerciseRecord().next(after: program.exercise)?.name, verdict.isSolved {
      complain(language("next: pscope exercise \(next)", "下一个：pscope exercise \(next)"))
    }
    if !verdict.isSolved {
      let name = program.exercise.name
      complain(language("a hint: pscope exercise \(name) --hint", "线索：pscope exercise \(name) --hint"))
      throw ExitCode(1)
    }
  }
}
