// A lesson as data: its texts, the run that it plays, its questions, and what must be known before. Owns no run: whether a note or an answer
// is true is decided by the log (`RunFacts`), so a lesson also teaches with a run whose settings a student has changed.

import PlainText
import PromiseTrace

/// A lesson of 5 to 10 minutes.
public struct Lesson: Sendable, Identifiable, Equatable {
  /// The run that a lesson plays.
  public enum Run: Sendable, Hashable {
    /// A scenario by its name, with options as on the command line: `["--failure", "remote"]`.
    case scenario(String, options: [String])
    /// The path of a log.
    case log(String)
    /// A recorded program that the command carries, by the name of its log.
    case recording(String)
  }

  /// The name on the command line: `errors`.
  public var name: String
  /// What it teaches, in a few words: "Where a rejection goes".
  public var title: Text
  /// The names of the lessons that come before it.
  public var prerequisites: [String]
  /// The paragraphs that the screen shows before the first step.
  ///
  /// At 80 columns and 24 rows, there is room for about 15 lines of 76 columns; longer texts scroll.
  public var introduction: [Text]
  /// Notes at moments of the run, shown below the sentence about the event.
  public var notes: [LessonNote]
  /// The paragraphs that the screen shows after the last step, above the score.
  public var summary: [Text]
  /// The questions about its point.
  public var questions: [LessonQuestion]
  /// The kinds of questions about faults that it takes from the run, besides its own; all that the run gives if it has neither.
  public var asks: [QuestionKind]
  /// The run that it plays.
  public var run: Run
  /// What a student is to change and run again; nil if there is no hint.
  public var change: Text?
  /// The settings that a student can change, by their names on the command line; empty for all that the scenario has.
  public var settings: [String]
  /// The scenario, or the log, that shows the same without the mistake; nil if there is none.
  public var twin: Run?
  /// Where its file has what comes from elsewhere.
  public var lines = Lines()

  /// Creates a lesson.
  ///
  /// - Parameters:
  ///   - name: The name on the command line.
  ///   - title: What it teaches, in a few words.
  ///   - prerequisites: The names of the lessons that come before it.
  ///   - introduction: The paragraphs before the first step.
  ///   - notes: Notes at moments of the run.
  ///   - summary: The paragraphs after the last step.
  ///   - questions: The questions about its point.
  ///   - asks: The kinds of questions about faults that it takes from the run.
  ///   - run: The run that it plays.
  ///   - change: What a student is to change.
  ///   - settings: The settings that a student can change.
  ///   - twin: The run without the mistake.
  public init(
    name: String, title: Text, prerequisites: [String] = [], introduction: [Text] = [],
    notes: [LessonNote] = [], summary: [Text] = [], questions: [LessonQuestion] = [],
    asks: [QuestionKind] = [], run: Run, change: Text? = nil, settings: [String] = [], twin: Run? = nil
  ) {
    (self.name, self.title, self.prerequisites) = (name, title, prerequisites)
    (self.introduction, self.notes, self.summary) = (introduction, notes, summary)
    (self.questions, self.asks, self.run, self.change) = (questions, asks, run, change)
    (self.settings, self.twin) = (settings, twin)
  }

  /// Lines of a lesson's file, for messages.
  public struct Lines: Sendable, Equatable {
    /// The scenario or the log of its run.
    public var run = 1
    /// The run without the mistake.
    public var twin = 1
    /// The lessons that come before it.
    public var after = 1
    /// All of its questions.
    public var questions = 1
    /// The questions that it takes from the run.
    public var asks: [QuestionKind: Int] = [:]

    /// Creates a list of lines.
    ///
    /// - Parameters:
    ///   - run: The line of the run.
    ///   - twin: The line of the run without the mistake.
    ///   - after: The line of the lessons that come before it.
    public init(run: Int = 1, twin: Int = 1, after: Int = 1) { (self.run, self.twin, self.after) = (run, twin, after) }
  }

  /// The lesson's name.
  public var id: String { name }

  /// The name of its scenario; nil if it plays a log.
  public var scenario: String? { if case .scenario(let name, _) = run { name } else { nil } }
}

/// A note at a moment of a lesson's run.
public struct LessonNote: Sendable, Equatable {
  /// The first such event has the note.
  ///
  /// Only events that the narration tells have a step of their own; see ``Story``. A note at any other event is shown with the next step.
  public var moment: NamedEvent
  /// The note.
  public var text: Text
  /// What it says beside its own event; a run that does not bear this out does not show the note.
  public var claims: [Statement]
  /// Its line in the lesson's file, for messages.
  public var line: Int

  /// Creates a note.
  ///
  /// - Parameters:
  ///   - moment: The first such event has the note.
  ///   - text: The note.
  ///   - claims: What it says beside its own event.
  ///   - line: Its line in the lesson's file.
  public init(at moment: NamedEvent, _ text: Text, given claims: [Statement] = [], line: Int = 0) {
    (self.moment, self.text, self.claims, self.line) = (moment, text, claims, line)
  }
}
