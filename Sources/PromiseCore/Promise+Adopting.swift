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
      ignored(.resolve)
      return false
    }
    guard source !== self else {
      rejectClaimed(Rejection(PromiseResolutionError.selfResolution), cause: .resolver, via: nil)
      return true
    }
    reaction = { node, source in
      let node = unsafeDowncast(node, to: Promise<Value>.self)
      node.fulfillClaimed(unsafeDowncast(source, to: Promise<Value>.self).fulfilledValue, via: source)
    }
    upstream = Unmanaged.passUnretained(source)
    // From here on the node is attached again, and others that look for a cycle see this link.
    state.bitwiseXor(NodeState.adopting | NodeState.detached, ordering: .sequentiallyConsistent)
    guard !waits(source) else {
      guard letGo() & NodeState.detached == 0 else { return true }
      reaction = nil
      rejectClaimed(Rejection(PromiseResolutionError.cycle), cause: .resolver, via: nil)
      return true
    }
    if tracedID != 0 { Trace.adopted(tracedID, source: source.tracedID) }
    source.register(Unmanaged.passRetained(self), marking: NodeState.adopted)
    return true
  }

  private func fulfillClaimed(_ value: Value, via source: PromiseNode) {
    if tracedID != 0 { traceFulfilled(value, cause: .adopted, via: source) }
    publish(NodeState.fulfilled | store(value))
  }
}

extension PromiseNode {
  /// Whether `source` is locked in, directly or through others, to this node.
  ///
  /// Both have to take part in an adoption already, or there is no cycle to close; that is rare, so the search costs nobody else.
  /// Nodes met on the way are held by the lists they are in: none of them can settle before this one does, but by a canceller, and
  /// those are kept out.
  final func waits(_ source: PromiseNode) -> Bool {
    guard state.load(ordering: .sequentiallyConsistent) & NodeState.adopted != 0,
      source.state.load(ordering: .sequentiallyConsistent) & NodeState.adopting != 0
    else { return false }
    return PromiseNode.surgery.withLock { _ in
      var pending: [PromiseNode] = [self]
      while let node = pending.popLast() {
        var entry = PromiseNode.unmanaged(node.state.load(ordering: .acquiring) & NodeState.pointerMask)
        while let current = entry {
          entry = current._withUnsafeGuaranteedRef { $0.next }
          let child = current.takeUnretainedValue()
          let word = child.state.load(ordering: .acquiring)
          guard word & NodeState.adopting != 0, word & NodeState.detached == 0 else { continue }
          if child === source { return true }
          pending.append(child)
        }
      }
      return false
    }
  }
}
