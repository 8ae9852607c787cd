// Locks in a memory that was read. It shows which suspended body has the resolver of a promise in a variable, and will settle it: what waits for that
// promise waits for the body, so it is a victim of what the body waits for.

import ChainModel
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
    var bodies: [PromiseID: PromiseID] = [:]
    for (body, promises) in store.lockedPromises { for promise in promises { bodies[promise] = body } }
    for id in leaves {
      guard var source = bodies[id] else { continue }
      for _ in 0..<Self.mostWaits where source != id {
        guard let next = store.upstream(of: source, limit: 1).first ?? bodies[source] else { break }
        source = next
      }
      guard source != id, leaves.contains(source) && bodies[source] == nil || store.state(of: source) == .leaked else {
        continue
      }
      search.behind[source, default: Victims()].formUnion(report.victims(of: id))
      search.behind[source]?.insert(id)
      report.explain(id, by: .neverSettled)
    }
  }
}
