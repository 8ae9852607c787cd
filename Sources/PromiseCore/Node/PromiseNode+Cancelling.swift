// Cancellation: it propagates down to every waiter and up towards the source, stopping at the first promise that something else still
// waits for.
//
// A canceler detaches nodes from their upstream: the thread that sets `detached` first, the settling one or the canceler's, owns the
// node's reaction. On its way up, a canceler examines lists that other threads push to and that a settling promise delivers to, so it
// acquires the same exclusive right to the list that a delivery needs. Everything that follows a pending node's upstream from outside is
// rare, so it shares one lock: cancellation, pausing, watching progress, and the searches for cycles and deadlocks.

import CPromiseRuntime
import PromiseTrace
import Synchronization

extension PromiseNode {
  /// The process-wide lock that is held while a canceler changes lists, and while any thread calls ``livingUpstream()``.
  static let upstreamLock = UpstreamLock()

  /// Rejects this node with a cancellation if it is pending, and then every pending promise upstream that nothing else waits for.
  ///
  /// Downstream, the cancellation propagates like any other rejection. Any thread may call it.
  ///
  /// - Parameters:
  ///   - error: The error to reject with: a `CancellationError`, or a ``CancellableError`` that reports itself as a cancellation.
  ///   - reachingSource: Whether promises upstream are rejected too. If not, this node is only removed from its upstream's list.
  /// - Returns: Whether this node was pending.
  @discardableResult
  package final func cancel(with error: any Error = CancellationError(), reachingSource: Bool = true) -> Bool {
    guard isPending else { return false }
    let rejection = Rejection(error)
    var node = self
    // Each turn detaches a node that was attached, and that node is passed once: in a circle, the first one is awaited no more.
    repeat {
      if node.tracedID != 0 { EventEmitter.cancelRequested(node.tracedID, by: EventEmitter.context) }
      guard let upstream = node.endWaiting(with: rejection) else { return true }
      node = upstream
      // This also removes the entry from the list of the upstream.
    } while !node.isAwaited() && reachingSource
    return true
  }

  /// Detaches this node and rejects it, unless something else settles it.
  ///
  /// - Returns: The upstream; nil if there is none, or it is being freed.
  private final func endWaiting(with rejection: Rejection) -> PromiseNode? {
    let (upstream, duty) = detach(leaving: rejection) { $0.cancel() }
    if duty == .reject { rejectClaimed(rejection, cause: .resolver, via: nil) }
    return upstream
  }

  /// Calls `handler`, on the thread that cancels, if this node is canceled; not if it is rejected for any other reason.
  package final func onCancel(_ handler: @escaping @Sendable () -> Void) {
    observeSilently { node in
      if node.state.now.isCanceled { handler() }
    }
  }

  /// Detaches this node from its upstream.
  ///
  /// - Parameters:
  ///   - rejection: The rejection to leave for a thread that is about to make this node adopt another promise.
  ///   - transition: The transition that detaches the node.
  /// - Returns: The upstream, or nil if there is none or it is being freed; and what the caller has to do.
  final func detach(
    leaving rejection: Rejection? = nil, _ transition: (inout Lifecycle) -> Lifecycle.Cancellation
  ) -> (upstream: PromiseNode?, duty: Lifecycle.Cancellation.Duty) {
    // Released after the lock, because freeing them may run user code.
    var found: PromiseNode?
    var unused: Unused?
    let duty = PromiseNode.upstreamLock.withLock { _ in
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
      // If the upstream detached the node first, it waits until the node is no longer held here.
      if isHeld { state.change { $0.release() } }
      if cancellation.duty == .leaveRejection, let rejection { leave(rejection) }
      return cancellation.duty
    }
    return withExtendedLifetime(unused) { (found, duty) }
  }

  /// Leaves a rejection for the thread that makes this node adopt another promise; requires ``upstreamLock``.
  private final func leave(_ rejection: Rejection) {
    storage._address.pointee.0 = UInt(bitPattern: Unmanaged.passRetained(rejection).toOpaque())
  }

  /// Rejects this node, which was canceled before it adopted `source`, and cancels `source` too unless something else waits for it.
  final func rejectInsteadOfFollowing(_ source: PromiseNode) {
    // The lock ensures that the canceler has stored its rejection.
    let left = PromiseNode.upstreamLock.withLock { _ in storage._address.pointee.0 }
    guard let address = UnsafeRawPointer(bitPattern: left) else { return }
    let rejection = Unmanaged<Rejection>.fromOpaque(address).takeRetainedValue()
    rejectClaimed(rejection, cause: .resolver, via: nil)
    if source.isPending, !source.isAwaited() { source.cancel(with: rejection.error) }
  }

  /// Stops waiting for the upstream, without settling this node.
  ///
  /// - Parameter cancelsSource: Whether to cancel the upstream, unless something else waits for it.
  package final func stopWaiting(cancellingSource cancelsSource: Bool = false) {
    guard let source = detach({ $0.stopWaiting() }).upstream else { return }
    if !source.isAwaited(), cancelsSource { source.cancel() }
  }

  /// The promise that this node waits for or has adopted; nil if there is none, or it is being freed.
  ///
  /// Requires ``upstreamLock``.
  final func livingUpstream() -> PromiseNode? {
    guard state.change({ $0.hold() }) else { return nil }
    let found = heldUpstream
    state.change { $0.release() }
    return found
  }

  /// The upstream of a node that is held.
  ///
  /// The upstream waits for the hold to end before it leaves this node, so the address is valid, though the object may be being freed.
  private final var heldUpstream: PromiseNode? {
    guard let upstream, let living = swift_tryRetain(upstream.toOpaque()) else { return nil }
    return Unmanaged<PromiseNode>.fromOpaque(living).takeRetainedValue()
  }

  /// Calls `visit` with every entry of a pending node's list, in the order of registration; does nothing if the node has settled.
  ///
  /// `visit` runs under a lock and must not call user code.
  package final func forEachEntry(_ visit: (PromiseNode) -> Void) {
    let hasSettled = PromiseNode.upstreamLock.withLock { _ in
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

  /// Calls `visit` with the entries of a pending node's list, newest first; does nothing if the node has settled.
  ///
  /// `visit` runs under a lock and must not call user code.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of entries to visit; decremented for each entry.
  ///   - visit: The closure to call with each entry.
  /// - Returns: Whether all entries were visited.
  final func examine(limit: inout Int, _ visit: (PromiseNode) -> Void) -> Bool {
    var rest: Unmanaged<PromiseNode>?
    let hasSettled = PromiseNode.upstreamLock.withLock { _ in
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

  /// Takes the list, newest first; requires the right to it.
  final func takeList() -> Unmanaged<PromiseNode>? {
    PromiseNode.unmanaged(state.change { $0.takeList() })
  }

  /// Puts entries back below those that were added meanwhile, and gives up the right to the list.
  ///
  /// - Returns: True if the node has settled meanwhile; then the caller keeps the right and must deliver the outcome.
  final func endExamination(keeping kept: Unmanaged<PromiseNode>?) -> Bool {
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
}

/// A mutex whose critical section may return nodes, which are not `Sendable`.
struct UpstreamLock: ~Copyable, Sendable {
  private let clutter = Mutex(StaleEntryCounts())

  func withLock<Result>(_ body: (inout StaleEntryCounts) -> Result) -> Result {
    nonisolated(unsafe) var result: Result?
    clutter.withLock { result = body(&$0) }
    return result.unsafelyUnwrapped
  }
}
