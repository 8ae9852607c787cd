// The search for likely deadlocks of locks that the program builds from resolvers. Here is what makes one likely.

import ChainModel
import PromiseTrace

extension NeverSettled {
  /// The number of leaves to look at, of promises that wait for each, and of steps back from each of those.
  private static let (heldLeaves, heldVictims, heldSteps) = (256, 64, 16)
  /// How long nothing has to have happened at the end of a run, in nanoseconds.
  private static let silence: Int64 = 500_000_000

  /// The likely deadlocks among the leaves of waits, by leaf.
  func findHeldDeadlocks(_ leaves: [(promise: PromiseID, leaf: WaitLeaf)], _ run: RunView)
    -> [PromiseID: HeldDeadlock]
  {
    let store = run.store
    var bySite: [UInt32: [HeldDeadlock.Member]] = [:]
    for (id, leaf) in leaves.prefix(Self.heldLeaves) where leaf == .resolver {
      guard let facts = store.facts(id), isQuiet(facts, run), let member = member(waitingFor: facts, store) else {
        continue
      }
      bySite[facts.origin, default: []].append(member)
    }
    var found: [PromiseID: HeldDeadlock] = [:]
    for members in bySite.values where Set(members.map(\.held)).count == members.count && members.count > 1 {
      let ring = ring(members, store)
      let deadlock = HeldDeadlock(members: ring ?? members, isOrdered: ring != nil || members.count == 2)
      for member in members { found[member.leaf] = deadlock }
    }
    return found
  }

  /// Whether nothing is left to do, nothing has happened for long, or a promise takes far longer than others from its call site.
  private func isQuiet(_ facts: NodeFacts, _ run: RunView) -> Bool {
    if run.end(of: facts.id)?.reason == .drained { return true }
    let age = run.now - facts.created
    if let usual = siteTimes.p99(origin: facts.origin), age / 10 > usual { return age >= Self.silence }
    return run.now - max(run.watches.activity.latest, facts.created) >= Self.silence
  }

  /// The flow that waits for a promise, if another one from its call site, or from that of what derives from it, gave it something before.
  private func member(waitingFor leaf: NodeFacts, _ store: ChainStore) -> HeldDeadlock.Member? {
    var (waiting, next) = ([leaf.id], 0)
    var wanted: [UInt32: PromiseID] = [leaf.origin: leaf.id]
    while next < waiting.count {
      let promise = waiting[next]
      next += 1
      store.forEachDependent(of: promise) { dependent, _, _ in
        guard waiting.count < Self.heldVictims else { return false }
        guard !waiting.contains(dependent), let facts = store.facts(dependent), facts.isOpen else { return true }
        waiting.append(dependent)
        // What the lock gives out may derive from what it waits for.
        if promise == leaf.id, facts.from == leaf.id { wanted[facts.origin] = dependent }
        return true
      }
    }
    for flow in waiting.dropFirst() {
      if let held = heldInBody(flow, wanted, store) {
        return HeldDeadlock.Member(flow: flow, held: held.promise, wanted: held.wanted, leaf: leaf.id)
      }
      var (before, steps) = (store.facts(flow)?.from ?? 0, 0)
      while before != 0, steps < Self.heldSteps, let facts = store.facts(before) {
        if facts.state == .fulfilled, let promise = wanted[facts.origin] {
          return HeldDeadlock.Member(flow: named(flow, store), held: before, wanted: promise, leaf: leaf.id)
        }
        (before, steps) = (facts.from, steps + 1)
      }
    }
    return nil
  }

  /// The promise that a waiting body was given before, from the call site of one that it wants; nil if there is none.
  ///
  /// A loop that takes one thing after another waits for each in the same place, and need not hold the one before.
  private func heldInBody(_ body: PromiseID, _ wanted: [UInt32: PromiseID], _ store: ChainStore)
    -> (promise: PromiseID, wanted: PromiseID)?
  {
    guard let facts = store.facts(body), facts.isAwaiting, let site = store.awaitSite(of: body) else { return nil }
    for before in store.awaited(by: body).suffix(Self.heldSteps) where before != facts.awaits {
      guard let given = store.facts(before), given.state == .fulfilled, let promise = wanted[given.origin],
        let former = store.awaitSite(of: body, for: before), former != site
      else { continue }
      return (before, promise)
    }
    return nil
  }

  /// The next promise with a label down a chain, which says more about a flow; the given one if there is none.
  private func named(_ flow: PromiseID, _ store: ChainStore) -> PromiseID {
    var promise = flow
    for _ in 0..<Self.heldSteps {
      guard let facts = store.facts(promise) else { return flow }
      if facts.label != .none { return promise }
      var derived: [PromiseID] = []
      store.forEachDependent(of: promise, limit: 2) { dependent, kind, _ in
        if kind == .derived { derived.append(dependent) }
        return true
      }
      guard derived.count == 1 else { return flow }
      promise = derived[0]
    }
    return flow
  }

  /// The members in the order of the wait: the code that created a leaf also created what its holder was given; nil if the log does not show that.
  private func ring(_ members: [HeldDeadlock.Member], _ store: ChainStore) -> [HeldDeadlock.Member]? {
    var ordered = [members[0]]
    while ordered.count < members.count {
      let leaf = ordered[ordered.count - 1].leaf
      let holders = members.filter { isNeighbor($0.held, of: leaf, store) }
      guard holders.count == 1, !ordered.contains(where: { $0.leaf == holders[0].leaf }) else { return nil }
      ordered.append(holders[0])
    }
    return isNeighbor(ordered[0].held, of: ordered[ordered.count - 1].leaf, store) ? ordered : nil
  }

  /// Whether the same call of a function created two promises one after the other.
  private func isNeighbor(_ held: PromiseID, of leaf: PromiseID, _ store: ChainStore) -> Bool {
    guard held == leaf + 1 || leaf == held + 1, let first = store.facts(held), let second = store.facts(leaf) else {
      return false
    }
    return first.inside == second.inside && first.site.isInSameFunction(as: second.site)
  }
}

extension HeldDeadlock {
  /// Where the first member waits outside of the function that gives things out; nil if the log does not show that.
  func place(_ store: ChainStore) -> HangPlace? {
    guard let first = members.first, let leaf = store.facts(first.leaf) else { return nil }
    let handler = store.facts(leaf.inside).flatMap { body in
      store.traits(body).contains(.call) || body.site.isInSameFunction(as: leaf.site) ? nil : body.site
    }
    let call = handler.map { store.call(to: leaf.id, in: $0) ?? $0 }
    guard let site = call ?? store.awaitSite(of: first.flow, for: first.wanted), site.line > 0,
      !site.isInSameFunction(as: leaf.site)
    else { return nil }
    return HangPlace(site: site, text: sentence(store), advice: Holders.sameOrder)
  }
}
