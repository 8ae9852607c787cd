// lost-result: a value that nothing asked for.

import ChainModel
import PlainText
import PromiseTrace

extension Rule {
  /// A value that nothing asked for.
  public static let lostResult = Rule(
    "lost-result", .note, .note, needsSettlement: true,
    "A promise was fulfilled with a value that no handler asked for.",
    advice: Text("Use the value, or let the operation return nothing.", "使用这个值，或者让操作不返回值。"))
}

struct LostResult: RuleCheck {
  static var rules: [Rule] { [.lostResult] }
  static var events: [WatchedEvent] {
    [.init(.finished), .init(.released)]
  }
  static var after: [any RuleCheck.Type] { [BlockingWait.self] }

  private var unused = Candidates<PromiseID>()
  /// The promises whose bodies returned values for which nothing had asked.
  private var returned: Set<PromiseID> = []

  mutating func watch(_ event: Event, _ watches: inout Watches, _ store: ChainStore) {
    switch event.kind {
    case .finished:
      if event.outcome == .value, returned.count < 4_096, !store.hasReaction(event.promise) {
        returned.insert(event.promise)
      }
    default:
      guard event.state == .fulfilled else { return }
      let hasReturned = !returned.isEmpty && returned.remove(event.promise) != nil
      if store.isUnused(event.promise, isKnownValue: hasReturned) { unused.insert(event.promise) }
    }
  }

  func candidates(_ watches: Watches) -> CandidateCount { unused.count }

  func find(_ report: inout FindingsCollector) {
    let store = report.store
    var operators = OperatorTable()
    // What a thread waits for in vain is used.
    for id in unused.all where !report.isExplained(id, by: .blockingWait) {
      guard let facts = store.facts(id) else { continue }
      let value = store.texts[facts.text]
      if value == "()" || value == "Void" { continue }
      guard operators.traits(facts.operation, store.texts).isOrdinary, let settled = facts.settled,
        report.run.isWhole(from: facts.created, to: facts.released)
      else { continue }
      // A handler that returned nothing passes on the value of its parent.
      guard facts.cause != .returned || facts.via == 0 else { continue }
      report.add(.lostResult, facts, time: settled, known: facts.released) {
        let (name, text) = (store.nameInSentence(id), value.map { Escaping.line($0) })
        return FindingText(
          "no handler asked for the value of \(name)\(text.map { ": \($0)" } ?? "")",
          "没有处理函数使用 \(name) 的值\(text.map { "：\($0)" } ?? "")")
      }
    }
  }
}
