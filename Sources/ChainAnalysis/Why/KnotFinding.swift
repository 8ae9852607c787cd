// Finds the waits around a promise: up to what hangs because of it, and down each way behind the first promise that waits for several.

import ChainModel
import PromiseTrace

extension ChainStore {
  /// The number of promises that a way visits, and the number of ways.
  private static let (knotLimit, knotBranches) = (4_096, 3)

  /// The waits around the promise of an answer, or the cycle that the library broke there; nil if nothing waits.
  package func knot(of why: Why, bodies: BodyIndex?) -> Knot? {
    if case .pending(let chain) = why.reason { return knot(of: why.promise, chain, bodies: bodies) }
    guard let facts = facts(why.promise), resolutionError(of: facts) != nil else { return nil }
    let members = cycleMembers(of: why.promise)
    guard let first = members.first else { return nil }
    return Knot(stem: [], branches: [Knot.Branch(promises: members, closesAt: first, holder: nil)], more: 0)
  }

  private func knot(of id: PromiseID, _ chain: WaitChain, bodies: BodyIndex?) -> Knot {
    let own = chain.links.map(\.promise)
    let path = waitPath(to: id, besides: own).reversed() + own
    func branch(_ promises: [PromiseID], _ chain: WaitChain) -> Knot.Branch {
      let closing: PromiseID? = if case .cycle(let first) = chain.leaf { first } else { nil }
      let holder = chain.holders?.all.first?.body ?? chain.holder
      return Knot.Branch(promises: promises, closesAt: closing, holder: holder == promises.last ? nil : holder)
    }
    for (index, promise) in path.dropLast().enumerated() {
      let open = inputs(of: promise, limit: 256).filter { state(of: $0)?.isSettled == false && $0 != path[index + 1] }
      guard !open.isEmpty, facts(promise)?.hasInputs == true else { continue }
      let others = open.prefix(Self.knotBranches - 1).map { input in
        let chain = waitChain(from: input, bodies: bodies, limit: Self.knotLimit)
        return branch(chain.links.map(\.promise), chain)
      }
      return Knot(
        stem: Array(path[...index]), branches: [branch(Array(path[(index + 1)...]), chain)] + others,
        more: open.count - others.count)
    }
    return Knot(stem: [], branches: [branch(path, chain)], more: 0)
  }

  /// One path of promises that wait for a promise, nearest first, including those that were freed while pending.
  ///
  /// ``waiters(of:isFollowed:)`` finds all that are open.
  private func waitPath(to id: PromiseID, besides known: [PromiseID]) -> [PromiseID] {
    var (waiters, seen) = ([PromiseID](), Set(known))
    var current = id
    while waiters.count < 256 {
      var next: PromiseID?
      forEachDependent(of: current, limit: 256) { dependent, _, _ in
        guard dependent != 0, state(of: dependent)?.isSettled == false, !seen.contains(dependent) else { return true }
        next = dependent
        return false
      }
      guard let next else { break }
      (current, _) = (next, seen.insert(next))
      waiters.append(next)
    }
    return waiters
  }
}
