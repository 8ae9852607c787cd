// Chooses the questions to ask from all that a run answers: few, of many kinds, and none that reveals the answer to another.

import PromiseTrace

/// The choice of questions for one lesson.
struct QuestionChoice {
  /// The number of questions, at most.
  var limit = 12
  /// The number of questions of one kind, at most.
  var limitPerKind = 2
  /// The kinds to ask, the most important ones first.
  var kinds = QuestionKind.allCases
  /// The kinds to ask only if there are few questions of other kinds.
  var familiar: Set<QuestionKind> = []

  /// With fewer questions, familiar ones are asked, too.
  private static let few = 4

  /// The choice for a lesson; nil stands for a run without one.
  init(limit: Int = 12, lesson: Lesson? = nil) {
    self.limit = limit
    guard let lesson else { return }
    if !lesson.asks.isEmpty { kinds = lesson.asks }
    familiar = lesson.asks.isEmpty ? lesson.familiar : []
  }

  /// Chooses from all questions of a run.
  ///
  /// - Parameter all: The questions, in order of the moments at which they are asked.
  /// - Returns: The chosen ones, in the same order. None is asked before the previous one is answered.
  func chosen(from all: [Question]) -> [Question] {
    var chosen: [Question] = []
    // First one of each kind, the most instructive kinds first; then further ones.
    func add(_ kind: QuestionKind, round: Int) {
      guard chosen.count(where: { $0.kind == kind }) == round else { return }
      if let next = all.first(where: { $0.kind == kind && fits($0, among: chosen) }) { chosen.append(next) }
    }
    for round in 0..<limitPerKind {
      for kind in kinds where chosen.count < limit && !familiar.contains(kind) { add(kind, round: round) }
    }
    // What an operator returns is the same each time, so a lesson asks for it again only if it can ask nothing else.
    for kind in kinds where familiar.contains(kind) && kind != .newPromise && chosen.count < Self.few {
      add(kind, round: 0)
    }
    if chosen.isEmpty, familiar.contains(.newPromise) { add(.newPromise, round: 0) }
    return Self.varied(chosen.sorted { ($0.askedAt, $0.answeredAt) < ($1.askedAt, $1.answeredAt) })
  }

  /// The questions with at most two right answers in a row in the same place, so that the place says nothing.
  private static func varied(_ questions: [Question]) -> [Question] {
    var questions = questions
    for index in questions.indices.dropFirst(2) {
      let (place, count) = (questions[index].right, questions[index].answers.count)
      guard questions[index - 1].right == place, questions[index - 2].right == place else { continue }
      let answer = questions[index].answers.remove(at: place)
      questions[index].right = (place + 1) % count
      questions[index].answers.insert(answer, at: questions[index].right)
    }
    return questions
  }

  private func fits(_ question: Question, among chosen: [Question]) -> Bool {
    chosen.allSatisfy {
      let isApart = $0.answeredAt <= question.askedAt || question.answeredAt <= $0.askedAt
      // The same question with the same answer about another promise would only be tedious.
      return isApart && ($0.kind != question.kind || $0.wordsOfAnswer != question.wordsOfAnswer)
    }
  }
}

extension Question {
  /// The right answer without names and values.
  fileprivate var wordsOfAnswer: [StoryPiece] {
    answers[right].text.english.pieces.filter { piece in if case .text = piece { true } else { false } }
  }

  /// Every question that a run answers.
  ///
  /// - Parameters:
  ///   - events: The events of the run, in `sequence` order.
  ///   - texts: The table that they refer to.
  /// - Returns: The questions, in order of the moments at which they are asked; several may be asked at one moment.
  /// - Complexity: O(*n*) in the number of events, and that many events in memory.
  public static func all(of events: [Event], texts: TextTable) -> [Question] {
    QuestionFinder.questions(of: events, texts: texts)
  }

  /// The questions of a lesson: few, of many kinds, and none asked before the previous one is answered.
  ///
  /// - Parameters:
  ///   - all: Every question that the run answers.
  ///   - lesson: The lesson, which may say what it asks; nil for a run without one.
  ///   - limit: The maximum number of questions.
  /// - Returns: The questions to ask, in order.
  public static func chosen(from all: [Question], for lesson: Lesson? = nil, limit: Int = 12) -> [Question] {
    QuestionChoice(limit: limit, lesson: lesson).chosen(from: all)
  }
}
