// Makes the questions of a lesson from its data and a run. Owns the proof: a question is kept only if the run makes exactly one of its
// options true and refutes all the others.

import PlainText
import PromiseTrace

/// Why a question of a lesson can't be asked about a run.
public enum QuestionProblem: Error, Sendable, Hashable {
  /// The run has no such event.
  case noMoment(String)
  /// The run does not bear out what the text says of it.
  case notGiven(Statement)
  /// No option is true.
  case noRightOption
  /// Several options are true, by their numbers.
  case rightOptions([Int])
  /// The run does not decide an option, by its number.
  case undecided(Int)
  /// Two options say the same.
  case sameText
}

/// Makes questions of a run.
struct QuestionMaker {
  let facts: RunFacts

  /// The question about the run.
  ///
  /// - Throws: ``QuestionProblem`` if not exactly one option is true.
  func question(_ data: LessonQuestion) throws(QuestionProblem) -> Question {
    guard let index = facts.first(data.moment.happening) else { throw .noMoment(data.moment.happening.text) }
    if let claim = data.claims.first(where: { facts.holds($0) != true }) { throw .notGiven(claim) }
    let asked = data.moment.isBefore ? index : end(ofCreationAt: index)
    var right: [Int] = []
    for (number, option) in data.options.enumerated() {
      switch facts.holds(option.claim) {
      case true?: right.append(number)
      case false?: break
      case nil: throw .undecided(number + 1)
      }
    }
    guard right.count <= 1 else { throw .rightOptions(right.map { $0 + 1 }) }
    guard let place = right.first else { throw .noRightOption }
    let answers = data.options.map { option in
      let isRight = option == data.options[place]
      return Answer(
        text: words(option, data.template, at: asked), claim: option.claim,
        refutation: isRight ? nil : facts.refutation(of: option.claim), why: option.why ?? data.rule,
        pick: pick(option, data.template, at: asked))
    }
    guard Set(answers.map(\.text)).count == answers.count else { throw .sameText }
    let about = data.about ?? data.moment.happening.label
    return Question(
      template: data.template.rawValue, promise: about.flatMap(facts.promise) ?? 0,
      askedAt: UInt64(asked),
      answeredAt: UInt64(max(asked, min(facts.events.count, facts.decision(of: data.options[place].claim) + 1))),
      prompt: line(data.prompt), answers: answers, right: place, rule: data.rule, code: data.code)
  }

  /// The number of events with a new promise, its label, and its registrations.
  private func end(ofCreationAt index: Int) -> Int {
    let created = facts.events[index]
    var end = index + 1
    guard created.kind == .created else { return end }
    while end < facts.events.count, facts.events[end].belongs(toCreationOf: created.promise) { end += 1 }
    return end
  }

  private func line(_ text: Text) -> LocalizedLine {
    LocalizedLine(StoryLine([.text(text.english)]), StoryLine([.text(text.chinese)]))
  }

  private func words(_ option: LessonQuestion.Option, _ template: QuestionTemplate, at asked: Int) -> LocalizedLine {
    if let text = option.text { return line(text) }
    switch option.claim {
    case .with(_, let moment):
      let words = facts.words(moment, at: asked)
      guard let index = facts.first(moment) else { return LocalizedLine("When \(words.english)", "\(words.chinese)时") }
      let time = RunFacts.time(facts.events[index].time)
      return LocalizedLine("At \(time), when \(words.english)", "\(time)，\(words.chinese)时")
    case .at(_, let time): return LocalizedLine("At \(RunFacts.time(time))", "\(RunFacts.time(time)) 时")
    case .times(_, let count): return LocalizedLine("\(String(count))", "\(String(count))")
    case .pending(let labels, _, _):
      func list(_ separator: String) -> StoryLine {
        StoryLine(
          labels.enumerated().flatMap {
            ($0.offset > 0 ? [.text(separator)] : []) + facts.name($0.element, at: asked).pieces
          })
      }
      return labels.isEmpty ? LocalizedLine("None of them", "一个也没有") : LocalizedLine(list(", "), list("、"))
    case .gives(let one, let text):
      let shown = Escaping.line(text, limit: 40)
      let piece = StoryLine([one.kind == .rejected ? .error(shown) : .value(shown)])
      return one.kind == .rejected
        ? LocalizedLine("The error \(piece)", "错误 \(piece)") : LocalizedLine("The value \(piece)", "值 \(piece)")
    case .on(_, let queue): return LocalizedLine(StoryLine([.text(queue)]), StoryLine([.text(queue)]))
    case .first(let one, _), .last(let one, _), .happens(let one):
      if template == .drawn || one.label == nil { return facts.words(one, at: asked) }
      let name = facts.name(one.label ?? "", at: asked)
      return LocalizedLine(name, name)
    case .never(let one), .before(let one, _), .after(let one, _): return facts.words(one, at: asked)
    }
  }

  /// What to point at instead of choosing a number.
  private func pick(_ option: LessonQuestion.Option, _ template: QuestionTemplate, at asked: Int) -> AnswerPick? {
    switch template {
    case .when:
      switch option.claim {
      case .at(_, let time): return .time(time)
      case .with(_, let moment): return facts.first(moment).map { .time(facts.events[$0].time) }
      default: return nil
      }
    case .first, .last:
      guard let label = option.claim.happenings.first?.label,
        let index = facts.first(NamedEvent(.label(label), .created)), index < asked
      else { return nil }
      return .row(facts.events[index].promise)
    case .handler, .branch:
      guard let label = option.claim.happenings.first?.label,
        let index = facts.first(NamedEvent(.label(label), .created)), facts.events[index].site.line > 0
      else { return nil }
      return .line(facts.events[index].site)
    case .count, .pending, .drawn, .gives, .queue, .claim, .compare, .state: return nil
    }
  }
}
