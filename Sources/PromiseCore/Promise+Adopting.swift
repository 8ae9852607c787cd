// Resolving a promise with another one: locked in, still pending, settling as that one does. A+ §2.3.1, §2.3.2.

import PromiseTrace
import Synchronization

extension Promise {
  /// Locks this promise in to `source`: it settles as `source` does, and nothing else but a cancellation can settle it.
  ///
  /// - Parameter source: The promise to follow. This promise itself, or one that waits for it, rejects it with
  ///   ``PromiseResolutionError``.
  /// - Returns: False where this promise was settled or locked in before.
  @usableFromInline
  @discardableResult
  package func adopt(_ source: Promise<Value>) -> Bool {
    guard source !== self ? state.change({ $0.follow() }) : claim(for: .adopted) else {
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
    follow(source)
    return true
  }

  private func fulfillClaimed(_ value: Value, via source: PromiseNode) {
    if tracedID != 0 { traceFulfilled(value, cause: .adopted, via: source) }
    publish(store(value))
  }
}

extension PromiseNode {
  private enum Attachment { case attached, canceled, closesCircle }

  /// Waits for `source`, unless that closes a circle; this node has been locked in.
  ///
  /// Of several threads that close a circle together, the last to register finds all the links.
  fileprivate final func follow(_ source: PromiseNode) {
    switch attach(to: source) {
    case .attached: break
    case .closesCircle:
      reaction = nil
      return rejectClaimed(Rejection(PromiseResolutionError.cycle), cause: .resolver, via: nil)
    case .canceled:
      upstream = nil
      reaction = nil
      return rejectInsteadOfFollowing(source)
    }
    if isWatched { source.expectProgress() }
    source.register(Unmanaged.passRetained(self))
    guard mightCloseCircle(by: source) else { return }
    var path = [source]
    guard PromiseNode.surgery.withLock({ _ in isAwaited(byLastOf: &path) }) else { return }
    if detach({ $0.leaveCircle() }).duty == .reject {
      rejectClaimed(Rejection(PromiseResolutionError.cycle), cause: .resolver, via: nil)
    }
  }

  private final func attach(to source: PromiseNode) -> Attachment {
    guard mightCloseCircle(by: source) else { return attachUnchecked(to: source) }
    var path = [source]
    return PromiseNode.surgery.withLock { _ in
      guard isAwaited(byLastOf: &path) else { return attachUnchecked(to: source) }
      return state.change { $0.refuseToFollow() } ? .closesCircle : .canceled
    }
  }

  private final func attachUnchecked(to source: PromiseNode) -> Attachment {
    upstream = Unmanaged.passUnretained(source)
    // Logged first: once attached, this node can be canceled, which is logged by another thread.
    if tracedID != 0 { Trace.adopted(tracedID, source: source.tracedID) }
    return state.change { $0.attach() } ? .attached : .canceled
  }

  /// Whether there may be a circle: if nothing waits for this node, or `source` waits for nothing, there is none, and no search.
  private final func mightCloseCircle(by source: PromiseNode) -> Bool {
    state.now.hasWaiters && !source.state.now.isDetached
  }

  /// Whether the last node of `path` waits, directly or through others, for this one: as derived from it, or locked in to it.
  ///
  /// Only under ``surgery``.
  ///
  /// - Parameter path: Gets the nodes on the way, to be let go of after the lock is: freeing one may run code of the user's.
  /// - Returns: Whether it does.
  private final func isAwaited(byLastOf path: inout [PromiseNode]) -> Bool {
    var landmark = 0
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
