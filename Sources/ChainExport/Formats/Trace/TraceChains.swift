// Which chain a promise belongs to: the promise at its root, along the edges that the outline draws. Owns the memory of the roots found.

import ChainModel
import PromiseTrace

/// The roots of promises.
struct TraceChains {
  private let store: ChainStore
  private let starts: Set<PromiseID>
  private var roots: [PromiseID: PromiseID] = [:]

  /// Creates an empty memory.
  ///
  /// - Parameters:
  ///   - store: The promises.
  ///   - starts: Promises that are roots although they have a parent.
  init(_ store: ChainStore, starts: Set<PromiseID> = []) { (self.store, self.starts) = (store, starts) }

  /// The promise that a promise is drawn under, or 0: the one that it derives from, otherwise the one whose body created it.
  func parent(_ facts: NodeFacts) -> PromiseID { facts.from != 0 ? facts.from : facts.inside }

  /// The root of a promise's chain, possibly itself; cheaper than by its number.
  mutating func root(of facts: NodeFacts) -> PromiseID {
    let parent = parent(facts)
    if parent == 0 || starts.contains(facts.id) { return facts.id }
    guard let known = roots[parent] else { return root(of: facts.id) }
    roots[facts.id] = known
    return known
  }

  /// The root of a promise's chain, possibly itself.
  ///
  /// - Complexity: Amortized O(1).
  mutating func root(of id: PromiseID) -> PromiseID {
    var path: [PromiseID] = []
    var current = id
    var root = id
    while true {
      if let known = roots[current] {
        root = known
        break
      }
      path.append(current)
      // A damaged log may have a cycle; its first promise on the way is its root.
      roots[current] = current
      guard !starts.contains(current), let facts = store.facts(current), case let parent = parent(facts), parent != 0,
        store.contains(parent)
      else {
        root = current
        break
      }
      current = parent
    }
    for id in path { roots[id] = root }
    return root
  }
}
