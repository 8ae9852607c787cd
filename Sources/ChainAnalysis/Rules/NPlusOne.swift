// n-plus-one: a request for each element of a list that another request loaded. A note, because a log does not have the arguments of a request.

import ChainModel
import PlainText
import PromiseTrace

extension Rule {
  /// A request for each element of a list that another request loaded.
  public static let nPlusOne = Rule(
    "n-plus-one", .note, .note, "A request for a list is followed by one for each of its elements.",
    advice: Text(
      "Ask for all elements with one request, or let the first request return them.", "用一个请求取得所有元素，或让第一个请求直接返回它们。"))
}

struct NPlusOne: RuleCheck {
  static var rules: [Rule] { [.nPlusOne] }
  static var events: [WatchedEvent] {
    [.init(.created, hasPeer: false, isInBody: true), .init(.lost)]
  }
  static var after: [any RuleCheck.Type] {
    [QueueContention.self, SerialAlthoughIndependent.self, UnboundedConcurrency.self, RetryStorm.self]
  }

  /// The promises that one body created at one call site.
  private struct Fanout {
    var body: PromiseID = 0
    var origin: UInt32 = .max
    var first: PromiseID = 0
    var count = 0
  }

  /// The least number of promises that one body creates at one call site to be a list.
  private static let shortest = 5

  private var fanouts = [Fanout](repeating: Fanout(), count: 256)
  /// The first promise of each body that created several at one call site.
  private var lists = Candidates<PromiseID>()
  /// How many they were, by the first promise.
  private var lengths: [PromiseID: Int] = [:]

  mutating func watch(_ event: Event, _ watches: inout Watches, _ store: ChainStore) {
    if event.kind == .lost {
      for index in fanouts.indices { fanouts[index] = Fanout() }
      return
    }
    guard event.site.line > 0 else { return }
    let origin = store.origin(of: event.promise)
    let index = callSiteIndex(origin)
    guard fanouts[index].origin == origin, fanouts[index].body == event.context else {
      fanouts[index] = Fanout(body: event.context, origin: origin, first: event.promise, count: 1)
      return
    }
    fanouts[index].count += 1
    guard fanouts[index].count >= Self.shortest else { return }
    lists.insert(fanouts[index].first)
    if lists.omitted == 0 { lengths[fanouts[index].first] = fanouts[index].count }
  }

  func candidates(_ watches: Watches) -> CandidateCount { lists.count }

  func find(_ report: inout FindingsCollector) {
    let store = report.store
    let explained: Set<Rule> = [.queueContention, .serialAlthoughIndependent, .unboundedConcurrency, .retryStorm]
    for id in lists.all {
      guard let item = store.facts(id), let count = lengths[id], let body = store.facts(item.inside), body.from != 0,
        item.takesTime, case let list = store.root(of: body), list.from == 0, list.state == .fulfilled, list.takesTime,
        // The list and its elements come by the same way, or there are too many for another explanation.
        list.origin == item.origin || count >= 2 * Self.shortest,
        !report.hasFinding(of: explained, origin: item.origin)
      else { continue }
      report.add(
        .nPlusOne, item, at: store.loop(around: item), time: item.created, evidence: [list.id],
        related: [store.related(list.id, Text("the request of the list", "列表的请求"))]
      ) {
        let (name, source) = (store.nameInSentence(id), store.nameInSentence(list.id))
        return FindingText(
          "after \(source), \(counted(count, "request follows", "requests follow")), one for each element, starting with \(name)",
          "\(source) 之后又有 \(NumberText.grouped(count)) 个请求，每个元素一个，从 \(name) 开始")
      }
    }
  }
}
