// The promises that hang because of another one. Owns the search for them, and its sharing: many roots often lead to the same place, such as
// the thousand open inputs of one `all`, so what lies behind that place is searched once. Does not decide who is to blame.
//
//   1 ─ 4 ─┐
//   2 ─────┼─ 5 all ─ 6, 7, 8      The victims of 1: 4 by itself, and the group 5, 6, 7, 8, which 2 and 3 share.
//   3 ─────┘

import ChainModel
import PromiseTrace

/// The promises that hang because of some roots.
struct Victims: Sendable {
  /// What lies behind the place to which the first root leads; its memory is shared.
  private var group = VictimGroup()
  /// All others; some may also be in `group`.
  private var others: Set<PromiseID> = []
  /// The numbers of the groups in `group` and `others`.
  private var known: Set<Int> = []

  init() {}

  fileprivate init(_ others: Set<PromiseID>, _ group: VictimGroup?) {
    self.others = others
    if let group { (self.group, known) = (group, [group.number]) }
  }

  func contains(_ id: PromiseID) -> Bool { others.contains(id) || group.promises.contains(id) }

  func isDisjoint(with promises: Set<PromiseID>) -> Bool {
    guard promises.count > group.promises.count + others.count else { return !promises.contains(where: contains) }
    return group.promises.isDisjoint(with: promises) && others.isDisjoint(with: promises)
  }

  /// The number of victims other than some promises.
  func count(besides promises: [PromiseID]) -> Int {
    group.promises.count + others.count { !group.promises.contains($0) } - promises.count(where: contains)
  }

  /// Adds the victims to those of other findings; a group that is already among them costs nothing.
  ///
  /// - Parameters:
  ///   - all: The victims of the other findings.
  ///   - groups: The numbers of the groups in `all`.
  /// - Returns: The number of victims that were not in `all`.
  func add(to all: inout Set<PromiseID>, groups: inout Set<Int>) -> Int {
    let before = all.count
    all.formUnion(others)
    if groups.insert(group.number).inserted { all.formUnion(group.promises) }
    return all.count - before
  }

  /// The victims with the lowest numbers, in order; at most 16.
  var least: [PromiseID] {
    let least = Set(others.sorted().prefix(VictimGroup.leastCount)).union(group.least)
    return Array(least.sorted().prefix(VictimGroup.leastCount))
  }

  mutating func insert(_ id: PromiseID) { others.insert(id) }

  /// Adds the victims of other roots; a group that is already known costs nothing.
  mutating func formUnion(_ more: Victims) {
    others.formUnion(more.others)
    if group.number == 0 {
      group = more.group
    } else if more.group.number != 0, !known.contains(more.group.number) {
      others.formUnion(more.group.promises)
    }
    known.formUnion(more.known)
  }
}

/// What lies behind a place where waits meet.
struct VictimGroup: Sendable {
  static let leastCount = 16

  /// Identifies the group within a search; 0 for none.
  var number = 0
  var promises: Set<PromiseID> = []
  /// Those with the lowest numbers, in order.
  var least: [PromiseID] = []
}

/// Searches for victims and remembers the groups, as long as the store does not change.
struct VictimSearch: Sendable {
  /// The maximum number of victims of one group, and of one root outside of its group.
  private static let limit = 10_000
  /// The number of promises in all groups beyond which they are forgotten.
  private static let memory = 1_000_000

  /// The groups by the promises that lead to them.
  private var groups: [[PromiseID]: VictimGroup] = [:]
  private var size = 0
  private var count = 0
  private var revision: UInt64 = 0
  /// The number of dependents looked at so far.
  private(set) var looked = 0

  /// The open and leaked promises that wait for `root`, directly or through others.
  ///
  /// - Complexity: O(*n*) in the number of promises up to the first one with inputs or several dependents, and the first time also in the
  ///   number of those behind it; at most 10,000 each.
  mutating func victims(of root: PromiseID, _ store: ChainStore) -> Victims {
    if revision != store.revision {
      forget()
      revision = store.revision
    }
    var path: Set<PromiseID> = []
    var next = dependents(of: root, store)
    // Only a promise with inputs is reached from several roots, so paths have nothing in common.
    while next.count == 1, path.count < Self.limit, next[0] != root, store.facts(next[0])?.hasInputs == false {
      // A cycle that the root only leads to.
      guard path.insert(next[0]).inserted else { return Victims(path, nil) }
      next = dependents(of: next[0], store)
    }
    next.removeAll { $0 == root }
    guard !next.isEmpty else { return Victims(path, nil) }
    let group = group(next, store)
    guard !group.promises.contains(root) else { return Victims(path.union(group.promises).subtracting([root]), nil) }
    return Victims(path, group)
  }

  private mutating func group(_ start: [PromiseID], _ store: ChainStore) -> VictimGroup {
    if let known = groups[start] { return known }
    var (found, stack) = (Set(start), start)
    while let id = stack.popLast(), found.count < Self.limit {
      for dependent in dependents(of: id, store) where found.count < Self.limit && found.insert(dependent).inserted {
        stack.append(dependent)
      }
    }
    count += 1
    let least = Array(found.sorted().prefix(VictimGroup.leastCount))
    let group = VictimGroup(number: count, promises: found, least: least)
    if size + found.count > Self.memory { forget() }
    groups[start] = group
    size += found.count
    return group
  }

  private mutating func forget() { (groups, size) = ([:], 0) }

  /// The open and leaked promises that wait for a promise directly.
  private mutating func dependents(of id: PromiseID, _ store: ChainStore) -> [PromiseID] {
    var (found, count) = ([PromiseID](), 0)
    store.forEachDependent(of: id) { dependent, _, _ in
      count += 1
      guard dependent != 0, dependent != id, let state = store.state(of: dependent) else { return true }
      switch state {
      case .pending, .running, .waiting, .leaked:
        if found.last != dependent, !isSettledByTimer(dependent, store) { found.append(dependent) }
      case .fulfilled, .rejected, .cancelled, .unhandled, .unknown: break
      }
      return true
    }
    looked += 1 + count
    return found
  }

  /// Whether a timer settles a combinator that needs a single input.
  private func isSettledByTimer(_ id: PromiseID, _ store: ChainStore) -> Bool {
    guard let facts = store.facts(id), facts.hasInputs, store.traits(facts).contains(.race) else {
      return false
    }
    return store.inputs(of: id, limit: 16).contains { store.facts($0).flatMap(store.timerStart) != nil }
  }
}
