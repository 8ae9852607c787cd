// Which chain a promise belongs to: the promise at its root, along the edges that the outline draws. Owns the memory of the roots found.

import ChainModel
import PromiseTrace

/// The roots of promises.
///
/// Not thread-safe.
final class TraceChains {
  private let store: ChainStore
  private let starts: Set<PromiseID>
  /// The roots found, by index in the store; 0 is unknown.
  private var roots: [PromiseID]

  /// Creates an empty memory.
  ///
  /// - Parameters:
  ///   - store: The promises.
  ///   - starts: Promises that are roots although they have a parent.
  init(_ store: ChainStore, starts: Set<PromiseID> = []) {
    (self.store, self.starts) = (store, starts)
    roots = [PromiseID](repeating: 0, count: store.indexEnd)
  }

  /// The promise that a promise is drawn under, or 0: the one that it derives from, otherwise the one whose body created it.
  func parent(_ facts: NodeFacts) -> PromiseID { facts.from != 0 ? facts.from : facts.inside }

  /// The root of a promise's chain, possibly itself; cheaper than by its number.
  func root(of facts: NodeFacts) -> PromiseID {
    let parent = parent(facts)
    if parent == 0 || !starts.isEmpty && starts.contains(facts.id) { return facts.id }
    guard let index = store.index(of: parent), roots[index] != 0, let own = store.index(of: facts.id) else {
      return root(of: facts.id)
    }
    roots[own] = roots[index]
    return roots[index]
  }

  /// The root of a promise's chain, possibly itself.
  ///
  /// - Complexity: Amortized O(1).
  func root(of id: PromiseID) -> PromiseID {
    var path: [Int] = []
    var current = id
    var root = id
    while let index = store.index(of: current) {
      if roots[index] != 0 {
        root = roots[index]
        break
      }
      path.append(index)
      // A damaged log may have a cycle; its first promise on the way is its root.
      roots[index] = current
      guard !starts.contains(current), let facts = store.facts(current), case let parent = parent(facts), parent != 0,
        store.contains(parent)
      else {
        root = current
        break
      }
      current = parent
    }
    for index in path { roots[index] = root }
    return root
  }
}
