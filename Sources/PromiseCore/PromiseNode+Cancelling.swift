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
      if current.tracedID != 0 { Trace.cancelRequested(current.tracedID, by: Trace.context) }
      node = current.endWaiting(with: rejection)
    }
    return true
  }

  /// Takes this node out of its upstream's hands and rejects it, unless somebody else settles it.
  ///
  /// - Returns: The upstream, where there is one that is alive.
  private final func endWaiting(with rejection: Rejection) -> PromiseNode? {
    while true {
      let (upstream, wasAdopting) = detach()
      guard state.load(ordering: .relaxed) & NodeState.observer == 0 else { return upstream }
      if claimCancelled(wasAdopting: wasAdopting) {
        rejectClaimed(rejection, cause: .resolver, via: nil)
        return upstream
      }
      // Either it settles now, or it is about to follow another promise, and finds the mark once it does.
      let old = state.bitwiseOr(NodeState.cancelWanted, ordering: .acquiringAndReleasing).oldValue
      guard old & (NodeState.adopting | NodeState.detached | NodeState.phaseMask) == NodeState.adopting else {
        return upstream
      }
    }
  }

  /// Calls `handler` if this node is cancelled (and not if it is rejected for any other reason), on the canceller's thread.
  package final func onCancel(_ handler: @escaping @Sendable () -> Void) {
    observeSilently { node in
      if node.state.load(ordering: .relaxed) & NodeState.cancelRequested != 0 { handler() }
    }
  }

  /// Decides whether a canceller settles the node: only then may it leave its mark.
  private final func claimCancelled(wasAdopting: Bool) -> Bool {
    var old = state.load(ordering: .relaxed)
    while wasAdopting || old & NodeState.lockedIn == 0 {
      let marks = NodeState.lockedIn | NodeState.fromOutside | NodeState.cancelRequested
      let (exchanged, current) = state.weakCompareExchange(expected: old, desired: old | marks, ordering: .acquiring)
      if exchanged { return true }
      old = current
    }
    return false
  }

  /// Takes this node out of its upstream's hands.
  ///
  /// - Returns: The upstream, where there is one that is alive; and whether this node was locked in to it, or to one that is gone, so
  ///   that settling it is now the caller's.
  private final func detach() -> (upstream: PromiseNode?, wasAdopting: Bool) {
    // Let go of after the lock is given back: what is freed then may run code of the user's.
    var found: PromiseNode?
    var unused: Unused?
    let (isMine, wasAdopting) = PromiseNode.surgery.withLock { _ in
      guard hold() != nil else { return (false, takeAbandoned()) }
      found = heldUpstream
      let old = state.bitwiseOr(NodeState.detached, ordering: .acquiringAndReleasing).oldValue
      let isMine = old & NodeState.detached == 0
      if isMine {
        upstream = nil
        unused = takeUnused()
        // Its entry stays in the upstream's list, and so does the link to the next.
        state.bitwiseOr(NodeState.takesTurn | NodeState.fromOutside, ordering: .relaxed)
      }
      // Where the upstream was first, it has marked the node while it was held here, and waits.
      state.bitwiseAnd(~NodeState.held, ordering: .releasing)
      return (isMine, isMine ? old & NodeState.adopting != 0 : takeAbandoned())
    }
    return withExtendedLifetime(unused) { (isMine ? found : nil, wasAdopting) }
  }

  /// Takes this node out of the list it is in.
  ///
  /// - Parameter cancelsSource: Whether to cancel the promise that it waited for, unless others do.
  package final func stopWaiting(cancellingSource cancelsSource: Bool = false) {
    let source = detach().upstream
    if cancelsSource, let source, !source.isAwaited() { source.cancel() }
  }

  /// Whether this node was locked in to one that was freed, and nobody has settled it since: then that is the caller's.
  private final func takeAbandoned() -> Bool {
    let word = state.load(ordering: .relaxed)
    guard word & NodeState.abandoned != 0, word & NodeState.observer == 0 else { return false }
    // It may still be in the list of those that wait to be freed.
    state.bitwiseOr(NodeState.takesTurn | NodeState.fromOutside, ordering: .relaxed)
    return state.bitwiseAnd(~NodeState.abandoned, ordering: .acquiring).oldValue & NodeState.abandoned != 0
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
        let word = node.state.load(ordering: .acquiring)
        guard word & NodeState.phaseMask == NodeState.pending else { return false }
        let runsBody = word & (NodeState.handlesFulfilled | NodeState.handlesRejected) != NodeState.handlesRejected
        let isAdopting = word & NodeState.adopting != 0
        if runsBody, !isAdopting, node.hasBodyLeft(word), node.executor === executor { return true }
        // Seen again, it is part of a circle that somebody is about to break.
        guard let next = node.livingUpstream(), next !== path[landmark] else { return false }
        path.append(next)
        if path.count > 2 * landmark + 1 { landmark = path.count - 1 }
      }
    }
  }

  /// Whether the body has not begun: derived nodes wait in a list, and roots in their executor's.
  private final func hasBodyLeft(_ word: UInt) -> Bool {
    word & (NodeState.takesTurn | NodeState.lockedIn) == NodeState.takesTurn
  }

  /// The promise that this node waits for or is locked in to, if it is alive.
  ///
  /// Only under ``surgery``.
  final func livingUpstream() -> PromiseNode? {
    guard hold() != nil else { return nil }
    let found = heldUpstream
    state.bitwiseAnd(~NodeState.held, ordering: .releasing)
    return found
  }

  /// Keeps this node's upstream from letting go of it; nil if it has, else the state before.
  private final func hold() -> UInt? {
    var old = state.load(ordering: .acquiring)
    while old & NodeState.detached == 0 {
      let (exchanged, current) = state.weakCompareExchange(
        expected: old, desired: old | NodeState.held, ordering: .acquiringAndReleasing)
      if exchanged { return old }
      old = current
    }
    return nil
  }

  /// The upstream of a node that is held.
  ///
  /// That one waits before it lets go of this node, so there is an object at this address; it may be on its way out, though.
  private final var heldUpstream: PromiseNode? {
    guard let upstream, let living = swift_tryRetain(upstream.toOpaque()) else { return nil }
    return Unmanaged<PromiseNode>.fromOpaque(living).takeRetainedValue()
  }

  /// Whether anybody still waits for this pending node; forgets those who no longer do.
  private final func isAwaited() -> Bool {
    var forgotten: [PromiseNode] = []
    let (isAwaited, hasSettled) = PromiseNode.surgery.withLock { _ in
      guard beginLookingThroughList() else { return (true, false) }
      let (kept, isAwaited) = PromiseNode.sift(takeList(), &forgotten)
      return (isAwaited, endLookingThroughList(keeping: kept))
    }
    // Outside the lock: both may run code of the user's.
    forgotten.removeAll()
    if hasSettled { Drain.reactions(of: self) }
    return isAwaited || hasSettled
  }

  /// Shows `visit` every entry of a pending node's list, in the order of registration; shows nothing where it has settled.
  ///
  /// `visit` runs under a lock and must not call code of the user's.
  final func forEachEntry(_ visit: (PromiseNode) -> Void) {
    let hasSettled = PromiseNode.surgery.withLock { _ in
      guard beginLookingThroughList() else { return false }
      let list = takeList()
      var entries: [Unmanaged<PromiseNode>] = []
      var rest = list
      while let entry = rest {
        entries.append(entry)
        rest = entry._withUnsafeGuaranteedRef { $0.next }
      }
      for entry in entries.reversed() { entry._withUnsafeGuaranteedRef(visit) }
      return endLookingThroughList(keeping: list)
    }
    if hasSettled { Drain.reactions(of: self) }
  }

  /// Gets the exclusive right to the list of a pending node; false where it has settled.
  private final func beginLookingThroughList() -> Bool {
    var old = state.load(ordering: .acquiring)
    while old & (NodeState.phaseMask | NodeState.draining) == 0 {
      let (exchanged, current) = state.weakCompareExchange(
        expected: old, desired: old | NodeState.draining, ordering: .acquiringAndReleasing)
      if exchanged { return true }
      old = current
    }
    return false
  }

  /// Takes the list, newest first.
  private final func takeList() -> Unmanaged<PromiseNode>? {
    PromiseNode.unmanaged(
      state.bitwiseAnd(~NodeState.pointerMask, ordering: .acquiringAndReleasing).oldValue & NodeState.pointerMask)
  }

  /// Puts entries back under those that came meanwhile and gives up the right to the list.
  ///
  /// - Returns: True if the node has settled meanwhile: then the caller keeps the right, and has to hand out the reactions.
  private final func endLookingThroughList(keeping kept: Unmanaged<PromiseNode>?) -> Bool {
    var kept = kept
    while let list = kept {
      let (exchanged, _) = state.compareExchange(
        expected: state.load(ordering: .acquiring) & ~NodeState.pointerMask,
        desired: state.load(ordering: .relaxed) & ~NodeState.pointerMask | UInt(bitPattern: list.toOpaque()),
        ordering: .acquiringAndReleasing)
      if exchanged { break }
      if let newer = takeList() {
        var last = newer
        while let next = last._withUnsafeGuaranteedRef({ $0.next }) { last = next }
        last._withUnsafeGuaranteedRef { $0.next = list }
        kept = newer
      }
    }
    var old = state.load(ordering: .acquiring)
    while old & NodeState.phaseMask == NodeState.pending {
      let (exchanged, current) = state.weakCompareExchange(
        expected: old, desired: old & ~NodeState.draining, ordering: .acquiringAndReleasing)
      if exchanged { return false }
      old = current
    }
    return true
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
      let (word, next) = entry._withUnsafeGuaranteedRef { ($0.state.load(ordering: .acquiring), $0.next) }
      // One that was settled from outside, by a timeout say, only stands there still.
      let isWaiting = word & (NodeState.detached | NodeState.passive | NodeState.phaseMask) == 0
      if isWaiting || word & NodeState.detached == 0 {
        if let last { last._withUnsafeGuaranteedRef { $0.next = entry } } else { first = entry }
        last = entry
      }
      if isWaiting { return (first, true) }
      rest = next
      entry._withUnsafeGuaranteedRef { $0.next = nil }
      if word & NodeState.detached != 0 { forgotten.append(entry.takeRetainedValue()) }
    }
    return (first, false)
  }
}
