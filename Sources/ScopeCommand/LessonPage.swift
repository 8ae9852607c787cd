// A lesson as a page: its texts, the story of its run, and pictures of the screen at the moments that have a note. Owns what the page
// contains; `LessonPage+HTML` and `LessonPage+Markdown` write it.

import Canvas
import ChainLessons
import ChainModel
import ChainScreen
import Lessons
import PlainText
import PromiseTrace

/// The contents of a printable page.
struct LessonPage {
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
    var events: [Event] = []
    do {
      while try feed.source.read(into: &events, limit: 4_096) == .more {}
    } catch let error as LogError {
      throw error.failure(about: feed.name)
    }
    let sentences = Self.sentences(events, feed.source.texts, language)

    var options = feed.screenOptions(settings)
    options.startsAtStart = true
    options.panes = []
    var view = ChainView(options, texts: feed.source.texts)
    view.apply(events)
    view.end()
    let created = events.count { $0.kind == .created }
    let size = Size(columns: 96, rows: min(44, max(10, created + 8)))

    var notes = lesson.notes.map { (note: $0, position: Self.position(of: $0, in: events, feed.source.texts)) }
    var position: UInt64 = 0
    for sentence in sentences {
      var step = Step(
        time: DurationText.clock(sentence.time), sentence: sentence.text.line(in: language))
      let due = notes.filter { $0.position.map { $0 <= sentence.position } ?? false }
      notes.removeAll { $0.position.map { $0 <= sentence.position } ?? false }
      if !due.isEmpty {
        step.notes = due.map { $0.note.text.text(in: language) }
        view.move(by: sentence.position - position)
        position = sentence.position
        step.picture = view.picture(size)
      }
      steps.append(step)
    }
    view.move(by: UInt64(events.count) - position)
    end = view.picture(size)
  }

  /// The story of a run.
  private static func sentences(_ events: [Event], _ texts: TextTable, _ language: Language) -> [StorySentence] {
    var story = Story(texts: texts, languages: [language])
    var sentences = events.compactMap { story.add($0) }
    sentences += story.finish()
    return sentences
  }

  /// The number of events up to the one that a note is about; nil if there is no such event.
  static func position(of note: LessonNote, in events: [Event], _ texts: TextTable) -> UInt64? {
    var labels: [PromiseID: String] = [:]
    for event in events where event.kind == .named { labels[event.promise] = texts[event.text] }
    return events.firstIndex { $0.kind == note.event && labels[$0.promise] == note.label }.map { UInt64($0) + 1 }
  }
}

extension ChainView {
  /// Moves the playhead forward, with the key for one event.
  fileprivate mutating func move(by count: UInt64) {
    guard let key = Key(named: "]") else { return }
    for _ in 0..<count { _ = update(key, now: store.lastTime) }
  }

  /// The screen as text, without its footer, which lists keys, and without empty lines.
  fileprivate mutating func picture(_ size: Size) -> String {
    let isEmpty: (Substring) -> Bool = { $0.allSatisfy { " ┃|".contains($0) } }
    let lines = draw(size, now: store.lastTime).text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.dropLast().filter { !isEmpty($0) }.joined(separator: "\n")
  }
}
