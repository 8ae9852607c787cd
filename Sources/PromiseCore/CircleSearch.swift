// The search for circles: promises that wait for one another, so that none of them can settle. Owns the question and its cost; what
// becomes of a circle is `Promise+Adopting`'s.
//
// A promise waits for the one that it derives from or follows, and a combined one for its inputs. Only a promise that starts to follow
// another closes a circle: each other link comes from a promise that nothing waits for yet. So the search begins where a promise that
// something waits for follows one that waits. It looks in both directions by turns, up from the source and down from the promise,
// with a budget that grows: it costs a small multiple of the smaller side, however large the other one is. It takes the lock for each
// promise that it looks at, not for the whole.

import PromiseTrace
import Synchronization

struct CircleSearch {
  enum Result {
    case none
    /// The promise can only settle if it has settled.
    case circle
    /// There is a circle, but a combined promise in it has inputs outside of it.
    case suspended([InputRelay])
    /// There is a circle through code that may end it, or a promise that may end by itself.
    case possible
  }

  let promise: PromiseNode
  /// What `promise` follows or is about to follow.
  let source: PromiseNode

  /// Looks for a circle.
  func run() -> Result {
    guard mayBeCircle else { return .none }
    switch walkUp() {
    case .circle: return .circle
    case .free: return .none
    case nil: return areConnected ? evaluate() : .none
    }
  }

  /// Decides whether the source can settle although the promise has not; only for promises that are connected, which is rare.
  ///
  /// - Returns: What there is: a cycle that must be broken, one that something may end, or none.
  func evaluate() -> Result {
    switch evaluate(isStrict: true) {
    case .none:
      if case .none = evaluate(isStrict: false) { .none } else { .possible }
    case let result: result
    }
  }

  /// Whether there may be a circle at all: something waits for the promise, and the source waits for something.
  ///
  /// Two loads, which is all that most promises pay.
  private var mayBeCircle: Bool { promise.state.now.hasWaiters && source.state.now.isWaiting }

  // MARK: A short chain

  private enum Walk { case free, circle }

  /// Walks up a short chain without combined promises; nil where that does not answer the question.
  private func walkUp() -> Walk? {
    // Kept until the lock is given back: freeing the last reference to one may run code of the user's.
    var path = [source]
    return PromiseNode.surgery.withLock { _ in
      while path.count < 32 {
        let node = path[path.count - 1]
        // One that was settled from outside still stands in its parent's list, but waits for nothing.
        guard node.isPending else { return .free }
        // What has other inputs, too, or another way to end is not decided here.
        if node.state.now.isCombined { return nil }
        guard let next = node.livingUpstream() else { return node.state.now.isWaiting ? nil : .free }
        if next === promise { return .circle }
        path.append(next)
      }
      return nil
    }
  }

  // MARK: Both directions

  private struct Frontier {
    var nodes: [PromiseNode]
    var seen: Set<ObjectIdentifier>
    var next = 0

    init(_ node: PromiseNode) {
      nodes = [node]
      seen = [ObjectIdentifier(node)]
    }

    enum Advance { case met, exhausted, paused }

    /// Looks at nodes until `budget` entries are used up.
    mutating func advance(
      _ budget: Int, towards other: Frontier, _ neighbors: (PromiseNode, inout Int) -> [PromiseNode]?
    ) -> Advance {
      var left = budget
      while next < nodes.count {
        guard left > 0, let found = neighbors(nodes[next], &left) else { return .paused }
        left -= 1
        next += 1
        for node in found where seen.insert(ObjectIdentifier(node)).inserted {
          if other.seen.contains(ObjectIdentifier(node)) { return .met }
          nodes.append(node)
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

  /// Answers the same question under one assumption.
  ///
  /// - Parameter isStrict: Whether promises that may settle without their inputs are taken to do so.
  /// - Returns: The answer; never ``Result/possible``.
  private func evaluate(isStrict: Bool) -> Result {
    var nodes = [source]
    var numbers = [ObjectIdentifier(source): 0]
    var dependents: [[Int]] = [[]]
    /// How many inputs still have to turn out free before the node is.
    var missing = [0]
    var relays: [InputRelay] = []
    var free: [Int] = []
    var number = 0
    while number < nodes.count {
      var limit = Int.max
      if nodes[number] !== promise, let inputs = nodes[number].inputs(limit: &limit, isStrict: isStrict) {
        let isFree = inputs.areSettling || inputs.nodes.isEmpty || isStrict && inputs.rule == .maybe
        if isFree { free.append(number) }
        if inputs.rule == .one { relays += inputs.relays }
        // One that is free is counted as that once.
        missing[number] = isFree ? .max : inputs.rule == .one ? 1 : inputs.nodes.count
        for input in inputs.nodes {
          let found = numbers[ObjectIdentifier(input)]
          if found == nil {
            numbers[ObjectIdentifier(input)] = nodes.count
            nodes.append(input)
            dependents.append([])
            missing.append(0)
          }
          dependents[found ?? nodes.count - 1].append(number)
        }
      }
      number += 1
    }
    let hasPromise = numbers[ObjectIdentifier(promise)] != nil
    while let number = free.popLast() {
      if number == 0 { return hasPromise && !relays.isEmpty ? .suspended(relays) : .none }
      for dependent in dependents[number] {
        missing[dependent] -= 1
        if missing[dependent] == 0 { free.append(dependent) }
      }
    }
    // Without the promise in it, it is a circle of others: the thread that closed it is about to break it.
    return hasPromise ? .circle : .none
  }
}

extension PromiseNode {
  fileprivate struct Inputs {
    /// ``InputRule/maybe`` only in a strict search.
    var rule = InputRule.each
    /// Those that are pending.
    var nodes: [PromiseNode] = []
    var relays: [InputRelay] = []
    /// Whether an input has settled that may settle the promise, or have it look at its suspects.
    var areSettling = false
  }

  /// What this promise waits for: nothing where it has settled, or anyone may settle it.
  ///
  /// - Parameters:
  ///   - limit: How many entries may be looked at; it is counted down.
  ///   - isStrict: Whether to leave out what the promise may do without, as long as it needs anything else.
  /// - Returns: nil where the limit was reached.
  fileprivate final func inputs(limit: inout Int, isStrict: Bool = false) -> Inputs? {
    let now = state.now
    guard now.isPending else { return Inputs() }
    let parent = PromiseNode.surgery.withLock { _ in livingUpstream() }
    guard now.isCombined, parent == nil || !now.isFollowing else { return Inputs(nodes: parent.map { [$0] } ?? []) }
    var relays: [InputRelay] = []
    guard examine(limit: &limit, { if $0.isPassive, let relay = $0 as? InputRelay { relays.append(relay) } }) else {
      return nil
    }
    let needed = relays.filter { $0.rule != .maybe }
    let nodes = PromiseNode.livingInputs(of: needed, limit: &limit)
    let rule = needed.first?.rule ?? .each
    let open = nodes.filter(\.isPending)
    guard needed.count < relays.count else {
      return Inputs(
        rule: rule, nodes: open, relays: relays, areSettling: rule == .one && open.count < nodes.count)
    }
    if isStrict, !open.isEmpty { return Inputs(nodes: open) }
    let others =
      PromiseNode.livingInputs(of: relays.filter { $0.rule == .maybe }, limit: &limit) + (parent.map { [$0] } ?? [])
    return Inputs(rule: isStrict ? .maybe : .each, nodes: open + others.filter(\.isPending))
  }

  private static func livingInputs(of relays: [InputRelay], limit: inout Int) -> [PromiseNode] {
    let entries = relays.flatMap(\.entries)
    limit -= entries.count
    return PromiseNode.surgery.withLock { _ in entries.compactMap { $0.livingUpstream() } }
  }

  /// The promises that wait for this one, directly or through others.
  ///
  /// - Parameter limit: How many entries to look at.
  /// - Returns: The nearest ones, as far as the limit allows.
  final func descendants(limit: Int) -> [PromiseNode] {
    var limit = limit
    var frontier: [PromiseNode] = [self]
    var seen: Set = [ObjectIdentifier(self)]
    var next = 0
    while next < frontier.count, let waiters = frontier[next].waiters(limit: &limit) {
      frontier += waiters.filter { seen.insert(ObjectIdentifier($0)).inserted }
      next += 1
    }
    frontier.removeFirst()
    return frontier
  }

  /// The promises that wait for this one.
  ///
  /// - Parameter limit: How many entries may be looked at; it is counted down.
  /// - Returns: nil where the limit was reached.
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
