// many-handlers: a promise with many handlers.

import ChainModel
import PlainText
import PromiseTrace

extension Rule {
  /// A promise with many handlers.
  public static let manyHandlers = Rule(
    "many-handlers", .note, .note, "A promise has an unusual number of handlers.",
    advice: Text(
      "Check that handlers are not registered again and again on a promise that lives long.",
      "检查是否在长期存活的 Promise 上反复登记处理函数。"))
}

struct ManyHandlers: RuleCheck {
  static var rules: [Rule] { [.manyHandlers] }
  static var thresholds: [Rule: RuleThreshold] { [.manyHandlers: .count(\.handlers, least: 1, word: "handlers")] }
  static var events: [WatchedEvent] {
    [.init(.registered)]
  }

  private var crowded = Candidates<PromiseID>()

  mutating func watch(_ event: Event, _ watches: inout Watches, _ store: ChainStore) {
    if store.latestReactionCount == watches.settings.handlers { crowded.insert(event.promise) }
  }

  func candidates(_ watches: Watches) -> CandidateCount { crowded.count }

  func find(_ report: inout FindingsCollector) {
    let store = report.store
    for id in crowded.all {
      guard let facts = store.facts(id) else { continue }
      report.add(.manyHandlers, facts, time: facts.created, known: facts.settled) {
        let (name, count) = (store.nameInSentence(id), NumberText.grouped(store.reactionCount(of: id)))
        return FindingText("\(name) has \(count) handlers", "\(name) 有 \(count) 个处理函数")
      }
    }
  }
}
