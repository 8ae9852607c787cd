// What walks along waits ask about a promise, and what they find out about it. Owns remembering the first for the walks of several answers,
// which lead through the same promises; what one walk finds out depends on where it started, so it is forgotten with the walk.

import ChainModel
import PromiseTrace

/// What a promise that has been visited waits for.
struct WaitResult {
  /// The next promise; 0 if this one is the leaf, or closes a cycle.
  var next: PromiseID = 0
  var kind: WaitKind?
  var leaf: WaitLeaf
}

/// The promises of one walk, or of several through one history that stays the same.
struct WaitMemory {
  private struct Entry {
    var step: WaitStep
    /// The result of the walk with this number.
    var result: WaitResult?
    var walk: Int32 = 0
    /// Nil before it was asked for.
    var hasTimer: Bool?
  }

  private let isRemembering: Bool
  /// By index in the store, the position in `entries` plus 1; 0 for a promise that no walk has asked about.
  private var positions: [Int32] = []
  private var entries: [Entry] = []
  private var walk: Int32 = 1
  /// The results of a single walk.
  private var results: [PromiseID: WaitResult] = [:]
  /// The number of promises with a result of this walk.
  private(set) var resultCount = 0
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

  /// The position of a promise's entry, which is created if missing; nil in a single walk, or if the store does not contain the promise.
  private mutating func position(of id: PromiseID, in store: ChainStore) -> Int? {
    guard isRemembering, let index = store.index(of: id) else { return nil }
    if positions[index] == 0 {
      entries.append(Entry(step: store.waitStep(id)))
      positions[index] = Int32(entries.count)
    }
    return Int(positions[index]) - 1
  }

  /// What a promise waits for.
  mutating func step(of id: PromiseID, in store: ChainStore) -> WaitStep {
    position(of: id, in: store).map { entries[$0].step } ?? store.waitStep(id)
  }

  /// The only promise that a promise waits for; nil if it waits for none or has a choice.
  mutating func onlyWait(of id: PromiseID, in store: ChainStore) -> (PromiseID, WaitKind)? {
    guard case .next(let next, let kind) = step(of: id, in: store), next.count == 1 else { return nil }
    return (next[0], kind)
  }

  /// The timer that a promise waits for; nil if none runs.
  mutating func timer(of id: PromiseID, in store: ChainStore) -> WaitLeaf? {
    let position = position(of: id, in: store)
    if let position, entries[position].hasTimer == false { return nil }
    let timer = store.facts(id).flatMap(store.timerLeaf)
    if let position { entries[position].hasTimer = timer != nil }
    return timer
  }

  // MARK: Results

  /// What this walk has found out about a promise.
  mutating func result(of id: PromiseID, in store: ChainStore) -> WaitResult? {
    guard let position = position(of: id, in: store) else { return results[id] }
    return entries[position].walk == walk ? entries[position].result : nil
  }

  mutating func set(_ result: WaitResult, of id: PromiseID, in store: ChainStore) {
    guard let position = position(of: id, in: store) else {
      if results.updateValue(result, forKey: id) == nil { resultCount += 1 }
      return
    }
    if entries[position].walk != walk { resultCount += 1 }
    (entries[position].result, entries[position].walk) = (result, walk)
  }

  mutating func forgetResults() {
    (results, resultCount, walk) = ([:], 0, walk &+ 1)
  }
}
