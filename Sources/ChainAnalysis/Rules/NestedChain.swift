// nested-chain: handlers within handlers within handlers. A note, because a log does not have the values that a handler captures.

import ChainModel
import PlainText
import PromiseTrace

extension Rule {
  /// Handlers within handlers within handlers.
  public static let nestedChain = Rule(
    "nested-chain", .note, .note, "Handlers are nested in one another instead of following one another in a chain.",
    advice: Text(
      "Return each promise from its handler and put the next step below, in one chain; pass on a value that a later step needs, too.",
      "从每个处理函数中返回 Promise，把下一步写在同一条链的下面；后面还需要的值也一并传下去。"))
}

struct NestedChain: RuleCheck {
  static var rules: [Rule] { [.nestedChain] }
  static var events: [WatchedEvent] {
    [.init(.created, hasPeer: true, isInBody: true)]
  }

  /// The least number of handlers within handlers.
  private static let leastDepth = 3

  /// The outermost promises.
  private var nested = Candidates<PromiseID>()
  /// How deep they are, by the outermost promise.
  private var depths: [PromiseID: Int] = [:]

  mutating func watch(_ event: Event, _ watches: inout Watches, _ store: ChainStore) {
    guard event.site.line > 0 else { return }
    var (outer, inner, depth) = (store.facts(event.context), event.site, 1)
    var (outermost, origins) = (PromiseID(0), Set([store.origin(of: event.promise)]))
    while depth < 64, let facts = outer, facts.from != 0, facts.site.isInSameFunction(as: inner),
      facts.site.line <= inner.line, origins.insert(facts.origin).inserted
    {
      (outermost, inner, depth) = (facts.id, facts.site, depth + 1)
      outer = store.facts(facts.inside)
    }
    guard depth >= Self.leastDepth else { return }
    nested.insert(outermost)
    if nested.omitted == 0 { depths[outermost] = max(depths[outermost] ?? 0, depth) }
  }

  func candidates(_ watches: Watches) -> CandidateCount { nested.count }

  func find(_ report: inout FindingsCollector) {
    let store = report.store
    for id in nested.all {
      guard let facts = store.facts(id), let depth = depths[id] else { continue }
      report.add(.nestedChain, facts, time: facts.created) {
        let name = store.nameInSentence(id)
        return FindingText(
          "handlers are nested \(depth) deep, starting with that of \(name), instead of following one another in a chain",
          "从 \(name) 的处理函数开始，处理函数嵌套了 \(depth) 层，而没有在一条链上依次排列")
      }
    }
  }
}
