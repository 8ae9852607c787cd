// unbounded-concurrency: very many promises that one body started at one call site before any of them had settled.

import ChainModel
import PlainText
import PromiseTrace

extension Rule {
  /// Very many promises that one body started at once.
  public static let unboundedConcurrency = Rule(
    "unbounded-concurrency", .note, .note, "A body or handler started very many promises at one call site at once.",
    advice: Text("Start a bounded number at a time, for instance with a pool or in batches.", "限制同时启动的数量，例如使用池或分批。"))
}

struct UnboundedConcurrency: RuleCheck {
  static var rules: [Rule] { [.unboundedConcurrency] }
  static var thresholds: [Rule: RuleThreshold] {
    [.unboundedConcurrency: .count(\.concurrency, least: 2, word: "promises")]
  }
  static var events: [WatchedEvent] {
    [.init(.created, hasPeer: false, isInBody: true), .init(.fulfilled), .init(.rejected), .init(.lost)]
  }

  /// The promises of one call site in one body; other pairs with the same index take its place.
  private struct Burst {
    var context: PromiseID = 0
    var origin: UInt32 = .max
    var first: PromiseID = 0
    var open = 0
  }

  private var bursts = [Burst](repeating: Burst(), count: 256)
  /// The first promise of each burst that reached the limit.
  private var found = Candidates<PromiseID>()
  /// The largest number in flight, by the first promise.
  private var largest: [PromiseID: Int] = [:]

  mutating func watch(_ event: Event, _ watches: inout Watches, _ store: ChainStore) {
    switch event.kind {
    case .created:
      if event.context != 0, event.peer == 0, event.site.line > 0 {
        created(event, limit: watches.settings.concurrency, store)
      }
    case .lost: for index in bursts.indices { bursts[index] = Burst() }
    default:
      let origin = store.origin(of: event.promise)
      let index = callSiteIndex(origin)
      guard bursts[index].origin == origin, bursts[index].open > 0,
        store.facts(event.promise)?.inside == bursts[index].context
      else { return }
      bursts[index].open -= 1
    }
  }

  private mutating func created(_ event: Event, limit: Int, _ store: ChainStore) {
    let origin = store.origin(of: event.promise)
    let index = callSiteIndex(origin)
    guard bursts[index].origin == origin, bursts[index].context == event.context else {
      // A burst in progress must not be hidden by a single promise.
      if bursts[index].open < 16 || !store.isOpen(bursts[index].context) {
        bursts[index] = Burst(context: event.context, origin: origin, first: event.promise, open: 1)
      }
      return
    }
    bursts[index].open += 1
    guard bursts[index].open >= limit else { return }
    let first = bursts[index].first
    found.insert(first)
    if found.omitted == 0 { largest[first] = max(largest[first] ?? 0, bursts[index].open) }
  }

  func candidates(_ watches: Watches) -> CandidateCount { found.count }

  func find(_ report: inout FindingsCollector) {
    let store = report.store
    for id in found.all {
      guard let facts = store.facts(id), let count = largest[id] else { continue }
      report.add(.unboundedConcurrency, facts, time: facts.created, evidence: [facts.inside].filter { $0 != 0 }) {
        let (name, body) = (store.nameInSentence(id), store.nameInSentence(facts.inside))
        return FindingText(
          "\(body) started \(NumberText.grouped(count)) promises at this call site at once, starting with \(name), "
            + "before any of them made room",
          "\(body) 在此调用点同时启动了 \(NumberText.grouped(count)) 个 Promise（从 \(name) 开始），没有等待任何一个完成")
      }
    }
  }
}
