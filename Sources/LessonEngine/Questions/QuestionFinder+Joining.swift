// Questions about promises that wait for several others or that took another one's place: combinators and their inputs, adoption, and how
// far a cancellation goes.

import ChainModel
import PlainText
import PromiseTrace

extension QuestionFinder {
  /// The combinators whose rule of decision is known.
  private enum Rule {
    case all, race, any, allSettled, whenAll

    /// The rule, and the misconception behind a wrong answer.
    var misreading: Misconception {
      switch self {
      case .all: .misreadsAll
      case .race: .misreadsRace
      case .any: .misreadsAny
      case .allSettled: .misreadsAllSettled
      case .whenAll: .misreadsWhenAll
      }
    }

    /// Whether one input's outcome decides the combinator while others are pending.
    func isDecided(byValue isFulfilled: Bool) -> Bool {
      switch self {
      case .all: !isFulfilled
      case .race: true
      case .any: isFulfilled
      case .allSettled, .whenAll: false
      }
    }

    init?(_ operation: String) {
      switch operation {
      case "all", "when": self = .all
      case "whenAll", "whenAllResult": self = .whenAll
      case "race": self = .race
      case "any": self = .any
      case "allSettled": self = .allSettled
      default: return nil
      }
    }
  }

  /// The first combinator that has a promise as an input.
  private func combinator(of id: PromiseID) -> PromiseID? {
    var found: PromiseID?
    store.forEachDependent(of: id, limit: 16) { dependent, dependence, _ in
      if dependence == .input { found = dependent }
      return found == nil
    }
    return found
  }

  /// The rule of a combinator; nil if it is not known.
  ///
  /// PromiseKit's `when` has two, for values and for outcomes of any kind, and one name. What becomes of a rejected input tells them apart.
  private func rule(of id: PromiseID, from index: Int) -> Rule? {
    let operation = names.operation(of: id)
    guard operation == "when" else { return Rule(operation) }
    guard let settlement = record.settlement(of: id, from: index) else { return nil }
    if record.events[settlement].kind == .rejected { return .all }
    let hasRejected = store.inputs(of: id).contains { input in
      if !store.isOpen(input) { return store.facts(input)?.isRejected == true }
      return record.settlement(of: input, from: index).map { record.events[$0].kind == .rejected } ?? false
    }
    return hasRejected ? .allSettled : nil
  }

  /// Asks what the outcome of one input does to a combinator.
  mutating func askAboutCombinators(_ event: Event, at index: Int) {
    guard !event.isCancelled, let id = combinator(of: event.promise), store.isOpen(id),
      let rule = rule(of: id, from: index)
    else { return }
    let open = store.inputs(of: id).filter { store.isOpen($0) }
    guard !open.isEmpty else { return }
    let isFulfilled = event.kind == .fulfilled
    let operation = names.operation(of: id)
    // What answers the question: its own settlement, or another input's while it is still pending.
    let settlements = ([id] + open).compactMap { record.settlement(of: $0, from: index) }
    let decides = LocalizedLine(
      isFulfilled ? "It is fulfilled with that value, at once." : "It is rejected with that error, at once.",
      isFulfilled ? "它立即以这个值兑现。" : "它立即以这个错误被拒绝。")
    let ending: Claim.Ending = isFulfilled ? .fulfilled : .rejected
    let decided = Claim.settlesFirst(id, ending, before: open)
    let waits = LocalizedLine("It stays pending: it waits for other inputs.", "它保持待定：还要等待其他输入。")
    let waiting = Claim.settlesLater(id, after: open)
    let skips = LocalizedLine("It is fulfilled with the values so far.", "它以目前的值兑现。")
    let skipping = Claim.settlesFirst(id, .fulfilled, before: open)
    let facts = [
      outcome(event),
      LocalizedLine(
        "It is an input of \(name(id)) (\(operation)), and \(open.count == 1 ? "another one is" : "\(NumberText.grouped(open.count)) others are") pending.",
        "它是 \(name(id))（\(operation)）的输入，另有 \(NumberText.grouped(open.count)) 个输入待定。"),
    ]
    let isDecided = record.holds(decided, from: index) == true
    guard isDecided == rule.isDecided(byValue: isFulfilled) else { return }
    let misreading = rule.misreading
    let rejects = Claim.settlesFirst(id, .rejected, before: open)
    var wrong: [(Misconception, LocalizedLine, Claim)] = [
      isDecided ? (misreading, waits, waiting) : (misreading, decides, decided)
    ]
    if !isFulfilled {
      wrong.append((misreading, skips, skipping))
    } else if isDecided {
      wrong.append((misreading, LocalizedLine("It is rejected: the others are late.", "它被拒绝：其他输入太迟了。"), rejects))
    } else if rule == .all || rule == .whenAll {
      wrong.append((misreading, LocalizedLine("It is rejected: an input is missing.", "它被拒绝：缺少一个输入。"), rejects))
    }
    propose(
      .combinator, about: id, at: index, answeredBy: settlements.min(), with: [event.promise] + open,
      rule: misreading.lesson, facts: facts,
      whatHappens(to: id), right: isDecided ? (decides, decided) : (waits, waiting), wrong: wrong)
  }

  /// Asks what happens to the inputs that a combinator no longer needs.
  mutating func askAboutLosers(_ event: Event, at index: Int) {
    guard event.cause == .combinator, Rule(names.operation(of: event.promise)) != nil else { return }
    let losers = store.inputs(of: event.promise).filter {
      store.isOpen($0) && store.facts($0)?.isCancelRequested == false
    }
    guard let loser = losers.first, let settlement = record.settlement(of: loser, from: index) else { return }
    let fate = record.events[settlement]
    guard !fate.isCancelled, fate.time > event.time else { return }
    propose(
      .loser, about: loser, at: index, answeredBy: settlement, with: [event.promise],
      facts: [
        outcome(event),
        LocalizedLine("Its input \(name(loser)) is still pending.", "它的输入 \(name(loser)) 仍然待定。"),
      ], whatHappens(to: loser),
      right: (
        LocalizedLine("It is not affected, and settles on its own.", "它不受影响，自行敲定。"),
        .settles(loser, RunRecord.ending(of: fate), .any, running: nil)
      ),
      wrong: [
        (
          .losersStop, LocalizedLine("It is canceled: nothing needs it anymore.", "它被取消：不再有谁需要它。"),
          .settles(loser, .canceled, .any, running: nil)
        ),
        (
          .losersHang, LocalizedLine("It stays pending forever.", "它永远待定。"), .neverSettles(loser)
        ),
      ])
  }

  /// Asks what happens to a promise that was resolved with the settled one.
  mutating func askAboutAdopters(_ event: Event, at index: Int) {
    var adopter: PromiseID = 0
    store.forEachDependent(of: event.promise, limit: 16) { dependent, dependence, _ in
      if dependence == .adopted, store.isOpen(dependent) { adopter = dependent }
      return adopter == 0
    }
    guard adopter != 0, !event.isCancelled, store.reactionCount(of: event.promise) <= 1 else { return }
    let isFulfilled = event.kind == .fulfilled
    let ending: Claim.Ending = isFulfilled ? .fulfilled : .rejected
    let hasHandler = names.hasHandler(adopter)
    propose(
      .adoption, about: adopter, at: index, answeredBy: record.settlement(of: adopter, from: index),
      with: [event.promise],
      facts: [
        outcome(event),
        hasHandler
          ? LocalizedLine(
            "The handler of \(name(adopter)) had returned \(short(event.promise)).",
            "\(name(adopter)) 的处理函数之前返回了 \(short(event.promise))。")
          : LocalizedLine(
            "\(name(adopter)) was resolved with \(short(event.promise)).",
            "\(name(adopter)) 之前采用了 \(short(event.promise))。"),
      ], whatHappens(to: adopter),
      right: (
        sameOutcome(event),
        .settles(adopter, ending, .equal(event.text), running: nil)
      ),
      wrong: [
        (
          .adopterIsIndependent,
          hasHandler
            ? LocalizedLine("It stays pending until its own handler runs again.", "它一直待定，直到自己的处理函数再次运行。")
            : LocalizedLine("It stays pending until the program settles it.", "它一直待定，直到程序让它敲定。"),
          .neverSettles(adopter)
        ),
        isFulfilled
          ? (
            .promiseAsValue,
            LocalizedLine(
              "It is fulfilled with the promise \(short(event.promise)).", "它以 Promise \(short(event.promise)) 为值兑现。"),
            .settles(adopter, .fulfilled, .other(than: event.text), running: nil)
          )
          : (
            .adopterIsIndependent,
            hasHandler
              ? LocalizedLine("It is fulfilled: its handler had returned.", "它会兑现：它的处理函数已经返回。")
              : LocalizedLine(
                "It is fulfilled: the error is that of \(short(event.promise)).", "它会兑现：那是 \(short(event.promise)) 的错误。"
              ),
            .settles(adopter, .fulfilled, .any, running: nil)
          ),
      ])
  }

  /// The answer that a promise settles like another one; without a recorded value, it mentions none.
  private func sameOutcome(_ event: Event) -> LocalizedLine {
    switch (event.kind == .fulfilled, event.text == .none) {
    case (true, true): LocalizedLine("It is fulfilled, too.", "它也兑现。")
    case (true, false): LocalizedLine("It is fulfilled with the same value.", "它以同样的值兑现。")
    case (false, true): LocalizedLine("It is rejected, too.", "它也被拒绝。")
    case (false, false): LocalizedLine("It is rejected with the same error.", "它以同样的错误被拒绝。")
    }
  }

  /// Asks how far a cancellation goes.
  mutating func askAboutCancellation(_ event: Event, at index: Int) {
    guard event.isCancelled, let facts = store.facts(event.promise), facts.isCancelRequested, facts.from != 0 else {
      return
    }
    let source = facts.from
    guard store.isOpen(source), store.reactionCount(of: source) == 1,
      let settlement = record.settlement(of: source, from: index), record.events[settlement].isCancelled
    else { return }
    propose(
      .cancellation, about: source, at: index, answeredBy: settlement, with: [event.promise],
      facts: [
        LocalizedLine("\(name(event.promise)) was canceled on request.", "\(name(event.promise)) 已按请求取消。"),
        LocalizedLine(
          "It was all that waited for \(name(source)).", "只有它在等待 \(name(source))。"),
      ], whatHappens(to: source),
      right: (
        LocalizedLine("It is canceled, too.", "它也被取消。"), .settles(source, .canceled, .any, running: nil)
      ),
      wrong: [
        (
          .cancellationStaysLocal,
          LocalizedLine("It is fulfilled later, but nothing gets its value.", "它稍后兑现，但没有谁得到它的值。"),
          .settles(source, .fulfilled, .any, running: nil)
        ),
        (
          .cancellationStaysLocal, LocalizedLine("It stays pending forever.", "它永远待定。"), .neverSettles(source)
        ),
      ])
  }
}
