// The search for those who should have settled a promise that hangs. Here is what follows from the evidence.

import ChainModel
import PromiseTrace

extension ChainStore {
  /// Those who should have settled a promise that hangs; nil if the log does not show that.
  ///
  /// - Complexity: O(*s*) in the number of settlements that the watch keeps of one function, of which each takes a bounded number of steps.
  func holders(of id: PromiseID, _ watch: SettlementWatch, _ processes: Processes) -> Holders? {
    guard let facts = facts(id), facts.isOpen, var search = HolderSearch(facts, watch, processes, self) else {
      return nil
    }
    guard var holders = search.creator() ?? search.given() ?? search.settler() else { return nil }
    holders.function = texts[facts.site.function]
    return holders
  }
}

extension HolderSearch {
  /// The number of events to name as evidence.
  private static let evidence = 8

  // MARK: Who created it

  /// The body that created the promise, if such bodies settled theirs.
  fileprivate func creator() -> Holders? {
    guard leaf.inside != 0, !settlements.isEmpty, !isMeetingPoint,
      settlements.allSatisfy({ settlement in
        let creator = store.facts(settlement.promise)?.inside ?? 0
        return creator != 0 && (settlement.settler == creator || isHandler(settlement.settler, of: creator))
      })
    else { return nil }
    // One body may have met what it created itself, as the last one to arrive at a barrier does.
    let isUsual = settlements.contains { store.facts($0.promise)?.inside != leaf.inside }
    return holders([holder(leaf.inside, .created)], isProven: isComplete && isUsual)
  }

  /// Whether the body that created the promise waits for it on the same line as others, as at a barrier, which the last one to arrive opens.
  private var isMeetingPoint: Bool {
    guard let own = store.awaitSite(of: leaf.inside, for: leaf.id) else { return false }
    var isShared = false
    store.forEachDependent(of: leaf.id, limit: 64) { dependent, _, _ in
      isShared =
        dependent != leaf.inside && store.isOpen(dependent) && store.awaitSite(of: dependent, for: leaf.id) == own
      return !isShared
    }
    return isShared
  }

  /// Whether a body is that of a handler that another body waits for.
  private func isHandler(_ body: PromiseID, of other: PromiseID) -> Bool {
    guard let facts = store.facts(body), !store.traits(facts).contains(.call) else { return false }
    return flow(of: body).contains(other)
  }

  // MARK: Who was given one

  /// The bodies that were given one and have not given it back.
  fileprivate mutating func given() -> Holders? {
    let name = store.texts[leaf.site.function] ?? ""
    // What was taken from a queue is used up.
    guard !Self.givesAway(name) else { return nil }
    let (held, others, depth, sites) = match()
    guard held > 0 || others == 0 && Self.givesOut(name) else { return nil }
    return holder(depth, sites, isCertain: others == 0 && isComplete)
      ?? (held > others ? holders([], isProven: false) : nil)
  }

  private mutating func holder(_ depth: Int?, _ sites: [(Site?, Site?)], isCertain: Bool) -> Holders? {
    let all = suspects(depth)
    // One that waits for another of them still has what it was given.
    let waiting = all.filter { if case .waits = $0.end { true } else { false } }
    if !waiting.isEmpty, all.allSatisfy({ $0.end == .returned || waiting.contains($0) }) {
      return claim(waiting, isProven: isCertain)
    }
    let connected = connected(sites)
    keepGrants { $0.takers.contains { connected.contains($0.site) } }
    let same = suspects(depth)
    let failed = all.filter { $0.end != .returned }
    if same.isEmpty || !failed.isEmpty && !same.contains(where: failed.contains) {
      return failed.last.map { holders([$0], isProven: false) }
    }
    if same.count == 1 { return claim(same, isProven: isCertain) }
    let capacity = capacity
    if capacity == 1, overlap <= 1 { return claim(same.suffix(1), isProven: isCertain) }
    let likely = same.filter { $0.end != .returned }
    guard likely.count <= capacity else { return claim(likely.suffix(max(1, capacity)), isProven: false) }
    return claim(likely, isProven: isCertain && likely.count == capacity)
  }

  /// The holders, if the log shows that they hold it: one that returned may have given it to a list of free ones, which settles nothing.
  private func claim(_ all: some Sequence<Holder>, isProven: Bool) -> Holders? {
    let all = all.filter { isProven || $0.end != .returned && !isPassing($0) }
    return all.isEmpty ? nil : holders(all, isProven: isProven)
  }

  /// Whether a body was given several, one after the other, and waits for the next one: it need not hold any.
  private func isPassing(_ holder: Holder) -> Bool {
    guard case .waits(let site) = holder.end else { return false }
    // A loop waits for the next one where it got the one before.
    if case .given(let got) = holder.duty, got == site { return true }
    return grants.count { $0.given == .max && $0.takers.contains { $0.body == holder.body } } > 1
  }

  private func suspects(_ depth: Int?) -> [Holder] {
    grants.filter { $0.given == .max }.compactMap { grant in
      taker(of: grant, depth).map { holder($0.body, .given($0.site)) }
    }
  }

  /// The call sites that get the lock for which the promise waits, and no other lock: those that wait for it, and those between which it was
  /// handed over.
  private func connected(_ pairs: [(Site?, Site?)]) -> [Site?] {
    var sites = takers(of: grant(with: leaf.id)).map(\.site)
    for _ in 0..<4 {
      for (first, second) in pairs {
        if sites.contains(first), !sites.contains(second) { sites.append(second) }
        if sites.contains(second), !sites.contains(first) { sites.append(first) }
      }
    }
    return sites
  }

  /// The one who has to give it back: as many bodies away as others that did.
  private func taker(of grant: Grant, _ depth: Int?) -> Taker? {
    let sorted = grant.takers.sorted { $0.depth < $1.depth }
    if let depth { return sorted.last { $0.depth <= depth } }
    return sorted.first { store.texts[store.label(of: $0.body)].map { !Self.givesOut($0) } ?? true } ?? sorted.last
  }

  /// Whether the name of a function says that what it gives out has to be given back.
  static func givesOut(_ name: String) -> Bool {
    let last = (name.split(separator: ".").last ?? "").prefix { $0 != "(" }.lowercased()
    return ["acquire", "lock", "checkout", "borrow", "reserve", "enter", "getconnection"].contains {
      last.hasPrefix($0)
    }
  }

  /// Whether the name of a function says that what it gives is used up: an item of a queue, or a message.
  private static func givesAway(_ name: String) -> Bool {
    let last = (name.split(separator: ".").last ?? "").prefix { $0 != "(" }.lowercased()
    return ["dequeue", "get", "next", "poll", "pop", "read", "receive", "recv", "shift"].contains(last)
  }

  // MARK: Who settles them

  /// The body that settled all others, or the calls of the function that did and that wait for the promise.
  fileprivate func settler() -> Holders? {
    guard let first = settlements.first else { return starter() }
    func name(_ body: PromiseID) -> TextID {
      store.facts(body).map { store.traits($0).contains(.call) ? $0.label : .none } ?? .none
    }
    let settler = name(first.settler)
    // Those that wait like others do settle each other's.
    let isPeer = grants.contains { $0.takers.contains { $0.depth == 0 && name($0.body) == settler } }
    let areWorkers = settler != .none && !isPeer && settlements.allSatisfy { name($0.settler) == settler }
    if areWorkers {
      let waiting = victims().filter { name($0) == settler }.prefix(Self.evidence)
      if !waiting.isEmpty { return holders(waiting.map { holder($0, .settles) }, isProven: isComplete) }
    }
    guard settlements.allSatisfy({ $0.settler == first.settler }) else {
      return endedSettlers(areWorkers: areWorkers)
    }
    let only = holder(first.settler, .settles)
    switch only.end {
    case .threw, .waits: return holders([only], isProven: isComplete)
    // It still runs.
    case .elsewhere(only.body, _): return nil
    case .elsewhere: return holders([only], isProven: isComplete && settlements.count > 1)
    case .returned: return settlements.count > 1 ? holders([only], isProven: false) : nil
    }
  }

  /// The bodies that settled all others, if none is left: all of one call site threw, or each of one function settled some and some threw.
  private func endedSettlers(areWorkers: Bool) -> Holders? {
    let bodies = Set(settlements.map(\.settler)).sorted()
    let failed = bodies.map { holder($0, .settles) }.filter { if case .threw = $0.end { true } else { false } }
    guard let first = failed.first?.body, !bodies.contains(where: store.isOpen) else { return nil }
    let isAll = failed.count == bodies.count
    let areAlike =
      bodies.count <= Self.evidence && bodies.allSatisfy { store.origin(of: $0) == store.origin(of: first) }
    guard areWorkers && bodies.count < settlements.count || isAll && areAlike && store.site(of: first).line > 0 else {
      return nil
    }
    return holders(failed, isProven: isComplete && isAll)
  }

  /// The body that the function called which created the promise, if it waits for the promise: it probably settles it.
  private func starter() -> Holders? {
    let bodies = victims().filter { id in
      store.facts(id).map {
        store.traits($0).contains(.call) && $0.site.file == leaf.site.file
          && ($0.site.line == leaf.site.line || $0.site.function != .none && $0.site.function == leaf.site.function)
      } ?? false
    }
    return bodies.isEmpty ? nil : holders(bodies.prefix(1).map { holder($0, .settles) }, isProven: false)
  }

  // MARK: How it ended

  private func holders(_ all: some Sequence<Holder>, isProven: Bool) -> Holders {
    var seen: Set<PromiseID> = []
    let events = grants.suffix(Self.evidence).map(\.sequence) + settlements.suffix(Self.evidence).map(\.sequence)
    return Holders(
      all: all.filter { seen.insert($0.body).inserted }, isProven: isProven, events: Array(Set(events)).sorted(),
      settleSite: settlements.last.map { store.settleSite(of: $0.promise) }.flatMap { $0.line > 0 ? $0 : nil })
  }

  private func holder(_ body: PromiseID, _ duty: Holder.Duty) -> Holder {
    Holder(body: body, duty: duty, end: end(of: body, duty))
  }

  private func end(of body: PromiseID, _ duty: Holder.Duty) -> Holder.End {
    guard let facts = store.facts(body) else { return .returned }
    if facts.isRejected {
      // The error may be that of the chain that a handler returned.
      var origin = facts
      while origin.cause == .adopted, origin.via != 0, origin.via != origin.id, let next = store.facts(origin.via) {
        origin = next
      }
      if origin.via != 0, let site = store.awaitSite(of: origin.id, for: origin.via) {
        return .threw(site, isAtAwait: true)
      }
      if let site = store.awaitSite(of: origin.id) { return .threw(site, isAtAwait: false) }
      return .threw(origin.site.line > 0 ? origin.site : nil, isAtAwait: true)
    }
    guard facts.isOpen else { return .returned }
    let chain = store.waitChain(from: body, limit: 1_024)
    guard let last = chain.links.last?.promise, last != body else { return .elsewhere(body, store.awaitSite(of: body)) }
    guard let index = chain.links.firstIndex(where: { duty == .created ? $0.promise == leaf.id : isOne($0.promise) })
    else { return .elsewhere(last, store.awaitSite(of: body)) }
    return .waits(site(in: chain.links[...index].map(\.promise), duty))
  }

  /// Whether a promise is one of the same function that is pending, or of its calls.
  private func isOne(_ id: PromiseID) -> Bool {
    guard let facts = store.facts(id), facts.isOpen else { return false }
    if facts.origin == leaf.origin { return true }
    return facts.site.function != .none && facts.site.isInSameFunction(as: leaf.site)
      && !store.traits(facts).contains(.call)
  }

  /// The first `await` on the way from a holder to what it waits for that is not in the function that gives things out, or uses them for others.
  private func site(in chain: [PromiseID], _ duty: Holder.Duty) -> Site? {
    let waits = zip(chain, chain.dropFirst()).compactMap { store.awaitSite(of: $0, for: $1) }
    if duty == .settles {
      // Where others waited before they settled theirs, nothing is wrong.
      let usual = Set(settlements.suffix(Self.evidence).flatMap { waitSites(of: $0.settler) })
      return waits.first { !usual.contains($0) } ?? waits.last
    }
    guard let inner = waits.lastIndex(where: { !isAsync || $0.function != leaf.site.function }) else {
      return waits.first
    }
    return waits[..<inner].first { !$0.isInSameFunction(as: waits[inner]) } ?? waits.first
  }

  /// The call sites at which a body waited last.
  private func waitSites(of body: PromiseID) -> [Site] {
    store.awaited(by: body).suffix(Self.evidence).compactMap { store.awaitSite(of: body, for: $0) }
  }

  /// The promises that wait for the one that hangs.
  private func victims() -> [PromiseID] {
    var (found, next) = ([leaf.id], 0)
    while next < found.count, found.count < 256 {
      store.forEachDependent(of: found[next], limit: 64) { dependent, _, _ in
        if store.isOpen(dependent), !found.contains(dependent) { found.append(dependent) }
        return found.count < 256
      }
      next += 1
    }
    return Array(found.dropFirst())
  }
}
