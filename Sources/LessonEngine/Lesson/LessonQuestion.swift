// A question that a lesson asks about its point. Owns the data; `QuestionMaker` makes a question of a run from it, with the proof.

import PlainText

/// What a question asks, and how it is answered.
public enum QuestionTemplate: String, Sendable, Hashable, CaseIterable {
  /// When something happens: an option is a moment.
  case when
  /// Which of several things happens first.
  case first
  /// Which of them happens last.
  case last
  /// How often something happens.
  case count
  /// Which handler runs: an option is a promise, whose line in the source is marked.
  case handler
  /// Which branch of the program is taken: an option is a promise, whose line in the source is marked.
  case branch
  /// Which promises are pending at a moment.
  case pending
  /// What is drawn or written next.
  case drawn
  /// What a promise gets.
  case gives
  /// Where something runs.
  case queue
  /// Which of several statements is true.
  case claim
  /// How two things that look alike differ: an option is a statement.
  case compare
  /// What a promise or a task is doing at a moment: an option is a statement.
  case state
}

/// A question of a lesson.
public struct LessonQuestion: Sendable, Hashable {
  /// An option to choose.
  public struct Option: Sendable, Hashable {
    /// What it says; nil for what the run calls it.
    public var text: Text?
    /// What it claims.
    public var claim: Statement
    /// What to remember if it is wrong; nil for the rule of the question.
    public var why: Text?

    /// Creates an option.
    ///
    /// - Parameters:
    ///   - text: What it says; nil for what the run calls it.
    ///   - claim: What it claims.
    ///   - why: What to remember if it is wrong.
    public init(_ text: Text?, _ claim: Statement, why: Text? = nil) {
      (self.text, self.claim, self.why) = (text, claim, why)
    }
  }

  /// When a question is asked.
  public struct Moment: Sendable, Hashable {
    /// What happens.
    public var happening: NamedEvent
    /// Whether it is asked before that.
    public var isBefore: Bool

    /// Creates a moment: before something happens, or right after it.
    public init(_ happening: NamedEvent, isBefore: Bool = false) {
      (self.happening, self.isBefore) = (happening, isBefore)
    }
  }

  /// What it asks.
  public var template: QuestionTemplate
  /// The label of the promise that it is about, whose row is marked; nil for none.
  public var about: String?
  /// When it is asked.
  public var moment: Moment
  /// The question.
  public var prompt: Text
  /// Two to four options.
  public var options: [Option]
  /// What to remember.
  public var rule: Text
  /// What its text says of the run; a run that does not bear this out does not have the question.
  public var claims: [Statement]
  /// A part of the source line to show; nil for the line of the promise that it is about.
  public var code: String?
  /// Its line in the lesson's file, for messages.
  public var line: Int

  /// Creates a question.
  ///
  /// - Parameters:
  ///   - template: What it asks.
  ///   - about: The label of the promise that it is about.
  ///   - moment: When it is asked.
  ///   - prompt: The question.
  ///   - options: Two to four options.
  ///   - rule: What to remember.
  ///   - claims: What its text says of the run.
  ///   - line: Its line in the lesson's file.
  public init(
    _ template: QuestionTemplate, about: String? = nil, at moment: Moment, _ prompt: Text, options: [Option],
    rule: Text, given claims: [Statement] = [], line: Int = 0
  ) {
    (self.template, self.about, self.moment, self.prompt) = (template, about, moment, prompt)
    (self.options, self.rule, self.claims, self.line) = (options, rule, claims, line)
  }
}
