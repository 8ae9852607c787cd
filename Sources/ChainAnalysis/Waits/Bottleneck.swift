// The promise that most of the pending ones wait for. Owns the choice; `WaitWalk` finds what each of them waits for.

import ChainModel
import PromiseTrace

/// The promise at the end of most waits.
public struct Bottleneck: Sendable, Equatable {
  /// The promise.
  public var promise: PromiseID
  /// Why it is pending.
  public var leaf: WaitLeaf
  /// The number of pending promises that wait for it, directly or through others.
  public var waiting: Int

  /// Creates a bottleneck.
  public init(promise: PromiseID, leaf: WaitLeaf, waiting: Int) {
    (self.promise, self.leaf, self.waiting) = (promise, leaf, waiting)
  }
}

/// The open promises of a run that grows, found without looking at settled ones more than once.
public struct OpenList: Sendable {
  /// The open promises, oldest first.
  public private(set) var all: [PromiseID] = []
  private var seen = 0

  /// Creates the list of a run without events.
  public init() {}

  /// Adds what was created since, and drops what has settled.
  ///
  /// - Parameter store: The run.
  /// - Complexity: O(*n*) in the number of open and new promises; see `ChainStore.forEachFacts(newest:_:)` once promises were evicted.
  public mutating func update(from store: ChainStore) {
    all.removeAll { !store.isOpen($0) }
    let new = store.counts.total - seen
    guard new > 0 else { return }
    seen = store.counts.total
    store.forEachFacts(newest: new) { if $0.isOpen { all.append($0.id) } }
  }
}

extension ChainStore {
  /// The promise that most of the pending ones wait for; nil if none is pending, or if too many are.
  ///
  /// - Parameters:
  ///   - open: The open promises.
  ///   - current: The promise to prefer to others that as many wait for, so that the answer changes only when it must; otherwise, the
  ///     oldest is chosen.
  ///   - bodies: The bodies of each queue, to name the one that a queued body waits for; nil leaves it open.
  ///   - limit: The number of pending promises up to which there is an answer.
  /// - Returns: The bottleneck.
  /// - Complexity: O(*n*²) in the number of pending promises at worst.
  public func bottleneck(
    among open: [PromiseID], preferring current: PromiseID?, bodies: BodyIndex? = nil, limit: Int = 256
  ) -> Bottleneck? {
    guard !open.isEmpty, open.count <= limit else { return nil }
    var found: [PromiseID: Bottleneck] = [:]
    for id in open {
      let chain = waitChain(from: id, bodies: bodies, limit: limit)
      let root = chain.root
      found[root, default: Bottleneck(promise: root, leaf: chain.leaf, waiting: 0)].waiting += id == root ? 0 : 1
    }
    return found.values.min { a, b in
      if a.waiting != b.waiting { return a.waiting > b.waiting }
      if (a.promise == current) != (b.promise == current) { return a.promise == current }
      return a.promise < b.promise
    }
  }
}
