// Resolving a promise with another one: locked in, still pending, settling as that one does. A+ §2.3.1, §2.3.2.

import PromiseTrace
import Synchronization

extension Promise {
  /// Locks this promise in to `source`: it settles as `source` does, and nothing else can settle it.
  ///
  /// - Parameter source: The promise to follow. This promise itself, or one that waits for it, rejects it with
  ///   ``PromiseResolutionError``.
  /// - Returns: False where this promise was settled or locked in before.
  @usableFromInline
  @discardableResult
  package func adopt(_ source: Promise<Value>) -> Bool {
    let old = state.bitwiseOr(NodeState.lockedIn, ordering: .acquiringAndReleasing).oldValue
    guard old & NodeState.lockedIn == 0 else {
      ignored(.resolve, .adopted)
      return false
    }
    guard source !== self else {
      rejectClaimed(Rejection(PromiseResolutionError.selfResolution), cause: .resolver, via: nil)
      return true
    }
    code = 0
    reaction = { node, source in
      let node = unsafeDowncast(node, to: Promise<Value>.self)
      node.fulfillClaimed(unsafeDowncast(source, to: Promise<Value>.self).fulfilledValue, via: source)
    }
    upstream = Unmanaged.passUnretained(source)
    // From here on the node is attached again, and others that look for a cycle see this link.
    let before = state.bitwiseXor(NodeState.adopting | NodeState.detached, ordering: .sequentiallyConsistent).oldValue
    source.state.bitwiseOr(NodeState.adopted, ordering: .sequentiallyConsistent)
    guard !isAwaited(by: source) else {
      guard letGo() & NodeState.detached == 0 else { return true }
      reaction = nil
      rejectClaimed(Rejection(PromiseResolutionError.cycle), cause: .resolver, via: nil)
      return true
    }
    if before & NodeState.progress != 0 { source.expectProgress() }
    if tracedID != 0 { Trace.adopted(tracedID, source: source.tracedID) }
    source.register(Unmanaged.passRetained(self))
    if before & NodeState.cancelWanted != 0 { cancel() }
    return true
  }

  private func fulfillClaimed(_ value: Value, via source: PromiseNode) {
    if tracedID != 0 { traceFulfilled(value, cause: .adopted, via: source) }
    publish(NodeState.fulfilled | store(value))
  }
}

extension PromiseNode {
  /// Whether `source` waits, directly or through others, for this node: as derived from it, or locked in to it.
  ///
  /// If nobody waits for this node, or `source` waits for nobody, there is no circle to close, and the search costs nobody
  /// anything. Of several threads that close a circle together, the last to mark its two promises finds all the links.
  final func isAwaited(by source: PromiseNode) -> Bool {
    let word = state.load(ordering: .sequentiallyConsistent)
    guard word & (NodeState.adopted | NodeState.pointerMask | NodeState.draining) != 0,
      source.state.load(ordering: .sequentiallyConsistent) & NodeState.detached == 0
    else { return false }
    // Kept until the lock is given back: freeing the last reference to one may run code of the user's.
    var path = [source]
    var landmark = 0
    return PromiseNode.surgery.withLock { _ in
      while let next = path[path.count - 1].livingUpstream() {
        if next === self { return true }
        // A circle of others: its own threads are about to break it, and wait for this lock.
        if next === path[landmark] { return false }
        path.append(next)
        if path.count > 2 * landmark + 1 { landmark = path.count - 1 }
      }
      return false
    }
  }
}
