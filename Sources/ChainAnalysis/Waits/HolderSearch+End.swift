// The search for those who should have settled a promise that hangs. Here is how a holder ended, or where it waits.

import ChainModel
import PromiseTrace

extension HolderSearch {
  func holders(_ all: some Sequence<Holder>, isProven: Bool) -> Holders {
    var seen: Set<PromiseID> = []
    let events = grants.suffix(Self.evidence).map(\.sequence) + settlements.suffix(Self.evidence).map(\.sequence)
    return Holders(
      all: all.filter { seen.insert($0.body).inserted }, isProven: isProven, events: Array(Set(events)).sorted(),
      settleSite: settlements.last.map { store.settleSite(of: $0.promise) }.flatMap { $0.line > 0 ? $0 : nil })
  }

  func holder(_ body: PromiseID, _ duty: Holder.Duty) -> Holder {
    var holder = Holder(body: body, duty: duty, end: end(of: body, duty))
    guard case .given(let site) = duty, holder.hasFailed else { return holder }
    if case .threw(_, .line) = holder.end, let facts = store.facts(body) {
      let (origin, place) = source(of: facts)
      if origin.id != body, place.line > 0 { holder.thrower = place }
    }
    holder.isCalled = store.hasCallers && site != nil && store.awaited(by: body).isEmpty
    holder.skipped = flow(of: body).dropFirst().first {
      givers.contains(store.origin(of: $0)) && store.bodyTimes(of: $0).started == nil && store.site(of: $0).line > 0
    }.map { Holder.Skipped(promise: $0, site: store.site(of: $0)) }
    return holder
  }

  private func end(of body: PromiseID, _ duty: Holder.Duty) -> Holder.End {
    guard let facts = store.facts(body) else { return .returned }
    if facts.isRejected {
      let (origin, place) = source(of: facts)
      if let site = store.errorSite(of: origin) { return .threw(site, origin.via == 0 ? .line : .await) }
      if let site = store.awaitSite(of: origin.id) { return .threw(site, .behind) }
      return .threw(place.line > 0 ? place : nil, .await)
    }
    guard facts.isOpen else { return .returned }
    let chain = store.waitChain(from: body, limit: 1_024)
    guard let last = chain.links.last?.promise, last != body else { return .elsewhere(body, store.awaitSite(of: body)) }
    guard let index = chain.links.firstIndex(where: { duty == .created ? $0.promise == leaf.id : isOne($0.promise) })
    else { return .elsewhere(last, store.awaitSite(of: body)) }
    return .waits(site(in: chain.links[...index].map(\.promise), duty))
  }

  /// Where a body that returned caught the error of what it awaited last; nil if it did not.
  func caughtSite(of body: PromiseID) -> Site? {
    guard store.state(of: body) == .fulfilled, let last = store.awaited(by: body).last,
      store.facts(last)?.isRejected ?? false
    else { return nil }
    return store.awaitSite(of: body, for: last)
  }

  /// The promise in which the error of a holder arose, perhaps in a chain that a handler returned, and the last call site on the way to it that is in the
  /// holder's function.
  private func source(of facts: NodeFacts) -> (origin: NodeFacts, place: Site) {
    var (origin, place) = (facts, facts.site)
    while origin.cause == .adopted, origin.via != 0, origin.via != origin.id, let next = store.facts(origin.via) {
      origin = next
      // A closure in Node may have no name.
      let isClosure = next.site.file == facts.site.file && next.site.function == .none
      if isClosure || next.site.isInSameFunction(as: facts.site) { place = next.site }
    }
    return (origin, place)
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
    if waits.isEmpty { return handlerSite(in: chain) }
    guard let inner = waits.lastIndex(where: { !isAsync || $0.function != leaf.site.function }) else {
      return waits.first
    }
    return waits[..<inner].first { !$0.isInSameFunction(as: waits[inner]) } ?? waits.first
  }

  /// The last handler on that way in a function that neither gives things out nor gets them for others.
  private func handlerSite(in chain: [PromiseID]) -> Site? {
    let handlers = chain.dropLast().map(store.site(of:)).filter { $0.line > 0 }
    let users = [leaf.site] + grants.flatMap { $0.takers.filter { $0.depth == 0 }.compactMap(\.site) }
    let outer = handlers.filter { site in !users.contains { $0.isInSameFunction(as: site) } }
    if let wanted = chain.last {
      let call =
        handlers.lazy.compactMap { store.callBack(to: wanted, into: $0) }.first
        ?? (outer + handlers).lazy.compactMap { store.call(to: wanted, in: $0) }.first
      if let call { return call }
    }
    return outer.last
      ?? handlers.first.flatMap { first in handlers.last { $0.isInSameFunction(as: first) } }
  }

  /// The call sites at which a body waited last.
  private func waitSites(of body: PromiseID) -> [Site] {
    store.awaited(by: body).suffix(Self.evidence).compactMap { store.awaitSite(of: body, for: $0) }
  }
}
