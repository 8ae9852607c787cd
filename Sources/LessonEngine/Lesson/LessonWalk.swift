// The walk through a lesson, as a value: the current place, the replies, and the score.

import PlainText
import PromiseTrace

/// A walk through a lesson: from the introduction over its steps and questions to the score.
public struct LessonWalk: Sendable {
  /// A place in a lesson.
  public enum Place: Sendable, Hashable {
    /// Before the first event.
    case introduction
    /// Before the first step, where a student predicts how rows will end.
    case forecast
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
  public let places: [Place]
  /// The number of events that may be seen at each place, once its question is answered.
  private let positions: [UInt64]
  /// The current place, as an index of ``places``.
  public private(set) var index = 0
  /// What was done with the questions, by their index in the plan.
  public private(set) var replies: [Int: Reply] = [:]

  /// The answer, from 1, that a student has given to each marked row of the forecast, by the row's index.
  public private(set) var marks: [Int: Int] = [:]
  /// The row of the forecast that is chosen.
  public private(set) var chosenRow = 0

  /// Starts at the introduction.
  public init(_ plan: LessonPlan) {
    self.plan = plan
    var places: [Place] = [.introduction]
    var positions: [UInt64] = [0]
    if !plan.forecast.rows.isEmpty {
      places.append(.forecast)
      positions.append(0)
    }
    var step = 0
    func add(_ place: Place, at position: UInt64) {
      places.append(place)
      positions.append(max(position, positions[positions.count - 1]))
    }
    /// The last of the steps that are shown together, at most five of them besides new promises.
    func last(with step: Int, upTo position: UInt64) -> Int {
      var (last, told) = (step, 0)
      while last + 1 < plan.steps.count, plan.steps[last + 1].sentence.position <= position,
        plan.steps[last].leads(to: plan.steps[last + 1])
      {
        told += plan.steps[last].isCreation ? 0 : 1
        if told == 5 { break }
        last += 1
      }
      return last
    }
    func addSteps(upTo position: UInt64, where isShown: (LessonStep) -> Bool) {
      while step < plan.steps.count, plan.steps[step].sentence.position <= position {
        step = last(with: step, upTo: position)
        if isShown(plan.steps[step]) { add(.step(step), at: plan.steps[step].sentence.position) }
        step += 1
      }
    }
    for (index, question) in plan.questions.enumerated() {
      addSteps(upTo: question.askedAt) { _ in true }
      let next = index + 1 < plan.questions.count ? plan.questions[index + 1].askedAt : .max
      let isHidden = step < plan.steps.count && plan.steps[step].sentence.position <= question.answeredAt
      let end = isHidden ? last(with: step, upTo: question.answeredAt) + 1 : step
      let isOneStep = end == plan.steps.count || plan.steps[end].sentence.position > question.answeredAt
      // An answer shows the one step that proves it. Several are stepped through, and none is skipped.
      guard isOneStep, next >= question.answeredAt else {
        add(.question(index), at: question.askedAt)
        continue
      }
      add(.question(index), at: question.answeredAt)
      // A step with a note is still shown.
      addSteps(upTo: question.answeredAt) { !$0.notes.isEmpty }
    }
    addSteps(upTo: .max) { _ in true }
    add(.score, at: UInt64(plan.events.count))
    (self.places, self.positions) = (places, positions)
  }

  // MARK: Where

  /// The current place.
  public var place: Place { places[index] }

  /// The question at the current place, if there is one.
  public var question: Question? {
    if case .question(let index) = place { plan.questions[index] } else { nil }
  }

  /// What was done with the current question; nil if it waits for an answer, or if there is no question.
  public var reply: Reply? { if case .question(let index) = place { replies[index] } else { nil } }

  /// Whether a question waits for an answer.
  public var isAsking: Bool { question != nil && reply == nil }

  /// The number of events shown so far; stops before an event that would answer an open question.
  public var position: UInt64 {
    if isAsking, let question { return question.askedAt }
    return positions[index]
  }

  /// The number of steps that may be seen.
  public var seenSteps: Int {
    let position = position
    return plan.steps.partitioningIndex { $0.sentence.position > position }
  }

  /// The promises that appear together with the one that the current step tells about, in the order of their creation.
  public var createdBefore: [PromiseID] { leading.filter { $0.kind == .created }.map(\.promise) }

  /// What a body did before the sentence of the current step, which shows both.
  public var doneBefore: [StorySentence] { leading.filter { $0.kind != .created } }

  /// The sentences that are shown with that of the current step, in order.
  private var leading: [StorySentence] {
    guard case .step(let step) = place, index > 0 else { return [] }
    return plan.steps[..<step].reversed().prefix { $0.sentence.position > positions[index - 1] }.reversed()
      .map(\.sentence)
  }

  /// The promise that the current place is about, or 0.
  public var promise: PromiseID {
    switch place {
    case .introduction, .forecast, .score: 0
    case .step(let step): plan.steps[step].sentence.promise
    case .question(let index): plan.questions[index].promise
    }
  }

  /// The sentence that tells the answer to the current question; nil if it is open, or if no sentence says more.
  public var explanation: StorySentence? {
    isAsking ? nil : question.flatMap(plan.explanation)
  }

  /// The number of the current step or question, from 1; 0 before the first one.
  public var number: Int { min(max(0, index - pages + 1), count) }

  /// The number of steps and questions.
  public var count: Int { places.count - pages - 1 }

  /// The number of places before the first step.
  private var pages: Int { plan.forecast.rows.isEmpty ? 1 : 2 }

  /// Whether a question about a fault is still open, here or at a later place.
  public var hidesFaults: Bool {
    plan.questions.indices.contains { plan.questions[$0].kind != nil && replies[$0] == nil }
  }

  // MARK: Forecast

  /// Marks the chosen row of the forecast, and chooses the next one.
  ///
  /// If the question is the order, another row with the same place loses its mark.
  ///
  /// - Parameter answer: The predicted answer, from 1.
  public mutating func mark(_ answer: Int) {
    if plan.forecast.common != nil { marks = marks.filter { $0.value != answer } }
    marks[chosenRow] = answer
    choose(chosenRow + 1)
  }

  /// Chooses a row of the forecast.
  public mutating func choose(_ row: Int) { chosenRow = max(0, min(row, plan.forecast.rows.count - 1)) }

  /// The marked rows whose end becomes known at the current place, or has since the last step.
  public var corrected: [ForecastMark] {
    let former = places[..<index].lastIndex { if case .step = $0 { true } else { false } }
    let before = former.map { positions[$0] } ?? 0
    return marked.filter { before < $0.row.knownAt && $0.row.knownAt <= position }
  }

  /// The marked rows, in the order of the forecast.
  ///
  /// While a question about a fault is open, a row that never settles is not known, because that would answer the question.
  public var marked: [ForecastMark] {
    marks.sorted { $0.key < $1.key }.map { index, said in
      let row = plan.forecast.rows[index]
      let isShown = row.knownAt <= position && (row.end != .never || !hidesFaults)
      return ForecastMark(row: row, said: said, right: plan.forecast.answer(to: row), isKnown: isShown)
    }
  }

  // MARK: Moving

  /// Answers the current question.
  ///
  /// - Parameter answer: The index of the answer.
  /// - Returns: Whether it was an answer to an open question.
  @discardableResult
  public mutating func answer(_ answer: Int) -> Bool {
    guard isAsking, case .question(let index) = place, plan.questions[index].answers.indices.contains(answer) else {
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
    guard isAsking, case .question(let question) = place else { return false }
    replies[question] = .skipped
    return true
  }

  /// Goes to the next place.
  ///
  /// An open question is never passed: only an answer or ``skip()`` leads on.
  public mutating func forward() { if !isAsking, index + 1 < places.count { index += 1 } }

  /// Goes back to the previous place; answers stay as they were given.
  public mutating func back() { index = max(0, index - 1) }

  /// Goes to the first place, or to the next open question; if there is none, to the last place.
  public mutating func go(toEnd: Bool) {
    guard toEnd else {
      index = 0
      return
    }
    while index + 1 < places.count, !isAsking { index += 1 }
  }

  // MARK: Score

  /// The number of questions answered correctly.
  public var right: Int {
    replies.count { index, reply in reply == .answer(plan.questions[index].right) }
  }

  /// The number of questions that were answered or skipped.
  public var replyCount: Int { replies.count }

  /// What to repeat: why the chosen answers were wrong, and the rules of skipped questions, in order and each once.
  public var toRepeat: [Text] {
    var texts: [Text] = []
    for (index, question) in plan.questions.enumerated() {
      let text: Text? =
        switch replies[index] {
        case .answer(let answer): answer == question.right ? nil : question.answers[answer].why ?? question.rule
        case .skipped: question.rule
        case nil: nil
        }
      if let text, !texts.contains(text) { texts.append(text) }
    }
    return texts
  }
}
