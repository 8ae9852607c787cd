// The search for those who should have settled a promise that hangs. Here is the evidence: how others of the same function were settled.

import ChainModel
import PromiseTrace

/// What the log shows about the promises of one function.
struct HolderSearch {
  /// Something that the function gave out: a promise that was fulfilled, or the call of the function itself if that is an async one.
  struct Grant {
    var promise: PromiseID
    /// When it was given, by event and by time.
    var (sequence, time): (UInt64, Int64)
    /// Who got it: bodies that awaited it and, if those have returned, those that awaited them; the handlers of what derives from it.
    var takers: [Taker] = []
    /// When its holder settled another one; `.max` if that has not happened.
    var given = Int64.max
  }

  struct Taker {
    var body: PromiseID
    /// The number of bodies between it and the promise.
    var depth: Int
    /// Where it waited.
    var site: Site?
  }

  /// The settlement of a promise that had been pending, in a body.
  struct Settlement {
    var promise: PromiseID
    var settler: PromiseID
    var sequence: UInt64
    var time: Int64
  }

  let store: ChainStore
  /// The promise that hangs.
  let leaf: NodeFacts
  /// The calls of an async function are what it gives out, and not the promises in them.
  let isAsync: Bool
  private(set) var grants: [Grant] = []
  private(set) var settlements: [Settlement] = []
  /// Those outside of all bodies, as by a block on a queue.
  private var outside: [Settlement] = []
  /// The origins of the bodies that gave one back.
  private(set) var givers: Set<UInt32> = []
  /// Whether it is known only by the time who gave them back.
  private(set) var isByTime = false
  /// When promises were created that were pending.
  private(set) var queued: [Int64] = []
  /// Whether some were settled outside of all bodies.
  private(set) var isPartlyUnknown = false
  private let isCut: Bool
  private let watch: SettlementWatch
  private let isSameProcess: (PromiseID) -> Bool

  /// - Returns: Nil if the call site is unknown.
  init?(_ leaf: NodeFacts, _ watch: SettlementWatch, _ processes: Processes, _ store: ChainStore) {
    guard leaf.site.line > 0 else { return nil }
    (self.store, self.leaf, self.watch) = (store, leaf, watch)
    isAsync = Self.call(around: leaf, store) != nil
    let (entries, isCut) = watch.settlements(of: leaf.site)
    self.isCut = isCut
    isSameProcess = { [process = processes.index(of: leaf.id)] in processes.index(of: $0) == process }
    for var entry in entries where isSameProcess(entry.promise) {
      if processes.isProcess(entry.settler) { entry.settler = 0 }
      add(entry)
    }
    queued.append(leaf.created)
  }

  /// The call of the async function that created a promise, if its label names that function.
  private static func call(around facts: NodeFacts, _ store: ChainStore) -> PromiseID? {
    guard facts.inside != 0, facts.site.function != .none, store.label(of: facts.inside) == facts.site.function else {
      return nil
    }
    return facts.inside
  }

  private mutating func add(_ entry: SettlementWatch.Entry) {
    guard let facts = store.facts(entry.promise), let time = facts.settled else { return }
    let isCall = store.traits(facts).contains(.call)
    guard isCall || facts.site.isInSameFunction(as: leaf.site) else { return }
    if isCall == isAsync, facts.state == .fulfilled {
      grants.append(Grant(promise: facts.id, sequence: entry.sequence, time: time, takers: takers(of: facts.id)))
    }
    guard !isCall, !isSettledAtOnce(facts, by: entry.settler) else { return }
    queued.append(facts.created)
    let settlement = Settlement(promise: facts.id, settler: entry.settler, sequence: entry.sequence, time: time)
    guard entry.settler != 0 else {
      isPartlyUnknown = true
      // A free path may take a block, too.
      if facts.state == .fulfilled, !store.settleSite(of: facts.id).isInSameFunction(as: facts.site) {
        outside.append(settlement)
      }
      return
    }
    settlements.append(settlement)
  }

  /// Whether a promise was settled by the code that created it, before that waited for anything.
  private func isSettledAtOnce(_ facts: NodeFacts, by settler: PromiseID) -> Bool {
    guard let settled = facts.settled, settler == facts.inside || settler == facts.id else { return false }
    if settled == facts.created || ["resolve", "value"].contains(store.texts[facts.operation]) { return true }
    guard settler != 0 else { return settled - facts.created < 100_000 }
    return !store.waits(of: settler).known.contains { $0.start >= facts.created && $0.start < settled }
  }

  /// The calls of an async function that have ended, in order.
  func endedCalls(_ name: TextID) -> [(promise: PromiseID, end: Int64)] {
    watch.calls(named: name).compactMap { entry in
      guard isSameProcess(entry.promise), let facts = store.facts(entry.promise), let end = facts.settled,
        !store.traits(facts).isDisjoint(with: .asyncBody)
      else { return nil }
      return (entry.promise, end)
    }
  }

  // MARK: Who got one

  /// The number of promises to look at around one.
  static let (around, depth) = (16, 3)

  func takers(of promise: PromiseID) -> [Taker] {
    var takers: [Taker] = []
    var queue: [(promise: PromiseID, depth: Int, site: Site?)] = [(promise, 0, nil)]
    var next = 0
    while next < queue.count, queue.count < Self.around {
      let (source, depth, former) = queue[next]
      next += 1
      store.forEachDependent(of: source, limit: Self.around) { dependent, kind, _ in
        guard dependent != 0, !queue.contains(where: { $0.promise == dependent }) else { return true }
        switch kind {
        case .awaited, .derived:
          let handler = store.site(of: dependent)
          let own =
            store.awaitSite(of: dependent, for: source)
            ?? (kind == .derived ? store.call(to: source, in: handler) : nil) ?? handler
          // A chain got it at its first handler.
          let site = former.flatMap { kind == .derived && $0.isInSameFunction(as: own) ? $0 : nil } ?? own
          takers.append(Taker(body: dependent, depth: depth, site: site))
          // What has returned may have handed it on.
          if depth < Self.depth, store.state(of: dependent) == .fulfilled {
            queue.append((dependent, depth + 1, kind == .derived ? site : nil))
          }
        case .adopted: queue.append((dependent, depth, former))
        case .input where store.facts(dependent).map({ $0.via == source || !store.traits($0).contains(.race) }) ?? false:
          queue.append((dependent, depth, nil))
        case .input, .observer: break
        }
        return queue.count < Self.around
      }
    }
    return takers
  }

  /// A body and those that wait for its end, nearest first: what it does, it does for them.
  func flow(of body: PromiseID) -> [PromiseID] {
    var flow = [body]
    var next = 0
    while next < flow.count, flow.count < Self.around {
      store.forEachDependent(of: flow[next], limit: Self.around) { dependent, kind, _ in
        if kind == .awaited || kind == .adopted || kind == .derived, dependent != 0, !flow.contains(dependent) {
          flow.append(dependent)
        }
        return flow.count < Self.around
      }
      next += 1
    }
    return flow
  }

  // MARK: Who gave it back

  /// Finds the holder that each settlement was one's giving back.
  ///
  /// - Returns: The number of settlements by a body that had been given one, by others, the depth of those holders, and pairs of
  ///   call sites at which the same thing was got.
  mutating func match() -> (held: Int, others: Int, depth: Int?, sites: [(Site?, Site?)]) {
    var (held, others, depth): (Int, Int, Int?) = (0, 0, nil)
    var sites: [(Site?, Site?)] = []
    var taken: [PromiseID: [Int]] = [:]
    for (index, grant) in grants.enumerated() {
      for taker in grant.takers { taken[taker.body, default: []].append(index) }
    }
    for settlement in settlements {
      guard let (index, taker) = grant(heldBy: settlement, taken) else {
        others += 1
        continue
      }
      held += 1
      depth = max(depth ?? 0, taker.depth)
      givers.insert(store.origin(of: settlement.settler))
      give(index, taker, settlement, &sites)
    }
    if held == 0, others == 0, let found = matchByTime(&sites) { (held, depth) = found }
    return (held, others, depth, sites)
  }

  private mutating func give(
    _ index: Int, _ taker: Taker, _ settlement: Settlement, _ sites: inout [(Site?, Site?)]
  ) {
    grants[index].given = settlement.time
    sites.append((taker.site, takers(of: grant(with: settlement.promise)).first?.site))
  }

  /// How long a block may wait for its queue, in nanoseconds, if a body enqueued it that gives something back.
  private static let hop: Int64 = 1_000_000

  /// Finds the holders of those that were settled outside of all bodies, each as a body that ran at that moment.
  ///
  /// - Returns: The number of settlements, and the depth of those holders; nil if there was no such body for one of them.
  private mutating func matchByTime(_ sites: inout [(Site?, Site?)]) -> (held: Int, depth: Int?)? {
    let before = grants
    var depth: Int?
    for settlement in outside {
      var found: (index: Int, taker: Taker, start: Int64)?
      for (index, grant) in grants.enumerated() where grant.given == .max && grant.sequence < settlement.sequence {
        for taker in grant.takers {
          guard let body = store.facts(taker.body), let start = body.started, start <= settlement.time,
            (body.finished ?? body.settled ?? .max) >= settlement.time - Self.hop, start >= found?.start ?? .min
          else { continue }
          found = (index, taker, start)
        }
      }
      guard let found else {
        (grants, sites) = (before, [])
        return nil
      }
      depth = max(depth ?? 0, found.taker.depth)
      givers.insert(store.origin(of: found.taker.body))
      give(found.index, found.taker, settlement, &sites)
    }
    isByTime = !outside.isEmpty
    return isByTime ? (outside.count, depth) : nil
  }

  mutating func keepGrants(where holds: (Grant) -> Bool) { grants.removeAll { !holds($0) } }

  /// What the function gives out when a promise is settled.
  func grant(with promise: PromiseID) -> PromiseID {
    isAsync ? store.facts(promise).flatMap { Self.call(around: $0, store) } ?? promise : promise
  }

  private func grant(heldBy settlement: Settlement, _ taken: [PromiseID: [Int]]) -> (Int, Taker)? {
    let ownCall = grant(with: settlement.promise)
    for body in flow(of: settlement.settler) {
      for index in (taken[body] ?? []).reversed() {
        let grant = grants[index]
        guard grant.sequence < settlement.sequence, grant.given == .max, grant.promise != ownCall else { continue }
        if let taker = grant.takers.first(where: { $0.body == body }) { return (index, taker) }
      }
    }
    return nil
  }

  /// At most how many had one at the same time while another promise had to wait: all that had been given and not given back in sight.
  var capacity: Int {
    queued.map { time in grants.count { $0.time <= time && $0.given > time } }.min() ?? 0
  }

  /// The least number held at the same time: when one is given out, that one and those that were given back later.
  var overlap: Int {
    grants.map { first in
      grants.count { $0.promise == first.promise || $0.given != .max && $0.time <= first.time && $0.given > first.time }
    }.max() ?? 0
  }

  /// Whether nothing is missing.
  var isComplete: Bool { !isCut && !isPartlyUnknown && store.counts.evicted == 0 }
}
