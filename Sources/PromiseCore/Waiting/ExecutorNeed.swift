// Finds out whether a promise can settle while one executor runs nothing, because a thread of it is blocked. Owns that search;
// `awaitPromise` and the facades' blocking waits decide what to do about it.
//
// The search starts at the promise and visits everything that it waits for, once each: the promise that it derives from or adopts, the
// inputs of a combined promise, and what an async body awaits. A promise needs the executor if
//
//   - its own body has yet to run there, or it continues there later, as `retry` does between two attempts;
//   - it needs one of the promises that it waits for: each of them (`all`), or all of them together if one is enough (`race`);
//   - it could settle by itself, by a timer, but the timer fires on the executor, and its source needs the executor, too.
//
// Cycles need no executor. It assumes that no promise is rejected, and takes the lock separately for each promise that it visits: another
// thread may just be settling one of them.

import CPromiseRuntime
import PromiseTrace
import Synchronization

struct ExecutorNeed {
  let executor: Executor

  /// Whether the promise cannot settle before the executor has run something.
  ///
  /// - Complexity: O(*n*) for the *n* promises and inputs upstream.
  func blocks(_ promise: PromiseNode) -> Bool {
    switch walkUp(from: promise) {
    case .isNeeded: true
    case .isNotNeeded: false
    case .depends(let combined): search(from: combined)
    }
  }

  private enum Verdict {
    case isNeeded, isNotNeeded
    /// As this combined promise does.
    case depends(PromiseNode)
  }

  /// Walks up a chain, to its first combined promise if there is one.
  private func walkUp(from promise: PromiseNode) -> Verdict {
    var walk = ChainWalk(from: promise)
    return PromiseNode.upstreamLock.withLock { _ in
      while true {
        let node = walk.current
        let now = node.state.now
        guard now.isPending else { return .isNotNeeded }
        if isAwaited(by: node) { return .isNeeded }
        if now.isCombined { return .depends(node) }
        // A circle is one that another thread is about to break.
        guard let next = node.livingUpstream(), walk.move(to: next) else { return .isNotNeeded }
      }
    }
  }

  /// Whether the node's own body has yet to run on the executor.
  private func isAwaited(by node: PromiseNode) -> Bool {
    let now = node.state.now
    // A derived node takes its turn from its upstream's list, a root from its executor's queue.
    return now.runsForValues && now.isOpen && now.takesTurn && node.executor === executor
  }

  /// Finds out which promises need the executor, starting with those that wait for it directly.
  private func search(from start: PromiseNode) -> Bool {
    var walk = GraphWalk(from: start)
    var dependents: [[Int]] = [[]]
    /// The number of inputs that must still be found to need the executor before the node does.
    var missing = [0]
    var blocked: [Int] = []
    var number = 0
    while let node = walk.next() {
      switch dependency(of: node) {
      case .nothing: break
      case .executor: blocked.append(number)
      case .inputs(let inputs, let count):
        missing[number] = count
        for input in inputs {
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
    while let number = blocked.popLast() {
      if number == 0 { return true }
      for dependent in dependents[number] {
        missing[dependent] -= 1
        if missing[dependent] == 0 { blocked.append(dependent) }
      }
    }
    return false
  }

  private enum Dependency {
    /// Nothing that the executor could hold up.
    case nothing
    case executor
    /// It needs the executor if this number of these inputs do.
    case inputs([PromiseNode], Int)
  }

  private func dependency(of node: PromiseNode) -> Dependency {
    let now = node.state.now
    guard now.isPending else { return .nothing }
    if isAwaited(by: node) { return .executor }
    let parent = PromiseNode.upstreamLock.withLock { _ in node.livingUpstream() }
    guard now.isCombined, parent == nil || !now.isFollowing else { return parent.map { .inputs([$0], 1) } ?? .nothing }
    var limit = Int.max
    let relays = node.relays(limit: &limit) ?? []
    let needed = relays.filter { $0.rule != .maybe }
    if needed.contains(where: { $0.turn === executor }) { return .executor }
    let inputs = PromiseNode.livingInputs(of: needed, limit: &limit)
    let open = inputs.filter(\.isPending)
    let needsOne = needed.first?.rule == .one
    // An input has settled and is about to settle the promise.
    if needsOne, open.count < inputs.count { return .nothing }
    if !open.isEmpty { return .inputs(open, needsOne ? open.count : 1) }
    guard !relays.isEmpty, relays.allSatisfy({ $0.turn === executor }) else { return .nothing }
    return parent.map { .inputs([$0], 1) } ?? .executor
  }
}

extension QueueExecutor {
  /// Whether the main queue runs nothing until the calling thread returns.
  ///
  /// After `dispatchMain()`, Linux serves the main queue on other threads than the main one.
  package static var isMainOccupied: Bool { psIsMainThread() || psIsOnMainQueue() }
}

extension PromiseNode {
  /// Whether this pending promise can only settle once `executor` has run a body or a timer, assuming that no promise upstream is rejected.
  ///
  /// Any thread may call it. If another thread is settling the promise at the same time, the answer may be outdated.
  ///
  /// - Parameter executor: The executor, compared by identity.
  /// - Returns: False if the promise has settled, too.
  /// - Complexity: O(*n*) for the *n* promises and inputs upstream.
  package final func needs(_ executor: Executor) -> Bool { ExecutorNeed(executor: executor).blocks(self) }
}
