// How requests relate to one another: the same one twice, one per element of a list, and chains inside handlers. Owns what is counted while
// events arrive, in constant time and memory. Does not judge; the rules do.

import ChainModel
import PromiseTrace

/// What a log shows about requests in flight.
struct RequestWatch: Sendable {
  /// What makes two requests the same: their label and the call site and operator that created them.
  private struct Request: Hashable {
    var label: TextID
    var origin: UInt32

    /// Hashes both numbers at once, which takes half the time.
    func hash(into hasher: inout Hasher) { hasher.combine(UInt64(label.rawValue) << 32 | UInt64(origin)) }
  }

  /// Two promises for the same request.
  struct Duplicate: Hashable, Sendable {
    var first: PromiseID
    var second: PromiseID
    var event: UInt64
    var time: Int64
  }

  /// The promises that one body created at one call site.
  private struct Fanout: Sendable {
    var body: PromiseID = 0
    var origin: UInt32 = .max
    var first: PromiseID = 0
    var count = 0
  }

  private static let limit = 4_096

  /// What is known about a request.
  private struct Known {
    /// The first promise in flight, and the latest one.
    var first: PromiseID
    var latest: PromiseID
    /// How many were in flight at once.
    var count = 1
    /// The value of a former one.
    var value = TextID.none
  }

  private var requests: [Request: Known] = [:]
  /// Requests that had different values: their label says what they do, and not which one they are.
  private var kinds: Set<Request> = []
  private var fanouts = [Fanout](repeating: Fanout(), count: 256)
  /// The first request of each number in flight, and the second one.
  private(set) var duplicates = Candidates<Duplicate>()
  /// How often the request was in flight at once, by the first promise.
  private(set) var inFlight: [PromiseID: Int] = [:]
  /// The first promise of each body that created several at one call site.
  private(set) var lists = Candidates<PromiseID>()
  /// How many they were, by the first promise.
  private(set) var lengths: [PromiseID: Int] = [:]
  /// The outermost promise of handlers within handlers.
  private(set) var nested = Candidates<PromiseID>()
  /// How deep they are, by the outermost promise.
  private(set) var depths: [PromiseID: Int] = [:]
  /// The promises whose time limit was up.
  private(set) var timeouts = Candidates<PromiseID>()

  /// The least number of promises that one body creates at one call site to be a list, and of handlers within handlers to be nested.
  static let (shortestList, leastDepth) = (5, 3)

  mutating func created(_ event: Event, _ store: ChainStore) {
    guard event.context != 0, event.site.line > 0 else { return }
    if event.peer == 0 { listed(event, store) } else { nest(event, store) }
  }

  /// Counts a promise that has got its label.
  ///
  /// A label that comes with `created` is the name of a function, which does not tell requests apart.
  mutating func named(_ event: Event, _ store: ChainStore) {
    let key = Request(label: event.text, origin: store.origin(of: event.promise))
    let index = requests.index(forKey: key)
    var known = index.map { requests.values[$0] } ?? Known(first: event.promise, latest: event.promise, count: 0)
    guard known.count == 0 || known.latest != event.promise else { return }
    let value = store.value(of: known.latest)
    if value != .none {
      if known.value != .none, value != known.value, kinds.count < Self.limit { kinds.insert(key) }
      known.value = value
    }
    if !store.isOpen(known.latest) { (known.first, known.count) = (event.promise, 0) }
    known.latest = event.promise
    known.count += 1
    if known.count == 2 {
      duplicates.insert(Duplicate(first: known.first, second: event.promise, event: event.sequence, time: event.time))
    }
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

  /// Whether the label of a promise says what requests do, and not which one it is: requests with it had different values.
  func isKind(_ promise: PromiseID, _ store: ChainStore) -> Bool {
    kinds.contains(Request(label: store.label(of: promise), origin: store.origin(of: promise)))
  }

  private mutating func listed(_ event: Event, _ store: ChainStore) {
    let origin = store.origin(of: event.promise)
    let index = Int(truncatingIfNeeded: (origin &* 0x9E37_79B1) >> 24)
    guard fanouts[index].origin == origin, fanouts[index].body == event.context else {
      fanouts[index] = Fanout(body: event.context, origin: origin, first: event.promise, count: 1)
      return
    }
    fanouts[index].count += 1
    guard fanouts[index].count >= Self.shortestList else { return }
    lists.insert(fanouts[index].first)
    if lists.omitted == 0 { lengths[fanouts[index].first] = fanouts[index].count }
  }

  private mutating func nest(_ event: Event, _ store: ChainStore) {
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

  mutating func timedOut(_ event: Event) { timeouts.insert(event.promise) }

  /// Events are missing, so nothing is known about what is in flight.
  mutating func lost() {
    requests = [:]
    for index in fanouts.indices { fanouts[index] = Fanout() }
  }

  /// The number of possible findings.
  var count: Int { duplicates.count + lists.count + nested.count + timeouts.count }

  /// The number of possible findings that were not examined.
  var omitted: Int { duplicates.omitted + lists.omitted + nested.omitted + timeouts.omitted }
}
