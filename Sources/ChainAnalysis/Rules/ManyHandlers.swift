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
      let usual = usualHandler(of: facts, store)
      report.add(
        .manyHandlers, facts, time: facts.created, known: facts.settled,
        related: [usual.flatMap { store.related($0.id, Text("most handlers were registered here", "多数处理函数在此登记")) }]
      ) {
        let (name, count) = (store.nameInSentence(id), NumberText.grouped(store.reactionCount(of: id)))
        return FindingText("\(name) has \(count) handlers", "\(name) 有 \(count) 个处理函数")
          + (usual.map { registration(of: $0, store) } ?? .empty)
      }
    }
  }

  /// One of the handlers that the same line of another function registered, if most of the latest are from there.
  private func usualHandler(of facts: NodeFacts, _ store: ChainStore) -> NodeFacts? {
    var (counts, samples): ([Site: Int], [Site: NodeFacts]) = ([:], [:])
    store.forEachDependent(of: facts.id, limit: 256) { dependent, kind, _ in
      guard kind == .derived, let handler = store.facts(dependent), handler.site.line > 0 else { return true }
      counts[handler.site, default: 0] += 1
      if samples[handler.site] == nil { samples[handler.site] = handler }
      return true
    }
    let all = counts.values.reduce(0, +)
    guard let (site, count) = counts.max(by: { ($0.value, $1.key.line) < ($1.value, $0.key.line) }), count * 2 > all,
      !site.isInSameFunction(as: facts.site)
    else { return nil }
    return samples[site]
  }

  private func registration(of handler: NodeFacts, _ store: ChainStore) -> FindingText {
    guard let site = store.nodeSite(handler.site).map({ Escaping.line($0.short) }) else { return .empty }
    return FindingText(", most of them registered at \(site)", "，多数在 \(site) 登记")
      + store.outside(of: handler, at: handler.site, isBodyNamed: false)
  }
}
