// What a walk along critical paths asks about a promise. Owns remembering it for the walks of several answers, which lead through the same
// promises: in a chain of 10,000, two thousand answers look at two million.

import ChainModel
import PromiseTrace

/// The facts about a promise that decide how a critical path continues.
struct CriticalNode {
  let id: PromiseID
  let created: Int64
  let started: Int64?
  let settled: Int64?
  let released: Int64?
  let from: PromiseID
  let adopts: PromiseID
  let via: PromiseID
  let inside: PromiseID
  let queue: TextID
  let isSettled: Bool
  let isLeaked: Bool
  let isTimedOut: Bool
  let hasInputs: Bool
  /// Whether it is a `retry`, whose own time is the pauses between attempts.
  let isRetry: Bool
  /// The positions of its phases among those of all promises; empty if they are not remembered.
  fileprivate(set) var phases: Range<Int32> = 0..<0

  init(_ facts: NodeFacts, in store: ChainStore) {
    (id, created, started) = (facts.id, facts.created, facts.started)
    (settled, released) = (facts.settled, facts.released)
    (from, adopts, via, inside, queue) = (facts.from, facts.adopts, facts.via, facts.inside, facts.queue)
    (isSettled, isLeaked, isTimedOut) = (facts.state.isSettled, facts.state == .leaked, facts.cause == .timeout)
    hasInputs = facts.hasInputs
    isRetry = facts.hasInputs && store.texts[facts.operation] == "retry"
  }
}

/// What several walks through one history, which stays the same, have in common.
///
/// A single walk remembers nothing: it would need ten times the memory, and looks at most promises once.
struct CriticalNodes {
  private let isRemembering: Bool
  /// By index in the store, the position in `nodes` plus 1; 0 for a promise that no walk has looked at.
  private var positions: [Int32] = []
  private var nodes: [CriticalNode] = []
  /// The phases of the nodes, each node's in order; the last one of a promise that is pending ends at `.max`.
  private var phases: [NodePhase] = []

  /// The facts about the latest promise, in a single walk.
  private var latest: NodeFacts?
  /// An empty set for one walk at a time, which leaves it empty.
  var marks = PromiseMarks()

  /// Creates the memory of a single walk.
  init() { isRemembering = false }

  /// Creates the memory of several walks.
  init(sharedIn store: ChainStore) {
    isRemembering = true
    positions = [Int32](repeating: 0, count: store.indexEnd)
    marks = PromiseMarks(sharedIn: store)
  }

  /// A promise; nil if the store doesn't contain it.
  mutating func node(_ id: PromiseID, in store: ChainStore) -> CriticalNode? {
    guard isRemembering else {
      latest = store.facts(id)
      return latest.map { CriticalNode($0, in: store) }
    }
    guard let index = store.index(of: id) else { return nil }
    let position = Int(positions[index])
    if position > 0 { return nodes[position - 1] }
    guard let facts = store.facts(id) else { return nil }
    var node = CriticalNode(facts, in: store)
    let first = Int32(phases.count)
    store.moments(facts, now: .max).forEachPhase { phases.append($0) }
    node.phases = first..<Int32(phases.count)
    nodes.append(node)
    positions[index] = Int32(nodes.count)
    return node
  }

  /// The last phase of a promise that starts before a moment; nil if there is none.
  ///
  /// - Parameters:
  ///   - node: The promise.
  ///   - moment: The moment.
  ///   - now: The moment at which an unfinished phase ends, at least `moment`.
  ///   - store: The store.
  func phase(of node: CriticalNode, before moment: Int64, now: Int64, in store: ChainStore) -> NodePhase? {
    var phase: NodePhase?
    guard isRemembering else {
      guard let facts = latest?.id == node.id ? latest : store.facts(node.id) else { return nil }
      store.moments(facts, now: now).forEachPhase { if $0.start < moment { phase = $0 } }
      return phase
    }
    var (low, high) = (Int(node.phases.lowerBound), Int(node.phases.upperBound))
    while low < high {
      let middle = (low + high) / 2
      if phases[middle].start < moment { low = middle + 1 } else { high = middle }
    }
    guard low > node.phases.lowerBound else { return nil }
    phase = phases[low - 1]
    phase?.end = min(phases[low - 1].end, now)
    return phase
  }
}
