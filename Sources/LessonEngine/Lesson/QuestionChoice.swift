// Chooses the questions to ask from all that a run answers: few, of many kinds, and none that reveals the answer to another.

import PlainText
import PromiseTrace

/// The choice of questions for one lesson.
struct QuestionChoice {
  /// The number of questions, at most.
  var limit = 12
  /// The number of questions of one kind, at most.
  var limitPerKind = 2
  /// The kinds to ask, the most important ones first.
  var kinds = QuestionKind.found

  /// Chooses from all questions of a run.
  ///
  /// - Parameter all: The questions, in order of the moments at which they are asked.
  /// - Returns: The chosen ones, in the same order. None is asked before the previous one is answered.
  func chosen(from all: [Question]) -> [Question] {
    var chosen: [Question] = []
    // First one of each kind, the most instructive kinds first; then further ones.
    for round in 0..<limitPerKind {
      for kind in kinds where chosen.count < limit {
        guard chosen.count(where: { $0.kind == kind }) == round else { continue }
        if let next = all.first(where: { $0.kind == kind && fits($0, among: chosen) }) { chosen.append(next) }
      }
    }
    return chosen.sorted { ($0.askedAt, $0.answeredAt) < ($1.askedAt, $1.answeredAt) }
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

  /// The questions of a run that has no lesson: few, of many kinds, and none asked before the previous one is answered.
  ///
  /// - Parameters:
  ///   - all: Every question that the run answers.
  ///   - limit: The maximum number of questions.
  /// - Returns: The questions to ask, in order.
  public static func chosen(from all: [Question], limit: Int = 12) -> [Question] {
    spread(QuestionChoice(limit: limit).chosen(from: all))
  }

  /// The questions of a lesson: its own that the run proves, and one of each kind that it takes from the run.
  static func asked(by lesson: Lesson?, _ events: [Event], _ facts: RunFacts) -> [Question] {
    func all() -> [Question] { self.all(of: events, texts: facts.texts) }
    guard let lesson, !(lesson.questions.isEmpty && lesson.asks.isEmpty) else { return chosen(from: all()) }
    let maker = QuestionMaker(facts: facts)
    let own = lesson.questions.compactMap { try? maker.question($0) }
    let taken = lesson.asks.isEmpty ? [] : QuestionChoice(limitPerKind: 1, kinds: lesson.asks).chosen(from: all())
    return spread(
      (own + taken).enumerated().sorted { ($0.element.askedAt, $0.offset) < ($1.element.askedAt, $1.offset) }.map(
        \.element))
  }

  /// The questions with their right answers spread over the places, so that a place says nothing.
  ///
  /// Numbers and moments stay in their order.
  private static func spread(_ questions: [Question]) -> [Question] {
    var questions = questions
    var counts = [0, 0, 0, 0]
    for index in questions.indices {
      let question = questions[index]
      let isOrdered = ["when", "count"].contains(question.template)
      if !isOrdered {
        // Of the places used least, one that depends on the question alone.
        let places = question.answers.indices
        let fewest = places.map { counts[$0] }.min() ?? 0
        let free = places.filter { counts[$0] == fewest }
        let mixed = (question.askedAt &+ 1) &* 0x9E37_79B9_7F4A_7C15 ^ question.promise &* 0xD1B5_4A32_D192_ED03
        let place = free[Int(mixed >> 33) % free.count]
        let answer = questions[index].answers.remove(at: question.right)
        questions[index].answers.insert(answer, at: place)
        questions[index].right = place
      }
      counts[questions[index].right] += 1
    }
    return questions
  }
}
