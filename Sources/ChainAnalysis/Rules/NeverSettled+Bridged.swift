// Bodies that wait without a promise: in a continuation that a handler is to resume. The handler waits for the promise that hangs, and so does the body.
//
//     #1 task ◍  ── withCheckedContinuation { c in promise.then { c.resume(returning: $0) } }  ──  #3 then ○ waits for #2

import ChainModel
import PromiseTrace

extension NeverSettled {
  /// Adds bodies that run to what is behind another leaf, if a handler at the end of a chain waits for that one which the body itself registered.
  func explainBridged(_ search: inout OpenSearch, _ report: inout FindingsCollector) {
    let store = report.store
    let running = Set(
      search.leaves.lazy.filter { if case .running = $0.leaf { true } else { false } }.map(\.promise))
    guard !running.isEmpty else { return }
    for id in search.leaves.lazy.map(\.promise).filter({ !running.contains($0) }).prefix(Self.mostHeld) {
      for victim in report.victims(of: id).least {
        guard let facts = store.facts(victim), running.contains(facts.inside), !facts.hasReaction else { continue }
        search.behind[id, default: Victims()].formUnion(report.victims(of: facts.inside))
        search.behind[id]?.insert(facts.inside)
        report.explain(facts.inside, by: .neverSettled)
      }
    }
  }
}
