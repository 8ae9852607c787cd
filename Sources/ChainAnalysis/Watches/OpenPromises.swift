// The promises that were open when they grew old. Owns their removal: each insertion checks two of them, so that every event
// costs the same.

import PromiseTrace

/// A list of open promises, oldest first, that may still contain some that have settled.
struct OpenPromises: Sendable {
  /// Promises kept by the current sweep, a gap of promises that it moved or dropped, and promises that it has not looked at.
  private var ids: [PromiseID] = []
  private var kept = 0
  private var looked = 0

  /// The number of promises, including settled ones that no sweep has reached.
  var count: Int { ids.count - (looked - kept) }

  /// All of them, oldest first.
  var all: [PromiseID] { Array(ids[..<kept]) + ids[looked...] }

  /// The oldest promises that are open.
  ///
  /// - Complexity: O(*n*) at worst, if most of the list has settled.
  func first(_ limit: Int, isOpen: (PromiseID) -> Bool) -> [PromiseID] {
    var found: [PromiseID] = []
    for part in [ids[..<kept], ids[looked...]] {
      for id in part where isOpen(id) {
        if found.count >= limit { return found }
        found.append(id)
      }
    }
    return found
  }

  /// Appends a promise, and drops settled ones among the next two.
  ///
  /// - Parameters:
  ///   - promise: An open promise, younger than all others.
  ///   - isOpen: Whether a promise has not settled.
  /// - Complexity: O(1), two calls of `isOpen`. The list is at most about twice as long as the number of open promises in it.
  mutating func append(_ promise: PromiseID, isOpen: (PromiseID) -> Bool) {
    ids.append(promise)
    for _ in 0..<2 {
      guard looked < ids.count else { break }
      let next = ids[looked]
      looked += 1
      guard isOpen(next) else { continue }
      ids[kept] = next
      kept += 1
    }
    guard looked == ids.count else { return }
    ids.removeSubrange(kept...)
    (kept, looked) = (0, 0)
  }
}
