// A lesson on one run: its steps, each with a sentence, and its questions. Owns which note belongs to which step.
//
// The steps and the questions come from the events alone, so any log makes a lesson.

import PlainText
import PromiseTrace

/// A moment of a lesson: an event that matters, and what is said of it.
public struct LessonStep: Sendable, Equatable {
  /// The sentence of the story.
  public var sentence: StorySentence
  /// The lesson's notes at this moment.
  public var notes: [Text] = []

  /// Whether it only tells that a promise was created.
  var isCreation: Bool { sentence.kind == .created && notes.isEmpty }

  /// Whether it is shown together with the next one, at the same moment: lines that the program writes, calls inside calls, one body that starts,
  /// writes, and ends, or an outcome that goes from promise to promise.
  ///
  /// - Parameter next: The next step.
  func leads(to next: LessonStep) -> Bool {
    let (kind, nextKind) = (sentence.kind, next.sentence.kind)
    guard notes.isEmpty, sentence.time == next.sentence.time else { return false }
    if kind == .created, nextKind == .created { return next.isCreation }
    let (calls, outcomes): (Set<EventKind>, Set<EventKind>) = (
      [.created, .started, .awaiting, .adopted], [.fulfilled, .rejected, .handled]
    )
    if kind == .progressed || kind == .noted, nextKind == .noted { return true }
    if kind == .noted, nextKind == .created || sentence.promise == 0 { return true }
    let isOfBody = (kind == .started || kind == .noted) && sentence.promise == next.sentence.promise
    return isOfBody && sentence.promise != 0 || calls.isSuperset(of: [kind, nextKind])
      || outcomes.isSuperset(of: [kind, nextKind])
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
  /// The rows that a student predicts before the run plays.
  public let forecast: Forecast
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
  ///   - isChanged: Whether a student has changed the run.
  ///   - answered: The ``Question/identity`` of each question that was answered before, and is not asked again.
  ///   - again: Questions that were missed in earlier lessons, and are asked again at the end of this one.
  /// - Throws: ``LessonRefusal`` if the run makes no lesson.
  public init(
    of run: LessonIntake, lesson: Lesson? = nil, asksQuestions: Bool = true, isChanged: Bool = false,
    without answered: Set<String> = [], again: [Question] = []
  ) throws(LessonRefusal) {
    let chosen = try run.chosen()
    (events, shown) = (Self.labeled(chosen.events), chosen.shown)
    (texts, promises, hold) = (run.texts, run.promises, run.hold)
    guard events.contains(where: { $0.kind == .created }) else {
      throw LessonRefusal.nothingHappens
    }
    var story = Story(texts: run.texts)
    let sentences = events.compactMap { story.add($0) } + story.finish()
    let facts = RunFacts(events, texts: run.texts)
    if asksQuestions {
      let faults = FaultQuestions(facts)
      let missed = again.map { $0.again(at: UInt64(facts.events.count)) }
      questions = Question.asked(by: lesson, facts, faults, isChanged: isChanged, without: answered) + missed
      forecast = Forecast(of: facts, faults)
    } else {
      (questions, forecast) = ([], Forecast())
    }
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

extension RandomAccessCollection where Index == Int {
  /// The first index whose element satisfies a predicate that holds for all later ones.
  func partitioningIndex(_ holds: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if holds(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
