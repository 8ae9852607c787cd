// Promises whose outcome nothing can use any more: the losers of a race, the source of a timeout. Owns the walk down from such a promise; its
// answers are remembered, because the thousand inputs of one `all` lead to the same place.

import ChainModel
import PromiseTrace

/// Finds out whether everything that waited for a promise has settled without it.
struct Abandonment: Sendable {
  /// The promises that something still waits for.
  private var awaited: Set<PromiseID> = []
  private var revision: UInt64 = 0
  /// The number of promises to look at for one answer.
  private static let limit = 10_000

  /// Whether everything that waited for a promise has settled without it, directly or at the end of chains that only it can settle.
  ///
  /// - Parameters:
  ///   - root: The promise.
  ///   - freed: When it was freed while pending, if it was. A timeout that ran out later is the consequence of that, and no excuse.
  ///   - store: The history.
  /// - Returns: False also if nothing ever waited for it.
  /// - Complexity: O(*n*) in the number of promises downstream that have not settled; at most 10,000.
  mutating func isAbandoned(_ root: PromiseID, freed: Int64?, _ store: ChainStore) -> Bool {
    if revision != store.revision {
      awaited.removeAll(keepingCapacity: true)
      revision = store.revision
    }
    // The way from the root to the promise that is looked at, each with the dependents that are left to look at.
    var way: [(promise: PromiseID, dependents: [PromiseID])] = []
    var seen = Seen()
    var next: PromiseID? = root
    while true {
      if let promise = next {
        next = nil
        guard seen.insert(promise) else { continue }
        guard seen.count <= Self.limit, !awaited.contains(promise) else { return remember(way, promise) }
        switch dependents(of: promise, freed: freed, store) {
        case .none: return remember(way, promise)
        case .consequence: return false
        case .open(let dependents): way.append((promise, dependents))
        }
      }
      guard let last = way.indices.last else { return true }
      next = way[last].dependents.popLast()
      if next == nil { way.removeLast() }
    }
  }

  private mutating func remember(_ way: [(promise: PromiseID, dependents: [PromiseID])], _ end: PromiseID) -> Bool {
    for step in way { awaited.insert(step.promise) }
    awaited.insert(end)
    return false
  }

  /// The promises of one walk: most are short, and a short list is faster than a set.
  private struct Seen {
    private var first: [PromiseID] = []
    private var others: Set<PromiseID> = []
    var count: Int { first.count + others.count }

    /// Inserts a promise; returns whether it was new.
    mutating func insert(_ promise: PromiseID) -> Bool {
      guard !first.contains(promise) else { return false }
      guard first.count >= 16 else {
        first.append(promise)
        return true
      }
      return others.insert(promise).inserted
    }
  }

  private enum Dependents {
    /// Something waits that cannot be followed: an observer, or the program itself, at the end of a chain.
    case none
    /// A timeout ran out because the root had been freed.
    case consequence
    /// These have not settled; all others have.
    case open([PromiseID])
  }

  private func dependents(of promise: PromiseID, freed: Int64?, _ store: ChainStore) -> Dependents {
    var (count, open) = (0, [PromiseID]())
    var (isObserved, isConsequence) = (false, false)
    store.forEachDependent(of: promise) { dependent, kind, _ in
      count += 1
      guard kind != .observer, let facts = store.facts(dependent) else {
        // Nothing is known about when an observer stopped waiting.
        isObserved = isObserved || kind == .observer
        return !isObserved
      }
      switch facts.state {
      case .unknown: isObserved = true
      case .leaked: open.append(dependent)
      default:
        if facts.isOpen {
          // What was canceled needs nothing any more, also if it settles only after what it waits for.
          if !facts.isCancelRequested { open.append(dependent) }
        } else if let freed, facts.cause == .timeout, (facts.settled ?? 0) >= freed {
          isConsequence = true
        }
      }
      return !isObserved && !isConsequence
    }
    if isConsequence { return .consequence }
    return count == 0 || isObserved ? .none : .open(open)
  }
}
