// Why nothing moves, as one picture: from what hangs over who waits to what would have to settle, and who should have settled it.

import PromiseTrace

/// The waits around a promise that is pending.
package struct Knot: Sendable, Equatable {
  /// A way from the fork to what everything on it waits for.
  package struct Branch: Sendable, Equatable {
    /// From the first promise after the fork to the last one.
    package var promises: [PromiseID]
    /// Whether the last promise waits for one before it.
    package var closesAt: PromiseID?
    /// The body that should have settled the last promise; nil if the log does not show that.
    package var holder: PromiseID?

    /// Whether both end in the same promise or with the same holder.
    fileprivate func isTied(to other: Branch) -> Bool {
      promises.last == other.promises.last || holder != nil && holder == other.holder
    }
  }

  /// From what hangs to the first promise that waits for several, or to the last one; empty if the first promise waits for nothing.
  package var stem: [PromiseID]
  /// The ways behind the stem; the first one is that of the promise that was asked about.
  package var branches: [Branch]
  /// The number of further ways.
  package var more: Int

  /// Whether there is more to it than one promise.
  package var isTied: Bool { stem.count + (branches.first?.promises.count ?? 0) > 1 || branches.first?.holder != nil }

  /// The promises on the way of the promise that was asked about, and on those that end where it does.
  package var promises: Set<PromiseID> {
    let tied = branches.filter { $0.isTied(to: branches[0]) }
    return Set(stem + tied.flatMap { $0.promises + ($0.holder.map { [$0] } ?? []) })
  }
}
