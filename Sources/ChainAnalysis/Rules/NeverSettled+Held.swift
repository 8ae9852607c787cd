// Hangs whose cause is a body that should have settled a promise: the holder of a lock, a worker. The finding stands at the holder if the log proves it.

import ChainModel
import PlainText
import PromiseTrace

extension NeverSettled {
  /// The number of leaves to search the holders of.
  static let mostHeld = 32

  /// Finds those who should have settled the leaves.
  ///
  /// A leaf whose holder waits for another leaf is a victim of that one.
  func findHolders(_ search: inout OpenSearch, _ report: inout FindingsCollector) {
    let (run, store) = (report.run, report.store)
    var found: [PromiseID: Holders] = [:]
    var origins: [UInt32: [PromiseID]] = [:]
    for (id, leaf) in search.leaves.prefix(Self.mostHeld) where leaf == .resolver {
      guard let facts = store.facts(id), idleLoop(facts, report.victims(of: id), run) == nil else { continue }
      found[id] = store.holders(of: id, run.watches.settlements, run.watches.processes)
      origins[store.origin(of: id), default: []].append(id)
    }
    share(&found, origins)
    let leaves = Set(search.leaves.map(\.promise))
    for (id, holders) in found where holders.isProven {
      guard var source = holders.elsewhere else { continue }
      for _ in 0..<Self.mostHeld { source = found[source]?.elsewhere ?? source }
      guard source != id, leaves.contains(source), let facts = store.facts(source),
        idleLoop(facts, report.victims(of: source), run) == nil
      else {
        found[id]?.isProven = false
        continue
      }
      search.behind[source, default: Victims()].formUnion(report.victims(of: id))
      search.behind[source]?.insert(id)
      report.explain(id, by: .neverSettled)
    }
    search.holders = found
    explainLocked(&search, leaves, &report)
  }

  /// Those who settle all promises of a call site should have settled each leaf from there.
  private func share(_ found: inout [PromiseID: Holders], _ origins: [UInt32: [PromiseID]]) {
    for ids in origins.values where ids.count > 1 {
      let all = ids.compactMap { found[$0] }.filter { $0.isProven && $0.areSettlers }
      guard var shared = all.first else { continue }
      for holders in all.dropFirst() { shared.all += holders.all.filter { !shared.all.contains($0) } }
      for id in ids { found[id] = shared }
    }
  }

  /// Reports the leaves that the same bodies should have settled, once.
  func reportHeld(_ id: PromiseID, _ holders: Holders, _ search: OpenSearch, _ report: inout FindingsCollector) {
    let (run, store) = (report.run, report.store)
    guard !report.isExplained(id, by: .neverSettled), let facts = store.facts(id), let holder = holders.all.first,
      let body = store.facts(holder.body)
    else { return }
    let waiting = search.leaves.map(\.promise).filter { search.holders?[$0]?.all == holders.all }
    var victims = Victims()
    for leaf in waiting {
      report.explain(leaf, by: .neverSettled)
      victims.formUnion(report.victims(of: leaf))
      if let behind = search.behind[leaf] { victims.formUnion(behind) }
      if leaf != id { victims.insert(leaf) }
    }
    let end = run.end(of: id)
    let isDrained = end?.reason == .drained
    let overdue = run.overdue(since: facts.created)
    let count = NumberText.grouped(waiting.count)
    let reason =
      store.sentence(holders)
      + FindingText("; \(count) \(waiting.count == 1 ? "waits" : "wait") for it", "；有 \(count) 个在等待")
    report.add(
      end != nil ? .neverSettled : .stuck, facts, at: body, site: holders.site(of: holder),
      severity: isDrained ? .error : .warning,
      advice: holders.advice, row: holder.body, time: facts.created,
      known: end.map { min($0.time, overdue) } ?? overdue,
      pendingSince: facts.created, pendingReason: end == nil ? FindingText.stuck(reason, nil) : nil,
      evidence: Array((holders.all.map(\.body) + waiting.dropFirst()).prefix(64)), events: holders.events,
      victims: victims,
      related: store.related(Holders(all: Array(holders.all.dropFirst()), isProven: true))
        + [store.related(id, Text("created here", "在此创建"))]
        + [holders.settleSite.flatMap { store.related(id, Text("another one was settled here", "另一个在此敲定"), at: $0) }]
        + run.waits(for: waiting)
    ) {
      let name = store.nameInSentence(id)
      if isDrained { return FindingText("\(name) can never settle: \(reason)", "\(name) 永远无法敲定：\(reason)") }
      if end != nil {
        return FindingText(
          "\(name) was still pending when the program ended: \(reason)", "程序结束时 \(name) 仍待定：\(reason)")
      }
      return .pending(id, for: run.now - facts.created, in: store) + .stuck(reason, nil)
    }
  }
}

extension ChainStore {
  /// The call sites of those who should have settled a promise.
  func related(_ holders: Holders) -> [RelatedSite?] {
    holders.all.prefix(8).map { holder in
      let text = holders.isProven ? Text("holder", "持有者") : Text("likely holder", "可能的持有者")
      return related(holder.body, text, at: holder.site)
    }
  }
}
