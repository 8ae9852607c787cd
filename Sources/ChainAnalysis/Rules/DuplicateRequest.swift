// duplicate-request: the same request twice at the same time. A note, because a log does not have the arguments of a request.

import ChainModel
import PlainText
import PromiseTrace

extension Rule {
  /// The same request twice at the same time.
  public static let duplicateRequest = Rule(
    "duplicate-request", .note, .note, "A request started while the same one was in flight.",
    advice: Text(
      "Keep the promise of the first request, and return it to every caller until it has settled.",
      "保留第一个请求的 Promise，在它敲定之前把它返回给每个调用方。"))
}

struct DuplicateRequest: RuleCheck {
  static var rules: [Rule] { [.duplicateRequest] }
  static var events: [WatchedEvent] {
    [.init(.named), .init(.lost)]
  }

  /// What makes two requests the same: their label and the call site and operator that created them.
  private struct Request: Hashable {
    var label: TextID
    var origin: UInt32

    /// Hashes both numbers at once, which takes half the time.
    func hash(into hasher: inout Hasher) { hasher.combine(UInt64(label.rawValue) << 32 | UInt64(origin)) }
  }

  /// What is known about a request.
  private struct Known {
    /// The first promise in flight, and the latest one.
    var first: PromiseID
    var latest: PromiseID
    /// How many were in flight at once.
    var count = 0
    /// The value of a former one.
    var value = TextID.none
  }

  private static let limit = 4_096

  private var requests: [Request: Known] = [:]
  /// Requests that had different values: their label says what they do, and not which one they are.
  private var kinds: Set<Request> = []
  /// The second request of each number in flight, with the first one.
  private var duplicates = Candidates<Proof>()
  /// How often the request was in flight at once, by the first promise.
  private var inFlight: [PromiseID: Int] = [:]

  /// Counts a promise that has got its label.
  ///
  /// A label that comes with `created` is the name of a function, which does not tell requests apart.
  mutating func watch(_ event: Event, _ watches: inout Watches, _ store: ChainStore) {
    if event.kind == .lost {
      requests = [:]
      return
    }
    let key = Request(label: event.text, origin: store.origin(of: event.promise))
    let index = requests.index(forKey: key)
    var known = index.map { requests.values[$0] } ?? Known(first: event.promise, latest: event.promise)
    guard known.count == 0 || known.latest != event.promise else { return }
    let value = store.value(of: known.latest)
    if value != .none {
      if known.value != .none, value != known.value, kinds.count < Self.limit { kinds.insert(key) }
      known.value = value
    }
    if !store.isOpen(known.latest) { (known.first, known.count) = (event.promise, 0) }
    known.latest = event.promise
    known.count += 1
    if known.count == 2 { duplicates.insert(Proof(event, other: known.first)) }
    if known.count > 1, inFlight.count < Candidates<PromiseID>.limit { inFlight[known.first] = known.count }
    if requests.count >= Self.limit {
      requests.removeAll(keepingCapacity: true)
      requests[key] = known
    } else if let index {
      requests.values[index] = known
    } else {
      requests[key] = known
    }
  }

  func candidates(_ watches: Watches) -> CandidateCount { duplicates.count }

  func find(_ report: inout FindingsCollector) {
    let store = report.store
    for proof in duplicates.all {
      // A label that many have at once says what they do, and not which one they are.
      guard let first = store.facts(proof.other), let second = store.facts(proof.promise),
        (inFlight[first.id] ?? 2) <= 3, first.takesTime, second.takesTime, !isDifferent(first, second, store),
        !kinds.contains(Request(label: store.label(of: second.id), origin: store.origin(of: second.id)))
      else { continue }
      let caller = store.caller(of: second)
      // A step of a chain is not a request; the end of a function's chain is.
      guard caller != nil || second.from == 0 else { continue }
      report.add(
        .duplicateRequest, second, at: caller, time: proof.time, evidence: [first.id], events: [proof.event],
        related: [store.related(first.id, Text("the first one", "第一个"))]
      ) {
        let (name, other) = (store.nameInSentence(second.id), store.nameInSentence(first.id))
        return FindingText(
          "\(name) started while \(other), a request with the same label, was in flight",
          "\(name) 启动时，标签相同的请求 \(other) 仍在进行中")
      }
    }
  }

  /// Whether the outcomes show that two requests were not the same.
  private func isDifferent(_ first: NodeFacts, _ second: NodeFacts, _ store: ChainStore) -> Bool {
    guard first.state == .fulfilled, second.state == .fulfilled else { return false }
    return store.texts[first.text] != store.texts[second.text]
  }
}
