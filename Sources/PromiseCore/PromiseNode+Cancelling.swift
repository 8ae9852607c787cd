// Cancelling: down to everything that waits, up to the source, and no further than nobody else is waiting.
//
// A canceller takes nodes out of their upstream's hands: whoever sets `detached` first (the promise that settles, or the canceller)
// owns the node's reaction. Going up, it may look through a list that others push to and that its promise may hand out; it takes
// the same exclusive right to the list that handing out takes. Both are rare, so they share one lock; nothing else takes it.

import CPromiseTrace
import PromiseTrace
import Synchronization

extension PromiseNode {
  /// Held by cancellers while they change lists, and by those who look for cycles.
  static let surgery = Mutex(())

  /// Rejects this node, if it is pending, with a cancellation; then every promise upstream that is pending and that
  /// nobody else waits for.
  ///
  /// What waits downstream learns of it as of any rejection.
  ///
  /// - Parameters:
  ///   - error: The error to reject with; one that ``CancellableError`` or `CancellationError` calls a cancellation.
  ///   - reachingSource: Whether the promises upstream are rejected too. If not, this node only leaves their lists.
  /// - Returns: Whether this node was pending.
  @discardableResult
  package final func cancel(with error: any Error = CancellationError(), reachingSource: Bool = true) -> Bool {
    guard isPending else { return false }
    let rejection = Rejection(error)
    var node: PromiseNode? = self
    // Asking whether the source is still awaited also removes this node's entry from its list.
    while let current = node, current === self || !current.isAwaited() && reachingSource {
      if current.tracedID != 0 { EventEmitter.cancelRequested(current.tracedID, by: EventEmitter.context) }
      node = current.endWaiting(with: rejection)
    }
    return true
  }

  /// Detaches this node and rejects it, unless something else settles it.
  ///
  /// - Returns: The upstream, where there is one that is alive.
  private final func endWaiting(with rejection: Rejection) -> PromiseNode? {
    let (upstream, duty) = detach(leaving: rejection) { $0.cancel() }
    if duty == .reject { rejectClaimed(rejection, cause: .resolver, via: nil) }
    return upstream
  }

  /// Calls `handler` if this node is cancelled (and not if it is rejected for any other reason), on the canceller's thread.
  package final func onCancel(_ handler: @escaping @Sendable () -> Void) {
    observeSilently { node in
      if node.state.now.isCanceled { handler() }
    }
  }

  /// Takes this node out of its upstream's hands.
  ///
  /// - Parameters:
  ///   - rejection: What to leave for the thread that is about to make this node follow another, where there is one.
  ///   - transition: How the node is detached.
  /// - Returns: The upstream, where there is one that is alive; and what the caller has to do.
  final func detach(
    leaving rejection: Rejection? = nil, _ transition: (inout Lifecycle) -> Lifecycle.Cancellation
  ) -> (upstream: PromiseNode?, duty: Lifecycle.Cancellation.Duty) {
    // Let go of after the lock is given back: what is freed then may run code of the user's.
    var found: PromiseNode?
    var unused: Unused?
    let duty = PromiseNode.surgery.withLock { _ in
      var isHeld = false
      var cancellation = Lifecycle.Cancellation(duty: .holdFirst)
      while cancellation.duty == .holdFirst {
        isHeld = state.change { $0.hold() }
        if isHeld { found = heldUpstream }
        cancellation = state.change(transition)
      }
      if cancellation.takesReaction {
        upstream = nil
        unused = takeUnused()
      } else {
        found = nil
      }
      // Where the upstream was first, it has detached the node while it was held here, and waits.
      if isHeld { state.change { $0.release() } }
      if cancellation.duty == .leaveRejection, let rejection { leave(rejection) }
      return cancellation.duty
    }
    return withExtendedLifetime(unused) { (found, duty) }
  }

  /// Leaves a rejection for the thread that makes this node follow another; only under ``surgery``.
  private final func leave(_ rejection: Rejection) {
    storage._address.pointee.0 = UInt(bitPattern: Unmanaged.passRetained(rejection).toOpaque())
  }

  /// Rejects this node, which was canceled before it followed `source`, and cancels that as well unless something else waits for it.
  final func rejectInsteadOfFollowing(_ source: PromiseNode) {
    // The canceller leaves its rejection under the lock.
    let left = PromiseNode.surgery.withLock { _ in storage._address.pointee.0 }
    guard let address = UnsafeRawPointer(bitPattern: left) else { return }
    let rejection = Unmanaged<Rejection>.fromOpaque(address).takeRetainedValue()
    rejectClaimed(rejection, cause: .resolver, via: nil)
    if source.isPending, !source.isAwaited() { source.cancel(with: rejection.error) }
  }

  /// Takes this node out of the list it is in.
  ///
  /// - Parameter cancelsSource: Whether to cancel the promise that it waited for, unless others do.
  package final func stopWaiting(cancellingSource cancelsSource: Bool = false) {
    let source = detach { $0.stopWaiting() }.upstream
    if cancelsSource, let source, !source.isAwaited() { source.cancel() }
  }

  /// Whether this pending node, or one that it derives from or is locked in to, has a body that is still to run on `executor`
  /// if nothing goes wrong upstream.
  package final func needs(_ executor: Executor) -> Bool {
    // Kept until the lock is given back: freeing the last reference to one may run code of the user's.
    var path = [self]
    var landmark = 0
    return PromiseNode.surgery.withLock { _ in
      while true {
        let node = path[path.count - 1]
        let state = node.state.now
        guard state.isPending else { return false }
        // Derived nodes wait in a list for their turn, and roots in their executor's.
        if state.runsForValues, state.isOpen, state.takesTurn, node.executor === executor { return true }
        // Seen again, it is part of a circle that somebody is about to break.
        guard let next = node.livingUpstream(), next !== path[landmark] else { return false }
        path.append(next)
        if path.count > 2 * landmark + 1 { landmark = path.count - 1 }
      }
    }
  }

  /// The promise that this node waits for or is locked in to, if it is alive.
  ///
  /// Only under ``surgery``.
  final func livingUpstream() -> PromiseNode? {
    guard state.change({ $0.hold() }) else { return nil }
    let found = heldUpstream
    state.change { $0.release() }
    return found
  }

  /// The upstream of a node that is held.
  ///
  /// That one waits before it lets go of this node, so there is an object at this address; it may be on its way out, though.
  private final var heldUpstream: PromiseNode? {
    guard let upstream, let living = swift_tryRetain(upstream.toOpaque()) else { return nil }
    return Unmanaged<PromiseNode>.fromOpaque(living).takeRetainedValue()
  }

  /// Whether anybody still waits for this pending node; forgets those who no longer do.
  final func isAwaited() -> Bool {
    var forgotten: [PromiseNode] = []
    let (isAwaited, hasSettled) = PromiseNode.surgery.withLock { _ in
      guard state.change({ $0.examine() }) else { return (true, false) }
      let (kept, isAwaited) = PromiseNode.sift(takeList(), &forgotten)
      return (isAwaited, endExamination(keeping: kept))
    }
    // Outside the lock: both may run code of the user's.
    forgotten.removeAll()
    if hasSettled { Drain.deliver(self, to: nil, .andThoseThatCome) }
    return isAwaited || hasSettled
  }

  /// Shows `visit` every entry of a pending node's list, in the order of registration; shows nothing where it has settled.
  ///
  /// `visit` runs under a lock and must not call code of the user's.
  package final func forEachEntry(_ visit: (PromiseNode) -> Void) {
    let hasSettled = PromiseNode.surgery.withLock { _ in
      guard state.change({ $0.examine() }) else { return false }
      let list = takeList()
      var entries: [Unmanaged<PromiseNode>] = []
      var rest = list
      while let entry = rest {
        entries.append(entry)
        rest = entry._withUnsafeGuaranteedRef { $0.next }
      }
      for entry in entries.reversed() { entry._withUnsafeGuaranteedRef(visit) }
      return endExamination(keeping: list)
    }
    if hasSettled { Drain.deliver(self, to: nil, .andThoseThatCome) }
  }

  /// Shows `visit` the entries of a pending node's list, newest first; shows nothing where it has settled.
  ///
  /// `visit` runs under a lock and must not call code of the user's.
  ///
  /// - Parameters:
  ///   - limit: How many entries to show at most; it is counted down.
  ///   - visit: Gets each entry.
  /// - Returns: Whether there were no more.
  final func examine(limit: inout Int, _ visit: (PromiseNode) -> Void) -> Bool {
    var rest: Unmanaged<PromiseNode>?
    let hasSettled = PromiseNode.surgery.withLock { _ in
      guard state.change({ $0.examine() }) else { return false }
      let list = takeList()
      rest = list
      while limit > 0, let entry = rest {
        limit -= 1
        entry._withUnsafeGuaranteedRef(visit)
        rest = entry._withUnsafeGuaranteedRef { $0.next }
      }
      return endExamination(keeping: list)
    }
    if hasSettled { Drain.deliver(self, to: nil, .andThoseThatCome) }
    return rest == nil
  }

  /// Takes the list, newest first; only with the right to it.
  private final func takeList() -> Unmanaged<PromiseNode>? {
    PromiseNode.unmanaged(state.change { $0.takeList() })
  }

  /// Puts entries back under those that came meanwhile and gives up the right to the list.
  ///
  /// - Returns: True if the node has settled meanwhile: then the caller keeps the right, and has to deliver the outcome.
  private final func endExamination(keeping kept: Unmanaged<PromiseNode>?) -> Bool {
    var kept = kept
    while let list = kept, !state.change({ $0.putBack(UInt(bitPattern: list.toOpaque())) }) {
      guard let newer = takeList() else { continue }
      var last = newer
      while let next = last._withUnsafeGuaranteedRef({ $0.next }) { last = next }
      last._withUnsafeGuaranteedRef { $0.next = list }
      kept = newer
    }
    return !state.change { $0.endExamination() }
  }

  /// Takes the newest entries that no longer wait out of a list, down to the first that does; says whether there is one.
  ///
  /// What lies below that one stays: so each entry is taken out once, however many are cancelled one after the other.
  private static func sift(
    _ list: Unmanaged<PromiseNode>?, _ forgotten: inout [PromiseNode]
  ) -> (kept: Unmanaged<PromiseNode>?, isAwaited: Bool) {
    var rest = list
    var first: Unmanaged<PromiseNode>?
    var last: Unmanaged<PromiseNode>?
    while let entry = rest {
      let (state, next) = entry._withUnsafeGuaranteedRef { ($0.state.now, $0.next) }
      // One that was settled from outside, by a timeout say, only stands there still.
      let isWaiting = state.isPending && !state.isDetached && !state.isPassive
      if !state.isDetached {
        if let last { last._withUnsafeGuaranteedRef { $0.next = entry } } else { first = entry }
        last = entry
      }
      if isWaiting { return (first, true) }
      rest = next
      entry._withUnsafeGuaranteedRef { $0.next = nil }
      if state.isDetached { forgotten.append(entry.takeRetainedValue()) }
    }
    return (first, false)
  }
}
