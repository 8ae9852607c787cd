// A lesson as data: its texts, the scenario that it runs, and what must be known before. Owns no run and no question: questions and
// narration are derived from the log of the run (`Question`, `Story`), so a lesson also teaches with the log of another run.

import PromiseTrace

/// A lesson of 5 to 10 minutes.
public struct Lesson: Sendable, Identifiable, Equatable {
  /// The name on the command line: `errors`.
  public var name: String
  /// What it teaches, in a few words: "Where a rejection goes".
  public var title: LocalizedText
  /// The names of the lessons that come before it.
  public var prerequisites: [String]
  /// The paragraphs that the screen shows before the first step.
  ///
  /// At 80 columns and 24 rows, there is room for about 15 lines of 76 columns; longer texts scroll.
  public var introduction: [LocalizedText]
  /// Notes at moments of the run, shown below the sentence about the event.
  public var notes: [LessonNote]
  /// The paragraphs that the screen shows after the last step, above the score.
  public var summary: [LocalizedText]
  /// The kinds of questions that it asks, the most important ones first; empty for all kinds that the run gives.
  public var asks: [QuestionKind]
  /// The kinds that earlier lessons ask, which are left out as long as there are others.
  public var familiar: Set<QuestionKind> = []
  /// The name of the scenario that it runs.
  public var scenario: String
  /// The scenario's options, as on the command line: `["--failure", "remote"]`.
  public var options: [String]
  /// The name of the scenario that shows the same without the mistake; nil if there is none.
  public var repairedScenario: String?

  /// Creates a lesson.
  ///
  /// - Parameters:
  ///   - name: The name on the command line.
  ///   - title: What it teaches, in a few words.
  ///   - prerequisites: The names of the lessons that come before it.
  ///   - introduction: The paragraphs before the first step.
  ///   - notes: Notes at moments of the run.
  ///   - summary: The paragraphs after the last step.
  ///   - asks: The kinds of questions that it asks, the most important ones first; empty for all kinds.
  ///   - scenario: The name of the scenario that it runs.
  ///   - options: The scenario's options, as on the command line.
  ///   - repairedScenario: The name of the scenario without the mistake.
  public init(
    name: String, title: LocalizedText, prerequisites: [String] = [], introduction: [LocalizedText] = [],
    notes: [LessonNote] = [], summary: [LocalizedText] = [], asks: [QuestionKind] = [], scenario: String,
    options: [String] = [],
    repairedScenario: String? = nil
  ) {
    self.name = name
    self.title = title
    self.prerequisites = prerequisites
    self.introduction = introduction
    self.notes = notes
    self.summary = summary
    self.asks = asks
    self.scenario = scenario
    self.options = options
    self.repairedScenario = repairedScenario
  }

  /// The lesson's name.
  public var id: String { name }
}

/// A note at a moment of a lesson's run.
public struct LessonNote: Sendable, Equatable {
  /// The label of the promise that the event is about.
  public var label: String
  /// The kind of the event; the note belongs to the first event of this kind about the promise.
  ///
  /// Only events that the narration tells have a step of their own; see ``Story``. A note at any other event is shown with the next step.
  public var event: EventKind
  /// The note.
  public var text: LocalizedText
  /// What it says beside its own event; a run that does not bear this out does not show the note.
  public var facts: [LessonFact]

  /// Creates a note.
  ///
  /// - Parameters:
  ///   - label: The label of the promise.
  ///   - event: The kind of the event.
  ///   - text: The note.
  ///   - facts: What it says beside its own event.
  public init(at label: String, _ event: EventKind, _ text: LocalizedText, given facts: LessonFact...) {
    (self.label, self.event, self.text, self.facts) = (label, event, text, facts)
  }
}

/// What a note says of a run, whose settings a student can change.
public struct LessonFact: Sendable, Equatable {
  /// The label of the promise.
  public var label: String
  /// The kind of the event.
  public var event: EventKind
  /// Whether the run has such an event.
  public var isTrue: Bool

  /// The run has such an event.
  public static func happens(_ label: String, _ event: EventKind) -> LessonFact {
    LessonFact(label: label, event: event, isTrue: true)
  }

  /// The run has no such event.
  public static func never(_ label: String, _ event: EventKind) -> LessonFact {
    LessonFact(label: label, event: event, isTrue: false)
  }
}
