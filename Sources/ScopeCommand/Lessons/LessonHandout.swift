// A lesson as a printable page: its texts, the story of its run, and pictures of the screen at the moments that have a note. Owns what the
// page contains; `LessonHandout+HTML` and `LessonHandout+Markdown` write it.

import Canvas
import ChainLessons
import ChainModel
import ChainScreen
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

  let lesson: Lesson
  let language: Language
  private(set) var steps: [Step] = []
  /// The screen at the end of the run.
  private(set) var end = ""

  /// The lessons to know before, as one line; nil if there are none.
  var prerequisites: String? {
    if lesson.prerequisites.isEmpty { return nil }
    let titles = lesson.prerequisites.compactMap { LessonCatalog.named($0)?.title.text(in: language) }
    return language("Builds on: ", "先修：") + titles.joined(separator: language(", ", "、"))
  }

  /// Runs a lesson to its end.
  ///
  /// - Parameters:
  ///   - lesson: The lesson.
  ///   - feed: Its run.
  ///   - settings: The language, and whether to draw with ASCII characters only.
  /// - Throws: ``Failure`` for a log that can't be read.
  init(_ lesson: Lesson, _ feed: Feed, _ settings: UserSettings) throws {
    self.lesson = lesson
    language = settings.chosenLanguage
    var pump = EventPump(feed.source)
    let events = pump.rest()
    if let error = pump.failure as? LogError { throw error.failure(about: feed.name) }
    let plan = try Self.plan(of: events, feed.source.texts, lesson, language)

    var options = feed.screenOptions(settings)
    options.startsAtStart = true
    options.panes = []
    var view = Screen(options, texts: feed.source.texts)
    view.apply(plan.events)
    view.end()
    let size = Size(columns: 96, rows: min(44, max(10, plan.promises + 8)))

    var position: UInt64 = 0
    for planned in plan.steps {
      let sentence = planned.sentence
      var step = Step(time: DurationText.clock(sentence.time), sentence: sentence.text.line(in: language))
      if !planned.notes.isEmpty {
        step.notes = planned.notes.map { $0.text(in: language) }
        view.move(by: sentence.position - position)
        position = sentence.position
        step.picture = view.picture(size)
      }
      steps.append(step)
    }
    view.move(by: UInt64(plan.events.count) - position)
    end = view.picture(size)
  }

  /// The same steps and notes as on the screen.
  private static func plan(
    of events: [Event], _ texts: TextTable, _ lesson: Lesson, _ language: Language
  ) throws -> LessonPlan {
    var intake = LessonIntake(texts: texts)
    for event in events { intake.add(event) }
    do throws(LessonRefusal) {
      return try LessonPlan(of: intake, lesson: lesson, asksQuestions: false)
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
