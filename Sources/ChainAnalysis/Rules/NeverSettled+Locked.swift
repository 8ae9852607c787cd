// Locks in a memory that was read. It shows which suspended body has the resolver of a promise in a variable, and will settle it: what waits for that
// promise waits for the body, so it is a victim of what the body waits for.

import ChainModel
import PlainText
import PromiseTrace

extension NeverSettled {
  /// The number of waits to follow from a holder.
  private static let mostWaits = 1_000

  /// Adds what waits for bodies that are among the victims of a promise.
  ///
  /// - Parameter locks: The promises whose resolvers each body has.
  /// - Returns: One of the promises that wait for a body; nil if none does.
  func addLocked(
    _ locks: [PromiseID: [PromiseID]], to victims: inout Victims, of root: PromiseID, _ report: inout FindingsCollector
  ) -> PromiseID? {
    var rest = locks
    var first: PromiseID?
    var isComplete = false
    while !isComplete {
      isComplete = true
      for body in rest.keys.sorted() where body == root || victims.contains(body) {
        isComplete = false
        for promise in rest.removeValue(forKey: body) ?? [] where promise != root {
          first = first ?? promise
          victims.insert(promise)
          victims.formUnion(report.victims(of: promise))
        }
      }
    }
    return first
  }

  /// Explains the leaves whose holders wait for another leaf, or for what can never settle; adds them to what is behind that one.
  func explainLocked(_ search: inout OpenSearch, _ leaves: Set<PromiseID>, _ report: inout FindingsCollector) {
    let store = report.store
    let locks = store.lockedPromises
    guard !locks.isEmpty else { return }
    var bodies: [PromiseID: PromiseID] = [:]
    for (body, promises) in locks { for promise in promises { bodies[promise] = body } }
    let rings = findRings(bodies, locks, &report)
    for id in leaves.union(rings) where bodies[id] != nil {
      var source = id
      for _ in 0..<Self.mostWaits {
        guard let next = bodies[source].flatMap({ leaf(of: $0, store) }), next != source else { break }
        source = next
        if rings.contains(source) || source == id { break }
      }
      let isExplained =
        rings.contains(source) || source != id && leaves.contains(source) && bodies[source] == nil
        || store.state(of: source) == .leaked
      guard isExplained else { continue }
      search.behind[source, default: Victims()].formUnion(report.victims(of: id))
      search.behind[source]?.insert(id)
      report.explain(id, by: .neverSettled)
    }
  }

  /// What a body waits for at last; nil if one of several inputs is enough.
  private func leaf(of body: PromiseID, _ store: ChainStore) -> PromiseID? {
    var leaf = body
    for _ in 0..<Self.mostWaits {
      guard let facts = store.facts(leaf), !facts.hasInputs || !store.traits(facts).contains(.race) else { return nil }
      guard let next = store.upstream(of: leaf, limit: 1).first else { return leaf }
      leaf = next
    }
    return nil
  }

  /// Reports rings of bodies that each hold the lock that the one before waits for.
  ///
  /// Only for locks of the runtime: that a body uses the variable of a lock does not prove that it holds that lock.
  ///
  /// - Returns: The promises of the rings that wait for locks.
  private func findRings(
    _ bodies: [PromiseID: PromiseID], _ locks: [PromiseID: [PromiseID]], _ report: inout FindingsCollector
  ) -> Set<PromiseID> {
    let store = report.store
    var found: Set<PromiseID> = []
    for start in bodies.keys.sorted() where !found.contains(start) {
      var (ring, isClosed) = ([start], false)
      while !isClosed, let facts = store.facts(ring[ring.count - 1]), facts.isOpen, store.traits(facts).contains(.lock),
        let leaf = bodies[facts.id].flatMap({ leaf(of: $0, store) })
      {
        isClosed = leaf == start
        if ring.contains(leaf) { break }
        ring.append(leaf)
      }
      guard isClosed, let facts = store.facts(start) else { continue }
      found.formUnion(ring)
      var victims = report.victims(of: start)
      _ = addLocked(locks, to: &victims, of: start, &report)
      let waits = report.run.waits(for: ring)
      let holders = ring.reduce(FindingText.empty) { $0 + store.holderInSentence($1, isNamed: $1 != start) }
      report.add(
        .neverSettled, facts, advice: Self.ringAdvice, row: start, time: facts.created,
        evidence: Array(ring.dropFirst()),
        victims: victims, related: waits
      ) {
        let name = store.nameInSentence(start)
        return FindingText("\(name) can never settle, because of a deadlock", "\(name) 因死锁而永远无法敲定") + holders
      }
    }
    return found
  }

  private static var ringAdvice: Text {
    Text(
      "Take the locks in the same order everywhere, or release one before you ask for the next.",
      "在所有地方以相同的顺序获取锁，或者在请求下一把锁之前释放已有的锁。")
  }
}
