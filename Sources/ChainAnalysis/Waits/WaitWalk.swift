// The walk from a pending promise to its leaf. Owns the choice between several inputs and the detection of cycles.
//
// A combinator that needs all of its inputs hangs on the most hopeless one; a combinator that needs only one hangs on the least hopeless. So
// the walk visits all inputs, depth first with an explicit stack, and each promise passes its choice to the one that waits for it.
// Behind a `timeout`, a hopeless wait ends at the timer. A straight chain, in which each promise waits for one other, needs no visit.

import ChainModel
import PromiseTrace

extension ChainStore {
  /// What a promise waits for, link by link, down to the promise that holds everything up.
  ///
  /// For a promise that is not pending, the only link is the promise itself, and the leaf ``WaitLeaf/settled``. If it was freed while
  /// pending, the chain leads to the promise whose resolver was dropped.
  ///
  /// - Parameters:
  ///   - id: The promise.
  ///   - bodies: The bodies of each queue, to name the one that a queued body waits for; nil leaves it open.
  ///   - limit: The maximum number of promises to visit; beyond it, the leaf is ``WaitLeaf/unknown``.
  /// - Returns: The chain.
  /// - Complexity: O(*n*) in the number of promises that it waits for, directly or indirectly. No recursion.
  public func waitChain(from id: PromiseID, bodies: BodyIndex? = nil, limit: Int = 4_000_000) -> WaitChain {
    var work = 0
    return waitChain(from: id, bodies: bodies, limit: limit, work: &work)
  }

  /// Also adds the number of promises and of waits that it looked at to `work`.
  func waitChain(from id: PromiseID, bodies: BodyIndex?, limit: Int = 4_000_000, work: inout Int) -> WaitChain {
    var walk = WaitWalk(store: self, limit: limit)
    var chain = walk.chain(from: id)
    work += walk.work
    if case .queued = chain.leaf, let bodies, let last = chain.links.last {
      chain.leaf = .queued(behind: bodies.occupant(of: last.promise, in: self))
    }
    return chain
  }
}

/// One walk; its memory is freed with it.
struct WaitWalk {
  fileprivate struct Frame {
    let promise: PromiseID
    let next: [PromiseID]
    let kind: WaitKind
    var index = 0
    var best: Result?
  }

  /// What a promise that has been visited waits for.
  fileprivate struct Result {
    /// The next promise; 0 if this one is the leaf, or closes a cycle.
    var next: PromiseID = 0
    var kind: WaitKind?
    var leaf: WaitLeaf
  }

  private let store: ChainStore
  private let limit: Int
  private var results: [PromiseID: Result] = [:]
  private var isOnPath: PromiseMarks
  /// The promises on the path at which a cycle closed.
  private var closes: Set<PromiseID> = []
  /// The actual leaves of promises at which a cycle closed but that have a way out, such as another input of a race.
  private var opened: [PromiseID: WaitLeaf] = [:]
  /// The number of promises before the first one with a choice.
  private var straight = 0
  /// The number of results looked at, as a measure of the cost.
  private(set) var looks = 0
  /// The number of promises visited, and of their waits.
  private(set) var work = 0

  init(store: ChainStore, limit: Int) { (self.store, self.limit, isOnPath) = (store, limit, PromiseMarks(store)) }

  mutating func chain(from start: PromiseID) -> WaitChain {
    var chain = WaitChain(links: [], leaf: .unknown)
    if let end = goStraight(from: start, &chain) { follow(from: end, &chain) }
    return chain
  }

  /// Follows the waits as long as each promise waits for a single one, which takes a fifth of the memory of a visit.
  ///
  /// - Returns: The first promise that has a choice, or waits for nothing; nil if the chain is complete.
  private mutating func goStraight(from start: PromiseID, _ chain: inout WaitChain) -> PromiseID? {
    var current = start
    while chain.links.count < limit, case .next(let next, let kind) = store.waitStep(current), next.count == 1 {
      work += 2
      isOnPath.insert(current)
      chain.links.append(WaitLink(current, kind))
      if isOnPath.contains(next[0]) {
        chain.leaf = .cycle(next[0])
        endAtTimer(&chain, among: chain.links.count)
        return nil
      }
      current = next[0]
    }
    return current
  }

  /// Ends a hopeless chain at the last of its first `count` promises whose timer runs.
  private func endAtTimer(_ chain: inout WaitChain, among count: Int) {
    guard chain.leaf.isHopeless else { return }
    for index in (0..<count).reversed() {
      let id = chain.links[index].promise
      guard let facts = store.facts(id), let timer = store.timerLeaf(facts) else { continue }
      chain.links[index...] = [WaitLink(id, nil)]
      chain.leaf = timer
      return
    }
  }

  /// Adds the links from a promise on, which waits for the end of a straight chain.
  private mutating func follow(from start: PromiseID, _ chain: inout WaitChain) {
    straight = chain.links.count
    visit(start)
    var current = start
    while let result = results[current] {
      chain.links.append(WaitLink(current, result.kind))
      if result.next != 0 {
        current = result.next
      } else if case .cycle(let head) = result.leaf, opened[head] != nil {
        current = head
      } else {
        chain.leaf = result.leaf
        break
      }
    }
    endAtTimer(&chain, among: straight)
  }

  private mutating func visit(_ start: PromiseID) {
    var stack: [Frame] = []
    enter(start, &stack)
    while var frame = stack.popLast() {
      if frame.index < frame.next.count {
        let next = frame.next[frame.index]
        if isOnPath.contains(next) {
          closes.insert(next)
          frame.take(Result(kind: frame.kind, leaf: .cycle(next)))
        } else if let known = results[next] {
          frame.take(Result(next: next, kind: frame.kind, leaf: leaf(known)))
        } else {
          stack.append(frame)
          enter(next, &stack)
          continue
        }
        frame.index += 1
        stack.append(frame)
      } else {
        var result = frame.best ?? Result(leaf: .unknown)
        if result.leaf.isHopeless, let facts = store.facts(frame.promise), let timer = store.timerLeaf(facts) {
          result = Result(leaf: timer)
        }
        results[frame.promise] = result
        isOnPath.remove(frame.promise)
        if closes.remove(frame.promise) != nil, result.leaf != .cycle(frame.promise) {
          opened[frame.promise] = result.leaf
        }
      }
    }
  }

  /// The leaf of a promise that has been visited: a cycle that turned out to have a way out leads to the leaf behind it.
  ///
  /// Amortized O(1): the heads on the way are shortened.
  private mutating func leaf(_ result: Result) -> WaitLeaf {
    var leaf = result.leaf
    var heads: [PromiseID] = []
    looks += 1
    while case .cycle(let head) = leaf, let next = opened[head] {
      looks += 1
      heads.append(head)
      leaf = next
    }
    for head in heads.dropLast() { opened[head] = leaf }
    return leaf
  }

  private mutating func enter(_ id: PromiseID, _ stack: inout [Frame]) {
    guard straight + results.count + stack.count < limit else {
      results[id] = Result(leaf: .unknown)
      return
    }
    work += 1
    switch store.waitStep(id) {
    case .leaf(let leaf): results[id] = Result(leaf: leaf)
    case .next(let next, let kind):
      work += next.count
      isOnPath.insert(id)
      stack.append(Frame(promise: id, next: next, kind: kind))
    }
  }
}

extension WaitWalk.Frame {
  /// Considers the wait for one more input: the most hopeless one decides, unless one input is enough.
  fileprivate mutating func take(_ result: WaitWalk.Result) {
    guard let best else {
      self.best = result
      return
    }
    let isEnough = if case .input(_, _, true) = kind { true } else { false }
    let isBetter = isEnough ? result.leaf.hope > best.leaf.hope : result.leaf.hope < best.leaf.hope
    if isBetter { self.best = result }
  }
}
