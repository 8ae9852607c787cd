// Questions about a promise that several rules ask: who waits for it, and whether anything can settle it.

import ChainModel
import PromiseTrace

extension ChainStore {
  /// A promise that waits, or waited, for another; 0 for an observer, nil if nothing does.
  func firstDependent(of id: PromiseID) -> PromiseID? {
    var first: PromiseID?
    forEachDependent(of: id, limit: 1) { dependent, _, _ in
      first = dependent
      return false
    }
    return first
  }

  /// Whether anything waits, or waited, for a promise.
  func hasDependents(_ id: PromiseID) -> Bool { firstDependent(of: id) != nil }

  /// Whether a promise needs an input and has none.
  func isEmptyCombinator(_ facts: NodeFacts) -> Bool {
    guard facts.from == 0, !facts.hasInputs, !facts.isPlaceholder, traits(facts).contains(.race) else { return false }
    // Without any input, a race never settles, and `any` rejects.
    return !runtime.hidesInputs || facts.state != .fulfilled
  }
}

extension NodeFacts {
  /// Whether it takes time, and not by a timer.
  var takesTime: Bool { timer == nil && (settled ?? .max) > created }
}
