// The lesson that a word on the command line names: one of the command's, or a file.

import ArgumentParser
import ChainScreen
import DemoCatalog
import LessonEngine
import Lessons
import PlainText
import PromiseLog
import PromiseTrace
import ScenarioStage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The language of the program of a lesson.
enum LessonCode: String, CaseIterable, ExpressibleByArgument {
  case js, swift
}

/// A lesson, and where it comes from.
struct LessonArgument {
  let lesson: Lesson
  /// The name under which its result is kept: that of the lesson, with `swift/` before it if `--code swift` chose its program in Swift.
  var name: String { isTwin ? "swift/\(lesson.name)" : lesson.name }
  private var isTwin = false
  /// The path of its file; nil for a lesson of the command.
  let path: String?

  /// Finds a lesson by name, or reads its file.
  ///
  /// - Parameters:
  ///   - word: A name, or the path of a file: a word with a slash, or one that ends in `.yaml` or `.yml`.
  ///   - code: The language of the program that the lesson is about.
  /// - Throws: ``Failure`` if there is none, with the most similar name; or with the line of a wrong field.
  init(_ word: String, code: LessonCode = .js) throws {
    if word.contains("/") || word.hasSuffix(".yaml") || word.hasSuffix(".yml") {
      let name = Escaping.line(word)
      do {
        (lesson, path) = (try LessonFile.lesson(try SmallFile.read(word), path: name), word)
      } catch let error as LessonFileError {
        throw Failure(sentence: error.sentence)
      }
      return
    }
    guard let found = LessonCatalog.named(word) else {
      // The scenario of a lesson is a likely guess, too.
      let nearest =
        Suggestion.nearest(to: word, among: LessonCatalog.names)
        ?? LessonCatalog.all.first { $0.scenario == word }?.name
      throw Failure(
        sentence: "no lesson is named '\(Escaping.line(word))'\(nearest.map { "; did you mean '\($0)'?" } ?? ".") "
          + "'pscope learn' shows the lessons.")
    }
    guard code == .swift, found.scenario == nil else {
      (lesson, path) = (found, nil)
      return
    }
    guard let twin = LessonCatalog.named("swift/\(word)") else {
      throw Failure(sentence: "the lesson '\(word)' has no code in Swift: leave out --code swift.")
    }
    (lesson, path, isTwin) = (twin, nil, true)
  }

  /// What the lesson's own run does not bear out, as sentences with the file and the line.
  ///
  /// - Parameter isStrict: Whether it must also have a question within the first steps.
  /// - Returns: The sentences; empty if there is nothing to object to.
  /// - Throws: ``Failure`` if there is no run.
  func problems(isStrict: Bool) throws -> [String] {
    let name = Escaping.line(path ?? "\(lesson.name).yaml")
    let feed: Feed
    var pump: EventPump
    let events: [Event]
    do {
      feed = try Feed(lesson: lesson)
      pump = EventPump(feed.source)
      events = pump.rest()
      if let error = pump.failure as? LogError { throw error.failure(about: feed.name) }
    } catch let failure as Failure {
      throw Failure(sentence: LessonFileError(name, lesson.lines.run, failure.sentence).sentence)
    }
    var problems = lesson.prerequisites.filter { LessonCatalog.named($0) == nil }.map {
      LessonFileError(name, lesson.lines.after, "no lesson is named '\(Escaping.line($0, limit: 60))'").sentence
    }
    let late = isStrict ? lesson.lateQuestion(in: events, texts: feed.source.texts) : nil
    problems += (lesson.problems(in: events, texts: feed.source.texts) + [late].compactMap(\.self)).map {
      LessonFileError(name, $0.line, $0.sentence).sentence
    }
    let finder = feed.sourceFiles([Scenario.sourceRoot]).finder
    let files = Set(events.map(\.site.file)).compactMap { feed.source.texts[$0].flatMap(finder.file) }
    for question in lesson.questions where !files.isEmpty {
      guard let code = question.code, !files.contains(where: { $0.lines.contains { $0.contains(code) } }) else {
        continue
      }
      let sentence = "no line of the program's source contains '\(Escaping.line(code, limit: 60))'"
      problems.append(LessonFileError(name, question.line, sentence).sentence)
    }
    if let twin = lesson.twin, let failure = Self.failure(of: twin) {
      problems.append(LessonFileError(name, lesson.lines.twin, failure).sentence)
    }
    return problems
  }

  /// Why a twin can't run; nil if it can.
  private static func failure(of run: Lesson.Run) -> String? {
    do {
      _ = try Feed(run)
      return nil
    } catch { return (error as? Failure)?.sentence ?? "\(error)" }
  }

  /// Refuses a lesson that its run does not bear out, so that nothing of it is shown.
  ///
  /// - Throws: ``Failure`` with the first problem, and the number of further ones.
  func refuseIfWrong() throws {
    // A test checks those of the command.
    guard path != nil else { return }
    let problems = try problems(isStrict: false)
    guard let first = problems.first else { return }
    let more = problems.count - 1
    let others =
      more == 0 ? "" : " There \(more == 1 ? "is 1 more problem" : "are \(more) more problems"); see --check."
    throw Failure(sentence: first + others)
  }
}

extension Feed {
  /// The run of a lesson: its scenario on the virtual clock, or its log.
  ///
  /// - Throws: ``Failure`` for a scenario that does not exist, an option that it does not have, or a log that can't be opened.
  init(lesson: Lesson, forScreen: Bool = false, changes: RunForm? = nil) throws {
    try self.init(lesson.run, forScreen: forScreen, changes: changes)
  }

  /// A run that a lesson names.
  init(_ run: Lesson.Run, forScreen: Bool = false, changes: RunForm? = nil) throws {
    switch run {
    case .scenario(let name, let options):
      let arguments: ScenarioArguments
      do {
        arguments = try ScenarioArguments.parse(options + ["--virtual"]).changed(by: changes)
      } catch {
        throw Failure(sentence: ScenarioArguments.message(for: error))
      }
      self = try Feed(.scenario(SourceArgument.scenario(named: name)), arguments: arguments, forScreen: forScreen)
    case .recording(let name):
      guard let log = LessonCatalog.recording(name) else {
        throw Failure(sentence: "no recording is named '\(Escaping.line(name, limit: 60))'.")
      }
      self.init(recording: name, log: log)
    case .log(let name):
      // "-" is a name here, too. A device or a pipe may have no end, as some files of /proc.
      let path = name == "-" ? "./-" : name
      var status = stat()
      if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFDIR,
        !isRegular(status) || realPath(path)?.hasPrefix("/proc/") ?? true
      {
        throw Failure(sentence: "can't read \(Escaping.line(path)): expected a file, found a device or a pipe.")
      }
      self = try Feed(.log(path: path), arguments: ScenarioArguments.parse([]), forScreen: forScreen)
    }
  }
}

extension RunVersion {
  /// The twin of a lesson's run.
  ///
  /// - Throws: ``Failure`` for a run that can't be read.
  init(of run: Lesson.Run) throws {
    let feed = try Feed(run)
    var pump = EventPump(feed.source)
    let events = pump.rest()
    if let error = pump.failure as? LogError { throw error.failure(about: feed.name) }
    self.init(name: feed.name, events: events, texts: feed.source.texts)
  }
}
