// A person's way through a lesson, as a value: where they are, what they answered, and the score. Owns the order of steps and questions, and
// how much of the run may be seen. Draws nothing and waits for nothing.

import PromiseTrace

/// A way through a lesson.
public struct Quiz: Sendable {
  /// A place in a lesson.
  public enum Stop: Sendable, Hashable {
    /// Before the first event.
    case introduction
    /// After an event that matters, by its index in the plan.
    case step(Int)
    /// At a question, by its index in the plan.
    case question(Int)
    /// At the end.
    case score
  }

  /// What a person did with a question.
  public enum Reply: Sendable, Hashable {
    /// Chose an answer, by its index.
    case answer(Int)
    /// Skipped it, which shows the answer.
    case skipped
  }

  /// The steps and the questions.
  public let plan: LessonPlan
  /// All places, in order.
  public let stops: [Stop]
  /// The current place, as an index of ``stops``.
  public private(set) var index = 0
  /// What was done with the questions, by their index in the plan.
  public private(set) var replies: [Int: Reply] = [:]

  /// Starts at the introduction.
  public init(_ plan: LessonPlan) {
    self.plan = plan
    var stops: [Stop] = [.introduction]
    var step = 0
    func add(upTo position: UInt64, isShown: Bool) {
      while step < plan.steps.count, plan.steps[step].sentence.position <= position {
        if isShown { stops.append(.step(step)) }
        step += 1
      }
    }
    for (index, question) in plan.questions.enumerated() {
      add(upTo: question.asked, isShown: true)
      stops.append(.question(index))
      // These steps are what the question reveals.
      add(upTo: question.answered, isShown: false)
    }
    add(upTo: .max, isShown: true)
    self.stops = stops + [.score]
  }

  // MARK: Where

  /// The current place.
  public var stop: Stop { stops[index] }

  /// The question at the current place, if there is one.
  public var question: Question? {
    if case .question(let index) = stop { plan.questions[index] } else { nil }
  }

  /// What was done with the current question; nil if it waits for an answer, or if there is no question.
  public var reply: Reply? { if case .question(let index) = stop { replies[index] } else { nil } }

  /// Whether a question waits for an answer.
  public var isAsking: Bool { question != nil && reply == nil }

  /// The number of events that may be seen: none that answers a question that is still open.
  public var position: UInt64 {
    switch stop {
    case .introduction: 0
    case .step(let step): plan.steps[step].sentence.position
    case .question(let index):
      replies[index] == nil ? plan.questions[index].asked : plan.questions[index].answered
    case .score: UInt64(plan.events.count)
    }
  }

  /// The number of steps that may be seen.
  public var seenSteps: Int {
    let position = position
    return plan.steps.partitioningIndex { $0.sentence.position > position }
  }

  /// The promise that the current place is about, or 0.
  public var promise: PromiseID {
    switch stop {
    case .introduction, .score: 0
    case .step(let step): plan.steps[step].sentence.promise
    case .question(let index): plan.questions[index].promise
    }
  }

  /// The number of the current step or question, from 1; 0 at the introduction.
  public var number: Int { min(index, count) }

  /// The number of steps and questions.
  public var count: Int { stops.count - 2 }

  // MARK: Moving

  /// Answers the current question.
  ///
  /// - Parameter answer: The index of the answer.
  /// - Returns: Whether it was an answer to an open question.
  @discardableResult
  public mutating func answer(_ answer: Int) -> Bool {
    guard isAsking, case .question(let index) = stop, plan.questions[index].answers.indices.contains(answer) else {
      return false
    }
    replies[index] = .answer(answer)
    return true
  }

  /// Shows the answer of the open question without one being chosen.
  ///
  /// - Returns: Whether there was an open question.
  @discardableResult
  public mutating func skip() -> Bool {
    guard isAsking, case .question(let question) = stop else { return false }
    replies[question] = .skipped
    return true
  }

  /// Goes to the next place. An open question is never passed: only an answer or ``skip()`` leads on.
  public mutating func forward() { if !isAsking, index + 1 < stops.count { index += 1 } }

  /// Goes back to the previous place; answers stay as they were given.
  public mutating func back() { index = max(0, index - 1) }

  /// Goes to the first place, or to the next open question; if there is none, to the last place.
  public mutating func go(toEnd: Bool) {
    guard toEnd else {
      index = 0
      return
    }
    while index + 1 < stops.count, !isAsking { index += 1 }
  }

  // MARK: Score

  /// The number of questions answered correctly.
  public var right: Int {
    replies.count { index, reply in reply == .answer(plan.questions[index].right) }
  }

  /// The number of questions that were answered or skipped.
  public var asked: Int { replies.count }

  /// What to repeat: the sentences against the misconceptions chosen, and the rules of skipped questions, in order and each once.
  public var toRepeat: [LocalizedText] {
    var texts: [LocalizedText] = []
    for (index, question) in plan.questions.enumerated() {
      let text: LocalizedText? =
        switch replies[index] {
        case .answer(let answer): question.answers[answer].misconception?.lesson
        case .skipped: question.kind.rule
        case nil: nil
        }
      if let text, !texts.contains(text) { texts.append(text) }
    }
    return texts
  }
}
