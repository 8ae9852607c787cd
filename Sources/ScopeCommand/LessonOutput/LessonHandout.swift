// A lesson as a printable page: its texts, the program, its questions with room to answer, the story of its run with pictures of the screen at
// the moments that have a note, and the key on the last page. Owns what the page contains; `LessonHandout+HTML` and `LessonHandout+Markdown` write it.

import ArgumentParser
import Canvas
import ChainModel
import ChainScreen
import Foundation
import LessonEngine
import Lessons
import PlainText
import PromiseLog
import PromiseTrace

/// The contents of a printable page.
struct LessonHandout {
  /// A sentence of the story, with what belongs to it.
  struct Step {
    /// The time since the start of the run.
    var time: String
    var sentence: StoryLine
    /// The lesson's remarks at this moment.
    var notes: [String] = []
    /// The screen at this moment, if there is a remark.
    var picture: String?
  }

  /// A question with its answers.
  struct Quiz {
    var prompt: StoryLine
    var answers: [StoryLine]
    /// The number of the right answer, from 1.
    var right: Int
    var rule: String
  }

  /// A source file of the program.
  struct Code {
    var name: String
    var text: String

    /// The language, for a Markdown code block.
    var language: String {
      let languages = ["js": "js", "cjs": "js", "mjs": "js", "ts": "ts", "mts": "ts", "cts": "ts", "py": "python"]
      return languages[URL(filePath: name).pathExtension] ?? "swift"
    }
  }

  let title: String
  let introduction: [String]
  let summary: [String]
  /// The command that shows the lesson.
  let command: String
  let prerequisites: String?
  let language: Language
  private(set) var quiz: [Quiz] = []
  private(set) var code: [Code] = []
  private(set) var steps: [Step] = []
  /// The screen at the end of the run.
  private(set) var end = ""

  /// Runs a lesson to its end.
  ///
  /// - Parameters:
  ///   - lesson: The lesson; nil for a run without one.
  ///   - feed: Its run.
  ///   - settings: The language, and whether to draw with ASCII characters only.
  ///   - sources: The source files of the program.
  ///   - command: The command that shows the lesson.
  /// - Throws: ``Failure`` for a log that can't be read, or that makes no lesson.
  init(
    _ lesson: Lesson?, _ feed: Feed, _ settings: UserSettings, sources: SourceFiles, command: String
  ) throws {
    let language = settings.chosenLanguage
    self.language = language
    self.command = command
    title = lesson?.title.text(in: language) ?? Escaping.line(feed.name)
    introduction = lesson?.introduction.map { $0.text(in: language) } ?? []
    summary = lesson?.summary.map { $0.text(in: language) } ?? []
    let known = lesson?.prerequisites.compactMap { LessonCatalog.named($0)?.title.text(in: language) } ?? []
    prerequisites =
      known.isEmpty ? nil : language("Builds on: ", "先修：") + known.joined(separator: language(", ", "、"))
    var pump = EventPump(feed.source)
    let events = pump.rest()
    if let error = pump.failure as? LogError { throw error.failure(about: feed.name) }
    let texts = feed.source.texts
    let plan = try Self.plan(of: events, texts, lesson, language)
    quiz = plan.questions.map { question in
      Quiz(
        prompt: question.prompt.line(in: language),
        answers: question.answers.map { $0.text.line(in: language) }, right: question.right + 1,
        rule: question.rule.text(in: language))
    }
    code = Self.code(of: events, texts, sources)

    var options = feed.screenOptions(settings)
    options.startsAtStart = true
    options.panes = []
    var view = Screen(options, texts: feed.source.texts)
    view.apply(plan.events)
    view.end()
    let rows = Self.rows(of: plan)
    let size = Size(columns: 96, rows: min(Self.largestPicture, max(Self.smallestPicture, rows + Self.aroundTheTree)))
    let hidden = rows + Self.aroundTheTree - size.rows
    let cut = hidden > 0 ? "\n" + language("… \(hidden) more rows", "…… 还有 \(hidden) 行") : ""

    var position: UInt64 = 0
    for planned in plan.steps {
      let sentence = planned.sentence
      var step = Step(time: DurationText.clock(sentence.time), sentence: sentence.text.line(in: language))
      if !planned.notes.isEmpty {
        step.notes = planned.notes.map { $0.text(in: language) }
        view.move(by: sentence.position - position)
        position = sentence.position
        step.picture = view.picture(size) + cut
      }
      steps.append(step)
    }
    view.move(by: UInt64(plan.events.count) - position)
    end = view.picture(size) + cut
  }

  /// The rows of the smallest screen, and of the largest picture.
  private static let smallestPicture = 10
  private static let largestPicture = 60
  /// The rows of a screen besides those of its tree: the header, the headings, the footer, and some room.
  private static let aroundTheTree = 6

  /// The rows of the tree at the end of a run.
  private static func rows(of plan: LessonPlan) -> Int {
    var store = ChainStore(texts: plan.texts)
    for event in plan.events { store.apply(event) }
    var outline = Outline()
    outline.update(from: store)
    return outline.count
  }

  /// The files in which promises are created, in order, as far as they are on this machine.
  private static func code(of events: [Event], _ texts: TextTable, _ sources: SourceFiles) -> [Code] {
    var seen: Set<TextID> = []
    var code: [Code] = []
    for event in events where event.kind == .created && event.site.line > 0 && seen.insert(event.site.file).inserted {
      guard code.count < 6, let name = texts[event.site.file], let file = sources.finder.file(name) else { continue }
      code.append(Code(name: name, text: Self.numbered(file.lines)))
    }
    return code
  }

  /// The code with line numbers, because answers name lines, and without comment lines, because they could give an answer away.
  private static func numbered(_ lines: [String]) -> String {
    var (text, isEmpty, isComment) = ("", true, false)
    let width = "\(lines.count)".count
    for (index, line) in lines.enumerated() {
      let words = line.drop { $0 == " " || $0 == "\t" }
      if isComment || words.hasPrefix("/*") {
        isComment = !words.contains("*/")
        continue
      }
      if ["//", "# "].contains(where: words.hasPrefix) || words == "#" { continue }
      // One empty line stands for several.
      if words.isEmpty, isEmpty { continue }
      isEmpty = words.isEmpty
      let number = "\(index + 1)"
      text += String(repeating: " ", count: width - number.count) + number + (isEmpty ? "" : "  " + line) + "\n"
    }
    return String(text.dropLast())
  }

  /// Refuses the name of a page in another format.
  static func check(_ path: String?, of option: String) throws {
    guard let path, !["", "html", "htm", "md"].contains(URL(filePath: path).pathExtension.lowercased()) else { return }
    throw ValidationError("\(option): expected a name in .html or .md, found '\(Escaping.line(path))'.")
  }

  /// Writes the page, in Markdown for a name in `.md`.
  func write(to path: String) throws {
    let output = try Output(path: path, isData: true)
    try output.write(Self.printable(path.lowercased().hasSuffix(".md") ? markdown : html))
    try output.finish()
  }

  /// Escapes what could control a terminal or reorder a line, in every line of a page: also in source files, and in the texts of a lesson.
  static func printable(_ page: String) -> String {
    var result = ""
    for scalar in page.unicodeScalars {
      if ("\u{20}"..."\u{7E}").contains(scalar) || scalar == "\n" || scalar == "\t" {
        result.unicodeScalars.append(scalar)
      } else {
        result += Escaping.line(String(scalar))
      }
    }
    return result
  }

  /// The same steps, notes, and questions as on the screen.
  private static func plan(
    of events: [Event], _ texts: TextTable, _ lesson: Lesson?, _ language: Language
  ) throws -> LessonPlan {
    do throws(LessonRefusal) {
      return try LessonPlan(of: LessonIntake(of: events, texts: texts), lesson: lesson)
    } catch {
      throw Failure(sentence: error.text.text(in: language))
    }
  }
}

extension Screen {
  /// Moves the playhead forward, with the key for one event.
  fileprivate mutating func move(by count: UInt64) {
    guard let key = Key(named: "]") else { return }
    for _ in 0..<count { _ = update(key, now: store.lastTime) }
  }

  /// The screen as text, without its footer, which lists keys, and without empty lines.
  fileprivate mutating func picture(_ size: Size) -> String {
    let isEmpty: (Substring) -> Bool = { $0.allSatisfy { " ┃|".contains($0) } }
    let lines = frame(size, now: store.lastTime).text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.dropLast().filter { !isEmpty($0) }.joined(separator: "\n")
  }
}
