// Detects cycles: promises that wait for one another, so that none of them can settle. Owns the search and its cost; `Promise+Adopting`
// and `Promise+Getting` decide what happens to a cycle.
//
// A promise waits for the promise that it derives from or adopts, a combined promise for its inputs, and the promise of a body for what
// the body waits for. Only adopting and waiting in a body can close a cycle: every other link comes from a new promise that nothing waits
// for yet. So the search starts only where a promise that something waits for begins to wait for a promise that waits. It alternates
// between two directions, up from the source and down from the promise, with a growing budget: it costs a small multiple of the smaller
// side, however large the other side is. It takes ``PromiseNode/upstreamLock`` separately for each promise that it visits.

import PromiseTrace
import Synchronization

struct CycleSearch {
  enum Result {
    case none
    /// The promise can settle only after it has settled.
    case cycle
    /// There is a cycle, but a combined promise in it has inputs outside the cycle.
    case suspended([InputRelay])
    /// There is a cycle, but code or a timer in it may still end it.
    case possible
  }

  let promise: PromiseNode
  /// What `promise` waits for or is about to wait for.
  let source: PromiseNode

  func run() -> Result {
    guard mayBeCycle else { return .none }
    switch walkUp() {
    case .cycle: return .cycle
    case .free: return .none
    case nil: return areConnected ? evaluate() : .none
    }
  }

  /// Decides whether the source can settle while the promise is pending; only for two promises that are connected, which is rare.
  func evaluate() -> Result {
    switch evaluate(isStrict: true) {
    case .none:
      if case .none = evaluate(isStrict: false) { .none } else { .possible }
    case let result: result
    }
  }

  /// Whether there may be a cycle at all: something waits for the promise, and the source waits for something.
  ///
  /// Most promises pay only for these two loads.
  private var mayBeCycle: Bool { promise.state.nowInOrder.hasWaiters && source.state.nowInOrder.isWaiting }

  // MARK: A short chain

  private enum Walk { case free, cycle }

  /// Walks up a short chain without combined promises; nil if the chain is longer or contains a combined promise.
  private func walkUp() -> Walk? {
    var walk = ChainWalk(from: source)
    return PromiseNode.upstreamLock.withLock { _ in
      while walk.path.count < 32 {
        let node = walk.current
        // A promise that was settled from outside is still in its parent's list, but waits for nothing.
        guard node.isPending else { return .free }
        // `evaluate` handles promises with several inputs or with another way to settle.
        if node.state.now.isCombined { return nil }
        guard let next = node.livingUpstream() else { return node.state.now.isWaiting ? nil : .free }
        if next === promise { return .cycle }
        // A circle without the promise is one that another thread has closed.
        guard walk.move(to: next) else { return nil }
      }
      return nil
    }
  }

  // MARK: Both directions

  private struct Frontier {
    private(set) var walk: GraphWalk

    init(_ node: PromiseNode) { walk = GraphWalk(from: node) }

    enum Advance { case met, exhausted, paused }

    /// Visits nodes until `budget` entries are used up.
    mutating func advance(
      _ budget: Int, towards other: Frontier, _ neighbors: (PromiseNode, inout Int) -> [PromiseNode]?
    ) -> Advance {
      var left = budget
      while let node = walk.current {
        guard left > 0, let found = neighbors(node, &left) else { return .paused }
        left -= 1
        walk.next()
        for node in found {
          if other.walk.contains(node) { return .met }
          walk.add(node)
        }
      }
      return .exhausted
    }
  }

  /// Whether the source waits for the promise, directly or through others.
  private var areConnected: Bool {
    var up = Frontier(source)
    var down = Frontier(promise)
    var budget = 64
    while true {
      switch down.advance(budget, towards: up, { $0.waiters(limit: &$1) }) {
      case .met: return true
      case .exhausted: return false
      case .paused: break
      }
      switch up.advance(budget, towards: down, { $0.inputs(limit: &$1)?.nodes }) {
      case .met: return true
      case .exhausted: return false
      case .paused: break
      }
      budget *= 4
    }
  }

  // MARK: The verdict

  /// Finds out which promises can settle, starting with those that need no input, and whether the source is one of them.
  ///
  /// - Parameter isStrict: Whether to assume that promises that may settle without their inputs do settle.
  /// - Returns: The verdict under this assumption; never ``Result/possible``.
  private func evaluate(isStrict: Bool) -> Result {
    var walk = GraphWalk(from: source)
    var dependents: [[Int]] = [[]]
    /// The number of inputs that must still be found free before the node is free.
    var missing = [0]
    var relays: [InputRelay] = []
    var free: [Int] = []
    var number = 0
    while let node = walk.next() {
      var limit = Int.max
      if node !== promise, let inputs = node.inputs(limit: &limit, isStrict: isStrict) {
        let isFree = inputs.areSettling || inputs.nodes.isEmpty || isStrict && inputs.rule == .maybe
        if isFree { free.append(number) }
        if inputs.rule.toleratesCycles { relays += inputs.relays }
        // A free node must enter the list of free nodes only once.
        missing[number] = isFree ? .max : inputs.rule.toleratesCycles ? 1 : inputs.nodes.count
        for input in inputs.nodes {
          let found = walk.add(input)
          if found == missing.count {
            dependents.append([])
            missing.append(0)
          }
          dependents[found].append(number)
        }
      }
      number += 1
    }
    let hasPromise = walk.contains(promise)
    while let number = free.popLast() {
      if number == 0 { return hasPromise && !relays.isEmpty ? .suspended(relays) : .none }
      for dependent in dependents[number] {
        missing[dependent] -= 1
        if missing[dependent] == 0 { free.append(dependent) }
      }
    }
    // If the promise is not part of it, it is a cycle of other promises, which the thread that closed it is about to break.
    return hasPromise ? .cycle : .none
  }
}

extension PromiseNode {
  fileprivate struct Inputs {
    /// ``InputRule/maybe`` only in a strict search.
    var rule = InputRule.each
    var nodes: [PromiseNode] = []
    var relays: [InputRelay] = []
    /// Whether an input has settled that is about to settle the promise, or to make it check its suspects.
    var areSettling = false
  }

  /// What this promise waits for: nothing if it has settled, or if its resolver may still settle it.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of entries to visit; each visit decrements it.
  ///   - isStrict: Whether to omit inputs without which the promise may settle, if there are other inputs.
  /// - Returns: nil if the limit was reached.
  fileprivate final func inputs(limit: inout Int, isStrict: Bool = false) -> Inputs? {
    let now = state.now
    guard now.isPending else { return Inputs() }
    let parent = PromiseNode.upstreamLock.withLock { _ in livingUpstream() }
    guard now.isCombined, parent == nil || !now.isFollowing else { return Inputs(nodes: parent.map { [$0] } ?? []) }
    guard let relays = relays(limit: &limit) else { return nil }
    let needed = relays.filter { $0.rule != .maybe }
    let nodes = PromiseNode.livingInputs(of: needed, limit: &limit)
    let rule = needed.first?.rule ?? .each
    let open = nodes.filter(\.isPending)
    guard needed.count < relays.count else {
      return Inputs(
        rule: rule, nodes: open, relays: relays, areSettling: rule.toleratesCycles && open.count < nodes.count)
    }
    if isStrict, !open.isEmpty { return Inputs(nodes: open) }
    let others =
      PromiseNode.livingInputs(of: relays.filter { $0.rule == .maybe }, limit: &limit) + (parent.map { [$0] } ?? [])
    return Inputs(rule: isStrict ? .maybe : .each, nodes: open + others.filter(\.isPending))
  }

  /// The relays of a combined promise, newest first; nil if the limit was reached.
  final func relays(limit: inout Int) -> [InputRelay]? {
    var relays: [InputRelay] = []
    let isComplete = examine(limit: &limit) { if $0.isPassive, let relay = $0 as? InputRelay { relays.append(relay) } }
    return isComplete ? relays : nil
  }

  /// The promises that the inputs of some relays wait for, in the order of the inputs.
  static func livingInputs(of relays: [InputRelay], limit: inout Int) -> [PromiseNode] {
    let entries = relays.flatMap(\.entries)
    limit -= entries.count
    return PromiseNode.upstreamLock.withLock { _ in entries.compactMap { $0.livingUpstream() } }
  }

  /// The promises that wait for this one, directly or through others.
  ///
  /// - Parameter limit: The maximum number of entries to visit.
  final func descendants(limit: Int) -> [PromiseNode] {
    var limit = limit
    var walk = GraphWalk(from: self)
    while let node = walk.next(), let waiters = node.waiters(limit: &limit) {
      for waiter in waiters { walk.add(waiter) }
    }
    return Array(walk.nodes.dropFirst())
  }

  /// The promises that wait directly for this one.
  ///
  /// - Parameter limit: The maximum number of entries to visit; each visit decrements it.
  /// - Returns: nil if the limit was reached.
  fileprivate final func waiters(limit: inout Int) -> [PromiseNode]? {
    var waiters: [PromiseNode] = []
    let isComplete = examine(limit: &limit) { entry in
      let now = entry.state.now
      guard !now.isDetached, !now.isPassive else { return }
      if !now.isObserver {
        waiters.append(entry)
      } else if now.wantsProgress, let waiter = unsafeDowncast(entry, to: ProgressEntry.self).waiter {
        waiters.append(waiter)
      }
    }
    return isComplete ? waiters : nil
  }
}
