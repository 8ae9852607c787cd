// What is wrong with a lesson, given its run. Owns the check and its sentences: every note happens and is true, every question has exactly
// one right answer, and there is one within the first steps.

import PlainText
import PromiseTrace

/// Something in a lesson that its run does not bear out.
public struct LessonProblem: Sendable, Hashable {
  /// The line in the lesson's file.
  public var line: Int
  /// The sentence, without a period.
  public var sentence: String
}

extension Lesson {
  /// What a run does not bear out.
  ///
  /// - Parameters:
  ///   - events: The events of the lesson's unchanged run, to its end.
  ///   - texts: The table that they refer to.
  /// - Returns: The problems, in the order of their lines; empty if every note is true and every question has one right answer.
  public func problems(in events: [Event], texts: TextTable) -> [LessonProblem] {
    let facts = RunFacts(events, texts: texts)
    var problems: [LessonProblem] = []
    func add(_ line: Int, _ sentence: String) { problems.append(LessonProblem(line: line, sentence: sentence)) }
    if events.contains(where: { $0.kind == .lost }) {
      add(lines.run, "the run has gaps, so it proves nothing: record it again")
    } else if !events.contains(where: { $0.kind == .ended }) {
      add(lines.run, "the run has no end, so it does not prove that something never happens: let the program end")
    }
    if !problems.isEmpty { return problems }
    for note in notes {
      if facts.first(note.moment) == nil {
        add(note.line, "the note's event does not happen in the run: \(note.moment.text)")
      }
      for claim in note.claims where facts.holds(claim) != true {
        add(note.line, "the note's claim is not true of the run: \(facts.refutation(of: claim).english.text)")
      }
    }
    let maker = QuestionMaker(facts: facts)
    for question in questions {
      if let about = question.about, facts.promise(about) == nil {
        add(question.line, "no promise of the run has the label '\(about)'")
      }
      // An option that is only a label would be wrong if the label were misspelled, and another one would be right.
      let unknown = question.options.lazy.filter { $0.text == nil }.flatMap(\.claim.subjects).compactMap(\.label)
        .first { !$0.contains("*") && facts.promise($0) == nil }
      if let unknown {
        add(
          question.line,
          "an option names '\(unknown)', and no promise of the run has that label; if that is meant, give the option a text of its own"
        )
        continue
      }
      if let (one, other) = question.swappedOptions {
        add(question.line, "the texts of options \(one) and \(other) are swapped: each names what the other one claims")
      }
      do throws(QuestionProblem) {
        _ = try maker.question(question)
      } catch {
        add(question.line, error.sentence(facts, question))
      }
    }
    let given = asks.isEmpty ? [] : Set(FaultQuestions(facts).questions(asks).compactMap(\.kind))
    for kind in asks where !given.contains(kind) {
      add(lines.asks[kind] ?? 1, "the run gives no question '\(kind.rawValue)'")
    }
    return problems.enumerated().sorted { ($0.element.line, $0.offset) < ($1.element.line, $1.offset) }.map(\.element)
  }
}

extension Lesson {
  /// The maximum number of steps before the first question.
  private static let stepsBeforeAsking = 5

  /// Why a lesson has no question early enough.
  ///
  /// - Parameters:
  ///   - events: The events of the lesson's unchanged run, to its end.
  ///   - texts: The table that they refer to.
  /// - Returns: The problem; nil if the first question comes within five steps, or if the run makes no lesson.
  public func lateQuestion(in events: [Event], texts: TextTable) -> LessonProblem? {
    guard !questions.isEmpty || !asks.isEmpty else {
      return LessonProblem(
        line: lines.questions,
        sentence: "expected at least one question under 'questions'")
    }
    let run = LessonIntake(of: events, texts: texts)
    guard let plan = try? LessonPlan(of: run, lesson: self), !plan.questions.isEmpty else { return nil }
    let before = LessonWalk(plan).places.prefix { if case .question = $0 { false } else { true } }
    let steps = before.count { if case .step = $0 { true } else { false } }
    guard steps > Self.stepsBeforeAsking else { return nil }
    return LessonProblem(
      line: lines.questions,
      sentence: "the first question comes after \(steps) steps; ask one within the first \(Self.stepsBeforeAsking)")
  }
}

extension LessonQuestion {
  /// The numbers, from 1, of two options whose texts are swapped; nil if there are none.
  ///
  /// The text of each names what the other option claims, and nothing that its own option claims.
  fileprivate var swappedOptions: (Int, Int)? {
    let names = options.map { Set($0.claim.names) }
    func mixesUp(_ one: Int, _ other: Int) -> Bool {
      guard let text = options[one].text else { return false }
      return Language.allCases.contains { language in
        let words = text.text(in: language)
        func says(_ name: String) -> Bool {
          words == name || [("`", "`"), ("\"", "\""), ("「", "」")].contains { words.contains($0.0 + name + $0.1) }
            || name.first?.isNumber == true && words.split { !$0.isNumber && $0 != "." }.contains { $0 == name }
        }
        return names[other].subtracting(names[one]).contains(where: says) && !names[one].contains(where: says)
      }
    }
    for one in options.indices {
      for other in options.indices.dropFirst(one + 1) where mixesUp(one, other) && mixesUp(other, one) {
        return (one + 1, other + 1)
      }
    }
    return nil
  }
}

extension Statement {
  /// What the text of an option can name of the statement: its subject, a value, or a number.
  fileprivate var names: [String] {
    let subjects = subjects.prefix(1).map { event in
      switch event.subject {
      case .label(let name), .line(let name): name
      }
    }
    switch self {
    case .gives(_, let text), .on(_, let text): return [text]
    case .times(_, let count): return ["\(count)"]
    case .pending(let labels, _, _): return labels
    default: return subjects
    }
  }
}

extension QuestionProblem {
  fileprivate func sentence(_ facts: RunFacts, _ question: LessonQuestion) -> String {
    switch self {
    case .noMoment(let moment): "the question is never asked, because this does not happen in the run: \(moment)"
    case .notGiven(let claim):
      "the question's claim is not true of the run: \(facts.refutation(of: claim).english.text)"
    case .noRightOption:
      "the question has no right answer. "
        + (question.options.first.map { facts.refutation(of: $0.claim).english.text } ?? "")
    case .rightOptions(let numbers):
      "the question has \(numbers.count) right answers: options \(numbers.map(String.init).joined(separator: " and "))"
    case .undecided(let number): "the run does not decide option \(number)"
    case .sameText: "two options of the question say the same"
    }
  }
}
