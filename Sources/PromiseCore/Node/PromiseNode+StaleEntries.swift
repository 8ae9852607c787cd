// Entries that no longer wait, in the lists of pending promises that live on: those that were canceled, have timed out, or belong to a
// combined promise that has settled. Owns their removal. What they hold is freed before: here it is about the entries themselves.
//
// Example: a server races each request against a promise of its own end. Nothing may remain of the races that a request wins.
//
// A list has one link, so an entry in its middle cannot be removed by itself. Each time that an entry stops waiting, the newest ones
// are examined, down to the first one that waits, and the stale ones among them are removed. The others are counted. Once as many are stale
// as wait, and at least 16, the whole list is examined. So each entry costs amortized constant time.

import PromiseTrace
import Synchronization

/// The numbers of stale entries that the lists of pending promises still have.
///
/// Protected by ``PromiseNode/upstreamLock``.
struct StaleEntryCounts: Sendable {
  /// By promise, which is marked as `cluttered`.
  ///
  /// After an examination of a whole list, its count starts below 0, so that half of those that waited then may become stale before the
  /// next one.
  private var counts: [ObjectIdentifier: Int] = [:]
  private static let limit = 16

  /// Whether the whole list of a promise is to be examined, now that one more entry is stale.
  func isDue(_ node: ObjectIdentifier) -> Bool { counts[node, default: 0] + 1 >= StaleEntryCounts.limit }

  /// Records an examination.
  ///
  /// - Parameters:
  ///   - node: The promise.
  ///   - removed: The number of entries that were removed.
  ///   - waiting: The number of entries that wait, if the whole list was examined; otherwise nil.
  /// - Returns: Whether to mark the promise.
  mutating func examined(_ node: ObjectIdentifier, removed: Int, waiting: Int?) -> Bool {
    let former = counts[node] ?? 0
    let count = waiting.map { min(0, StaleEntryCounts.limit - $0 / 2) } ?? max(min(0, former), former + 1 - removed)
    counts[node] = count == 0 ? nil : count
    return count != 0
  }

  /// Forgets a promise that is being freed.
  mutating func forget(_ node: ObjectIdentifier) { counts[node] = nil }
}

extension PromiseNode {
  /// Returns whether anything still waits for this pending node; removes entries that no longer do.
  ///
  /// Called whenever an entry has stopped waiting.
  final func isAwaited() -> Bool {
    var removed: [PromiseNode] = []
    let (isAwaited, hasSettled) = PromiseNode.upstreamLock.withLock { clutter in
      guard state.change({ $0.examine() }) else { return (true, false) }
      let me = ObjectIdentifier(self)
      let sifted = PromiseNode.sift(takeList(), toItsEnd: clutter.isDue(me), &removed)
      if clutter.examined(me, removed: removed.count, waiting: sifted.isWhole ? sifted.waiting : nil) {
        state.change { $0.clutter() }
      }
      return (sifted.waiting > 0, endExamination(keeping: sifted.kept))
    }
    // Outside the lock, because both may run user code.
    removed.removeAll()
    if hasSettled { Drain.deliver(self, to: nil, .andThoseThatCome) }
    return isAwaited || hasSettled
  }

  /// Stops waiting on behalf of an owner that has settled; what this entry holds is freed.
  final func retire() {
    guard !state.now.isDetached else { return }
    let handles = state.now.wantsProgress && unsafeDowncast(self, to: ProgressEntry.self).lateHandler != nil
    _ = detach { $0.retire(handling: handles) }.upstream?.isAwaited()
  }

  /// Handles the rejection of a promise that has settled after this entry stopped waiting for it, if the owner would have.
  final func settledLate(_ parent: PromiseNode) {
    guard state.now.isRetired, parent.isRejected else { return }
    guard let handler = unsafeDowncast(self, to: ProgressEntry.self).lateHandler else { return }
    parent.rejection.markHandled(at: parent, byID: handler)
  }

  private struct Sifted {
    var kept: Unmanaged<PromiseNode>?
    /// The number of entries that wait, among those that were examined.
    var waiting = 0
    /// Whether all entries were examined.
    var isWhole = false
  }

  /// Removes stale entries from a list, newest first, down to the first entry that waits or to the end.
  ///
  /// The last one of those that handle a rejection remains, on behalf of the others.
  private static func sift(
    _ list: Unmanaged<PromiseNode>?, toItsEnd isDue: Bool, _ removed: inout [PromiseNode]
  ) -> Sifted {
    var result = Sifted()
    var rest = list
    var last: Unmanaged<PromiseNode>?
    var handler: ProgressEntry?
    while let entry = rest {
      let (state, next) = entry._withUnsafeGuaranteedRef { ($0.state.now, $0.next) }
      var isKept = !state.isDetached
      if state.isRetired {
        let retired = unsafeDowncast(entry._withUnsafeGuaranteedRef { $0 }, to: ProgressEntry.self)
        // The oldest one would have handled the rejection first.
        if let handler { handler.lateHandler = retired.lateHandler } else { (handler, isKept) = (retired, true) }
      }
      if isKept {
        if let last { last._withUnsafeGuaranteedRef { $0.next = entry } } else { result.kept = entry }
        last = entry
      }
      rest = next
      if !isKept {
        entry._withUnsafeGuaranteedRef { $0.next = nil }
        removed.append(entry.takeRetainedValue())
      }
      // An entry that was settled from outside, for example by a resolver, is still in the list but no longer waits.
      if state.isPending, !state.isDetached, !state.isPassive {
        result.waiting += 1
        if !isDue { return result }
      }
    }
    last?._withUnsafeGuaranteedRef { $0.next = nil }
    result.isWhole = true
    return result
  }
}
