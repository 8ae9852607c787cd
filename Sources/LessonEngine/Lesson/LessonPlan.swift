// A lesson on one run: its steps, each with a sentence, and its questions. Owns which note belongs to which step.
//
// The steps and the questions come from the events alone, so any log makes a lesson.

import PlainText
import PromiseTrace

/// Why a run makes no lesson.
public enum LessonRefusal: Error, Sendable, Equatable {
  /// It holds no promise.
  case nothingHappens
  /// It is too long, and its promises depend on each other, so that no part stands alone.
  case tooLarge(promises: Int)

  /// The sentence for the user.
  public var text: Text {
    switch self {
    case .nothingHappens:
      Text(
        "There is nothing to learn from this log: it holds no promise.", "这个日志无法用作课程：其中没有 Promise。")
    case .tooLarge(let promises):
      Text(
        "This log has \(NumberText.grouped(promises)) promises that depend on each other, which is too much for a lesson. "
          + "Cut out a part first: pscope export LOG --subtree PROMISE --output part.ndjson",
        "这个日志有 \(NumberText.grouped(promises)) 个互相依赖的 Promise，对一节课来说太多了。"
          + "请先截取一部分：pscope export LOG --subtree PROMISE --output part.ndjson")
    }
  }
}

/// A moment of a lesson: an event that matters, and what is said of it.
public struct LessonStep: Sendable, Equatable {
  /// The sentence of the story.
  public var sentence: StorySentence
  /// The lesson's notes at this moment.
  public var notes: [Text] = []

  /// Whether it only tells that a promise was created.
  private var isCreation: Bool { sentence.kind == .created && notes.isEmpty }

  /// Whether it and another step only tell that promises were created, at one moment.
  func isCreation(with other: LessonStep) -> Bool {
    isCreation && other.isCreation && sentence.time == other.sentence.time
  }
}

/// The steps and the questions of a run.
public struct LessonPlan: Sendable {
  /// The events to show, in order; a step's position counts these.
  public let events: [Event]
  /// The texts that they refer to.
  public let texts: TextTable
  /// The moments, in order.
  public let steps: [LessonStep]
  /// The questions, in the order in which they are asked.
  public let questions: [Question]
  /// The number of promises in the whole run.
  public let promises: Int
  /// The number of promises that the lesson shows, if that is only a part of them; nil if it shows all.
  public let shown: Int?
  private let hold: TextHold

  /// Makes a lesson of a run.
  ///
  /// - Parameters:
  ///   - run: The run, read to its end.
  ///   - lesson: The lesson whose notes are shown; nil for a lesson without texts of its own.
  ///   - asksQuestions: Whether to ask, or only to narrate.
  /// - Throws: ``LessonRefusal`` if the run makes no lesson.
  public init(of run: LessonIntake, lesson: Lesson? = nil, asksQuestions: Bool = true) throws(LessonRefusal) {
    let chosen = try run.chosen()
    (events, shown) = (Self.labeled(chosen.events), chosen.shown)
    (texts, promises, hold) = (run.texts, run.promises, run.hold)
    guard events.contains(where: { $0.kind == .created }) else {
      throw LessonRefusal.nothingHappens
    }
    var story = Story(texts: run.texts)
    let sentences = events.compactMap { story.add($0) } + story.finish()
    let facts = RunFacts(events, texts: run.texts)
    questions = asksQuestions ? Question.asked(by: lesson, events, facts) : []
    steps = Self.annotated(sentences, facts, lesson?.notes ?? [])
  }

  /// The events with the final label of each promise in its creation.
  ///
  /// A program names a promise after it has created it. Without this, a row would change its name, and the sentences theirs.
  private static func labeled(_ events: [Event]) -> [Event] {
    var labels: [PromiseID: TextID] = [:]
    for event in events where event.kind == .named { labels[event.promise] = event.text }
    return events.map { event in
      guard event.kind == .created, let label = labels[event.promise] else { return event }
      var labeled = event
      labeled.text = label
      return labeled
    }
  }

  /// The sentence that tells the answer to a question; nil if the run has none.
  ///
  /// - Parameter question: One of ``questions``.
  /// - Returns: The last sentence about the question's promise after the question, up to the event that answers it.
  public func explanation(of question: Question) -> StorySentence? {
    let start = steps.partitioningIndex { $0.sentence.position > question.askedAt }
    let end = steps.partitioningIndex { $0.sentence.position > question.answeredAt }
    return steps[start..<end].last { $0.sentence.promise == question.promise }?.sentence
  }

  /// Adds each note that the run bears out to the step of its event, or to the next one.
  private static func annotated(
    _ sentences: [StorySentence], _ facts: RunFacts, _ notes: [LessonNote]
  ) -> [LessonStep] {
    var steps = sentences.map { LessonStep(sentence: $0) }
    guard !steps.isEmpty else { return steps }
    for note in notes where note.claims.allSatisfy({ facts.holds($0) == true }) {
      guard let moment = facts.first(note.moment) else { continue }
      let step = steps.firstIndex { $0.sentence.position > UInt64(moment) } ?? steps.count - 1
      steps[step].notes.append(note.text)
    }
    return steps
  }
}
