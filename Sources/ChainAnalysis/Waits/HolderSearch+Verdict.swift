// The search for those who should have settled a promise that hangs. Here is what follows from the evidence.

import ChainModel
import PromiseTrace

extension ChainStore {
  /// Those who should have settled a promise that hangs; nil if the log does not show that.
  ///
  /// - Complexity: O(*s*) in the number of settlements that the watch keeps of one function, of which each takes a bounded number of steps.
  func holders(of id: PromiseID, _ watch: SettlementWatch, _ processes: Processes) -> Holders? {
    // A promise that was read from memory has no settlements, and its only call site is that of its wait.
    guard let facts = facts(id), facts.isOpen, !facts.isUnknownStart,
      var search = HolderSearch(facts, watch, processes, self)
    else {
      return nil
    }
    var found = search.creator() ?? search.given() ?? search.settler()
    if found?.all.isEmpty ?? true { found = search.failedUser() ?? found }
    guard var holders = found else { return nil }
    holders.function = texts[facts.site.function]
    return holders
  }
}

extension HolderSearch {
  /// The number of events to name as evidence.
  static let evidence = 8

  // MARK: Who created it

  /// The body that created the promise or, if that one has returned, the one that called it, if such bodies settled theirs.
  fileprivate func creator() -> Holders? {
    guard leaf.inside != 0, let first = settlements.first, let distance = distance(of: first), !isMeetingPoint,
      settlements.allSatisfy({ self.distance(of: $0) == distance })
    else { return nil }
    // One body may have met what it created itself, as the last one to arrive at a barrier does.
    let isProven = isComplete && settlements.contains { store.facts($0.promise)?.inside != leaf.inside }
    guard distance > 0, store.state(of: leaf.inside) == .fulfilled else {
      return holders([holder(leaf.inside, .created)], isProven: isProven)
    }
    let flow = flow(of: leaf.inside)
    guard distance < flow.count else { return nil }
    let got = store.awaitSite(of: flow[distance], for: flow[distance - 1])
    return holders([holder(flow[distance], .given(got))], isProven: isProven && got != nil)
  }

  /// How far the body that settled a promise is from the one that created it: 0 for that one and its handlers, 1 for one that awaited that one and
  /// got from it what settles the promise, and so on; nil for any other.
  private func distance(of settlement: Settlement) -> Int? {
    guard let creator = store.facts(settlement.promise)?.inside, creator != 0 else { return nil }
    if settlement.settler == creator || isHandler(settlement.settler, of: creator) { return 0 }
    guard store.state(of: creator) == .fulfilled, (store.settledTime(of: creator) ?? .max) <= settlement.time else {
      return nil
    }
    return flow(of: creator).prefix(Self.depth + 1).firstIndex(of: settlement.settler)
  }

  /// Whether the body that created the promise waits for it on the same line as others, as at a barrier, which the last one to arrive opens.
  private var isMeetingPoint: Bool {
    guard let own = store.awaitSite(of: leaf.inside, for: leaf.id) else { return false }
    return store.waiters(of: leaf.id) { _ in false }.contains { $0.promise != leaf.inside && $0.site == own }
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
    // What was taken from a queue is used up, and what was put in is gone.
    guard !FunctionName.givesAway(name) else { return nil }
    let (held, others, depth, sites) = match()
    guard held > 0 || others == 0 && FunctionName.givesOut(name) else { return nil }
    // A list of free ones, to which it may have been given back, settles nothing.
    return holder(depth, sites, isCertain: held > 0 && others == 0 && isComplete)
      ?? (held > others && !isByTime ? holders([], isProven: false) : nil)
  }

  private mutating func holder(_ depth: Int?, _ sites: [(Site?, Site?)], isCertain: Bool) -> Holders? {
    let all = suspects(depth)
    // One that waits for another of them still has what it was given.
    let waiting = all.filter { if case .waits = $0.end { true } else { false } }
    if !waiting.isEmpty, all.allSatisfy({ $0.end == .returned || waiting.contains($0) }) {
      return claim(waiting, isProven: isCertain)
    }
    if isByTime { return failed(all) }
    let connected = connected(sites)
    keepGrants { $0.takers.contains { connected.contains($0.site) } }
    let same = suspects(depth)
    let failed = all.filter { $0.end != .returned && !$0.isRunning }
    if same.isEmpty || !failed.isEmpty && !same.contains(where: failed.contains) {
      return failed.last.map { holders([$0], isProven: false) }
    }
    if same.count == 1 { return claim(same, isProven: isCertain) }
    let capacity = capacity
    if capacity == 1, overlap <= 1 { return claim(same.suffix(1), isProven: isCertain) }
    let likely = same.filter { $0.end != .returned }
    // Of several locks, the likely one was acquired at a call site whose locks were never given back.
    if likely.isEmpty, capacity == 1 {
      let usual = grants.filter { $0.given != .max }.compactMap { taker(of: $0, depth)?.site }
      let others = same.filter { holder in !usual.contains { holder.duty == .given($0) } }
      return others.last.map { holders(others.allSatisfy($0.isLike) ? [$0] : [], isProven: false) }
    }
    guard likely.count <= capacity else { return claim(likely.suffix(max(1, capacity)), isProven: false) }
    return claim(likely, isProven: isCertain && likely.count == capacity)
  }

  /// The likely holders if all that had one and are not known to have given it back have ended: those that ended with errors.
  private func failed(_ all: [Holder]) -> Holders? {
    let failed = all.filter(\.hasFailed)
    guard !failed.isEmpty, all.allSatisfy({ $0.hasFailed || $0.end == .returned }) else { return nil }
    return holders(failed, isProven: false)
  }

  /// The holders, if the log shows that they hold it: one that returned may have given it to a list of free ones, which settles nothing.
  private func claim(_ all: some Sequence<Holder>, isProven: Bool) -> Holders? {
    let all = all.filter { isProven || $0.end != .returned && !$0.isRunning && !isPassing($0) }
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
      taker(of: grant, depth).flatMap {
        guard !hasGivenBack($0.body) else { return nil }
        var holder = holder($0.body, .given($0.site))
        if holder.end == .returned, let site = lastSite(of: $0), isEarly(site, of: $0, depth) {
          holder.end = .left(site)
        }
        return holder
      }
    }
  }

  /// Whether a handler ran behind a body in which others gave theirs back: it did, too, although nothing was settled.
  private func hasGivenBack(_ body: PromiseID) -> Bool {
    flow(of: body).dropFirst().contains { id in
      givers.contains(store.origin(of: id)) && store.bodyTimes(of: id).started != nil
        && store.facts(id).map { !store.traits($0).contains(.call) } ?? false
    }
  }

  /// Where a body that has returned waited last; nil if that is not in the function in which it got something.
  private func lastSite(of taker: Taker) -> Site? {
    guard let got = taker.site, let last = store.awaited(by: taker.body).last,
      let site = store.awaitSite(of: taker.body, for: last), site.isInSameFunction(as: got)
    else { return nil }
    return site
  }

  /// Whether a body returned before it reached the last `await` of others that got something on the same line.
  private func isEarly(_ site: Site, of taker: Taker, _ depth: Int?) -> Bool {
    grants.contains { grant in
      guard let other = self.taker(of: grant, depth), other.site == taker.site, let last = lastSite(of: other) else {
        return false
      }
      return last.line > site.line
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
    // A function that only gets one for others has such a name, too, and does nothing else.
    return sorted.first { taker in
      let isNamed = store.texts[store.label(of: taker.body)].map(FunctionName.givesOut) ?? false
      return !isNamed || lastSite(of: taker) != taker.site
    } ?? sorted.last
  }

  // MARK: Who settles them

  /// The promises that wait for the one that hangs.
  private var waiting: [PromiseID] { store.waiters(of: leaf.id).map(\.promise) }

  /// The body that settled all others, or the calls of the function that did and that wait for the promise.
  fileprivate func settler() -> Holders? {
    guard let first = settlements.first else { return starter() }
    let settler = name(first.settler)
    // Those that wait like others do settle each other's.
    let isPeer = grants.contains { $0.takers.contains { $0.depth == 0 && name($0.body) == settler } }
    let areWorkers = settler != .none && !isPeer && settlements.allSatisfy { name($0.settler) == settler }
    if areWorkers {
      if let next = nextCall(named: settler) { return next }
      let waiting = waiting.filter { name($0) == settler && $0 != leaf.inside }.prefix(Self.evidence)
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
    case .returned, .left, .caught: return settlements.count > 1 ? holders([only], isProven: false) : nil
    }
  }

  /// The name of the async function whose call a body is, or of the event whose async listener it is.
  private func name(_ body: PromiseID) -> TextID {
    store.facts(body).map { store.traits($0).isDisjoint(with: .asyncBody) ? .none : $0.label } ?? .none
  }

  /// The call of the function that settled each of the others, if that was always the first one to end after the promise had been created, as a batch
  /// is loaded: it ended without settling this one.
  private func nextCall(named name: TextID) -> Holders? {
    let calls = endedCalls(name)
    func next(_ created: Int64) -> PromiseID? { calls.first { $0.end >= created }?.promise }
    guard settlements.count > 1, let call = next(leaf.created),
      settlements.allSatisfy({ next(store.facts($0.promise)?.created ?? .max) == $0.settler })
    else { return nil }
    var holder = holder(call, .settles)
    if holder.end == .returned {
      // Where it settled others or, if it settled none, waited last.
      let own = settlements.last { $0.settler == call }.map { store.settleSite(of: $0.promise) }
      let last = store.awaited(by: call).last.flatMap { store.awaitSite(of: call, for: $0) }
      if let site = own ?? last, site.line > 0 { holder.end = .left(site) }
    }
    return holders([holder], isProven: isComplete)
  }

  /// Of the functions that settled the others, the calls that failed at one call site, or caught an error there, and settled none.
  ///
  /// They probably skipped the settlement. If there are several, none of the calls that settled others may have failed.
  fileprivate func failedUser() -> Holders? {
    let (names, settlers) = (Set(settlements.map { name($0.settler) }), Set(settlements.map(\.settler)))
    guard let latest = settlements.map(\.time).max(), !names.contains(.none) else { return nil }
    let failed = names.flatMap(endedCalls).filter { call in
      call.end >= min(latest, leaf.created) && !settlers.contains(call.promise)
        && (store.facts(call.promise)?.isRejected ?? false || caughtSite(of: call.promise) != nil)
    }
    // If such calls wait for such promises, they take turns.
    let users = ([leaf.id] + settlements.map(\.promise)).lazy.flatMap { takers(of: grant(with: $0)) }
    let all = failed.prefix(Self.evidence).map { call in
      let got = users.first { name($0.body) == name(call.promise) }?.site
      var holder = holder(call.promise, got.map { .given($0) } ?? .settles)
      if holder.end == .returned, let site = caughtSite(of: call.promise) { holder.end = .caught(site) }
      return holder
    }
    guard let first = all.first, all.allSatisfy(first.isLike),
      all.count == 1 || !settlers.contains(where: { store.facts($0)?.isRejected ?? false })
    else { return nil }
    return holders(all, isProven: false)
  }

  /// The bodies that settled all others, if none is left: all of one call site threw, or each of one function settled some and some threw.
  private func endedSettlers(areWorkers: Bool) -> Holders? {
    let bodies = Set(settlements.map(\.settler)).sorted()
    let failed = bodies.map { holder($0, .settles) }.filter(\.hasFailed)
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
    let bodies = waiting.filter { id in
      store.facts(id).map {
        store.traits($0).contains(.call) && $0.site.file == leaf.site.file
          && ($0.site.line == leaf.site.line || $0.site.function != .none && $0.site.function == leaf.site.function)
      } ?? false
    }
    return bodies.isEmpty ? nil : holders(bodies.prefix(1).map { holder($0, .settles) }, isProven: false)
  }
}
