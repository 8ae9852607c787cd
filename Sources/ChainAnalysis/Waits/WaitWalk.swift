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
    var memory = WaitMemory()
    return waitChain(from: id, bodies: bodies, limit: limit, &memory, work: &work)
  }

  /// Also remembers in `memory` what it learns about promises.
  func waitChain(
    from id: PromiseID, bodies: BodyIndex?, limit: Int = 4_000_000, _ memory: inout WaitMemory, work: inout Int
  ) -> WaitChain {
    var walk = WaitWalk(store: self, limit: limit, memory)
    // Only the walk may have it, or its first step would copy it.
    memory = WaitMemory()
    var chain = walk.chain(from: id)
    (memory, work) = (walk.memory, work + walk.work)
    guard let bodies, let last = chain.links.last else { return chain }
    switch chain.leaf {
    case .queued: chain.leaf = .queued(behind: bodies.occupant(of: last.promise, in: self))
    case .running, .resolver:
      chain.holder = bodies.holder(of: last.promise, in: self)
      if chain.leaf == .resolver { chain.holders = holders(of: last.promise, bodies.settlements, bodies.processes) }
    default: break
    }
    return chain
  }
}

/// One walk, which hands what it remembers back to the caller.
struct WaitWalk {
  fileprivate struct Frame {
    let promise: PromiseID
    let next: [PromiseID]
    let kind: WaitKind
    var index = 0
    var best: WaitResult?
  }

  private let store: ChainStore
  private let limit: Int
  fileprivate var memory: WaitMemory
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

  init(store: ChainStore, limit: Int, _ memory: WaitMemory = WaitMemory()) {
    (self.store, self.limit, self.memory) = (store, limit, memory)
  }

  mutating func chain(from start: PromiseID) -> WaitChain {
    var chain = WaitChain(links: [], leaf: .unknown)
    if let end = goStraight(from: start, &chain) { follow(from: end, &chain) }
    memory.forgetResults()
    return chain
  }

  /// Follows the waits as long as each promise waits for a single one, which takes a fifth of the memory of a visit.
  ///
  /// - Returns: The first promise that has a choice, or waits for nothing; nil if the chain is complete.
  private mutating func goStraight(from start: PromiseID, _ chain: inout WaitChain) -> PromiseID? {
    var current = start
    while chain.links.count < limit, let (next, kind) = memory.onlyWait(of: current, in: store) {
      work += 2
      memory.marks.insert(current, in: store)
      chain.links.append(WaitLink(current, kind))
      if memory.marks.contains(next, in: store) {
        chain.leaf = .cycle(next)
        leaveStraight(chain)
        endAtTimer(&chain, among: chain.links.count)
        return nil
      }
      current = next
    }
    return current
  }

  private mutating func leaveStraight(_ chain: WaitChain) {
    for link in chain.links { memory.marks.remove(link.promise, in: store) }
  }

  /// Ends a hopeless chain at the last of its first `count` promises whose timer runs.
  private mutating func endAtTimer(_ chain: inout WaitChain, among count: Int) {
    guard chain.leaf.isHopeless else { return }
    for index in (0..<count).reversed() {
      let id = chain.links[index].promise
      guard let timer = memory.timer(of: id, in: store) else { continue }
      chain.links[index...] = [WaitLink(id, nil)]
      chain.leaf = timer
      return
    }
  }

  /// Adds the links from a promise on, which waits for the end of a straight chain.
  private mutating func follow(from start: PromiseID, _ chain: inout WaitChain) {
    straight = chain.links.count
    visit(start)
    leaveStraight(chain)
    var current = start
    while let result = memory.result(of: current, in: store) {
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
        if memory.marks.contains(next, in: store) {
          closes.insert(next)
          frame.consider(WaitResult(kind: frame.kind, leaf: .cycle(next)))
        } else if let known = memory.result(of: next, in: store) {
          frame.consider(WaitResult(next: next, kind: frame.kind, leaf: leaf(known)))
        } else {
          stack.append(frame)
          enter(next, &stack)
          continue
        }
        frame.index += 1
        stack.append(frame)
      } else {
        var result = frame.best ?? WaitResult(leaf: .unknown)
        if result.leaf.isHopeless, let timer = memory.timer(of: frame.promise, in: store) {
          result = WaitResult(leaf: timer)
        }
        memory.set(result, of: frame.promise, in: store)
        memory.marks.remove(frame.promise, in: store)
        if closes.remove(frame.promise) != nil, result.leaf != .cycle(frame.promise) {
          opened[frame.promise] = result.leaf
        }
      }
    }
  }

  /// The leaf of a promise that has been visited: a cycle that turned out to have a way out leads to the leaf behind it.
  ///
  /// Amortized O(1): the heads on the way are shortened.
  private mutating func leaf(_ result: WaitResult) -> WaitLeaf {
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
    guard straight + memory.resultCount + stack.count < limit else {
      memory.set(WaitResult(leaf: .unknown), of: id, in: store)
      return
    }
    work += 1
    switch memory.step(of: id, in: store) {
    case .leaf(let leaf): memory.set(WaitResult(leaf: leaf), of: id, in: store)
    case .next(let next, let kind):
      work += next.count
      memory.marks.insert(id, in: store)
      stack.append(Frame(promise: id, next: next, kind: kind))
    }
  }
}

extension WaitWalk.Frame {
  /// Considers the wait for one more input: the most hopeless one decides, unless one input is enough.
  fileprivate mutating func consider(_ result: WaitResult) {
    guard let best else {
      self.best = result
      return
    }
    let isEnough = if case .input(_, _, true) = kind { true } else { false }
    let isBetter = isEnough ? result.leaf.hope > best.leaf.hope : result.leaf.hope < best.leaf.hope
    if isBetter { self.best = result }
  }
}
