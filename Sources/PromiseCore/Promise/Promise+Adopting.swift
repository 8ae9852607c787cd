// Resolving a promise with another one: locked in, still pending, settling as that one does. A+ §2.3.1, §2.3.2.

import PromiseTrace
import Synchronization

extension Promise {
  /// Locks this promise in to `source`: it settles as `source` does, and nothing else but a cancellation can settle it.
  ///
  /// - Parameters:
  ///   - source: The promise to follow. This promise itself, or one that waits for it, rejects it with ``PromiseResolutionError``.
  ///   - call: The call of the resolver, recorded in the log.
  /// - Returns: False where this promise was settled or locked in before.
  @usableFromInline
  @discardableResult
  package func adopt(_ source: Promise<Value>, at call: SourceSite = SourceSite()) -> Bool {
    guard source !== self ? state.change({ $0.follow() }) : claim(for: .adopted) else {
      ignored(.resolve, .adopted, at: call)
      return false
    }
    guard source !== self else {
      noteSelfResolution()
      rejectClaimed(Rejection(PromiseResolutionError.selfResolution), cause: .resolver, via: nil)
      return true
    }
    work = StoredWork { node, source in
      let node = unsafeDowncast(node, to: Promise<Value>.self)
      node.fulfillClaimed(unsafeDowncast(source, to: Promise<Value>.self).fulfilledValue, via: source)
    }
    follow(source, at: call)
    return true
  }

  private func fulfillClaimed(_ value: Value, via source: PromiseNode) {
    if tracedID != 0 { traceFulfilled(value, cause: .adopted, via: source) }
    publish(store(value))
  }
}

extension PromiseNode: CycleSuspect {
  private enum Attachment { case attached, canceled, closesCycle }

  /// Waits for `source`, unless that closes a cycle; this node has been locked in before.
  ///
  /// If several threads close a cycle together, the last one to register finds all links.
  fileprivate final func follow(_ source: PromiseNode, at call: SourceSite) {
    switch attach(to: source, at: call) {
    case .attached: break
    case .closesCycle:
      dropWork()
      return rejectClaimed(Rejection(PromiseResolutionError.cycle), cause: .resolver, via: nil)
    case .canceled:
      upstream = nil
      dropWork()
      return rejectInsteadOfFollowing(source)
    }
    if isWatched { source.expectProgress() }
    source.register(Unmanaged.passRetained(self))
    leaveCycle(to: source)
  }

  private final func attach(to source: PromiseNode, at call: SourceSite) -> Attachment {
    // If a cycle is found here, the promise rejects without an `adopted` event.
    if tracedID != 0, case .cycle = CycleSearch(promise: self, source: source).run() {
      return state.change { $0.refuseToFollow() } ? .closesCycle : .canceled
    }
    upstream = Unmanaged.passUnretained(source)
    // Logged first: once attached, this node can be canceled, which is logged by another thread.
    if tracedID != 0 { EventEmitter.adopted(tracedID, source: source.tracedID, at: call) }
    return state.change { $0.attach() } ? .attached : .canceled
  }

  /// Rejects this node if the promise that it adopted waits for it, so that it could never settle.
  ///
  /// If a combined promise in the cycle has inputs outside the cycle, the decision is postponed until they have settled or were freed.
  final func leaveCycle() {
    guard state.now.isFollowing, let source = PromiseNode.upstreamLock.withLock({ _ in livingUpstream() }) else {
      return
    }
    leaveCycle(to: source)
  }

  private final func leaveCycle(to source: PromiseNode) {
    let search = CycleSearch(promise: self, source: source)
    var result = search.run()
    if case .suspended(let relays) = result {
      for relay in relays { relay.suspect(self) }
      // An input may have settled before it could find the suspect.
      result = search.evaluate()
    }
    switch result {
    case .cycle:
      guard detach({ $0.leaveCycle() }).duty == .reject else { return }
      rejectClaimed(Rejection(PromiseResolutionError.cycle), cause: .resolver, via: nil)
    case .possible:
      note("adopted \(source.reference), which waits for this promise; something else may still end this cycle")
    case .none, .suspended: break
    }
  }

  /// Whether this promise could settle only after it has settled, if it waited for `input`.
  package final func isAwaited(by input: PromiseNode) -> Bool {
    if case .cycle = CycleSearch(promise: self, source: input).run() { true } else { false }
  }

  /// Logs that this promise was resolved with itself, which an error without a preview does not say.
  @usableFromInline
  package final func noteSelfResolution() { note(PromiseResolutionError.selfResolution.description) }

  /// Logs a note about this promise.
  final func note(_ text: @autoclosure () -> String) {
    if tracedID != 0 { EventEmitter.noted(tracedID, text()) }
  }

  /// The promise's name in a note.
  final var reference: String { tracedID == 0 ? "a promise" : "#\(id)" }
}
