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

extension PromiseNode: CircleSuspect {
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
    leaveCircle(to: source)
  }

  private final func attach(to source: PromiseNode) -> Attachment {
    // A circle that is found now is rejected without being logged as adopted first.
    if tracedID != 0, case .circle = CircleSearch(promise: self, source: source).run() {
      return state.change { $0.refuseToFollow() } ? .closesCircle : .canceled
    }
    upstream = Unmanaged.passUnretained(source)
    // Logged first: once attached, this node can be canceled, which is logged by another thread.
    if tracedID != 0 { EventEmitter.adopted(tracedID, source: source.tracedID) }
    return state.change { $0.attach() } ? .attached : .canceled
  }

  /// Rejects this node if what it follows waits for it, so that it could never settle.
  ///
  /// Where a combined promise in the circle has inputs outside of it, that is decided when they are gone.
  final func leaveCircle() {
    guard state.now.isFollowing, let source = PromiseNode.surgery.withLock({ _ in livingUpstream() }) else { return }
    leaveCircle(to: source)
  }

  private final func leaveCircle(to source: PromiseNode) {
    let search = CircleSearch(promise: self, source: source)
    var result = search.run()
    if case .suspended(let relays) = result {
      for relay in relays { relay.suspect(self) }
      // An input may have settled before it could find the suspect.
      result = search.evaluate()
    }
    switch result {
    case .circle:
      guard detach({ $0.leaveCircle() }).duty == .reject else { return }
      rejectClaimed(Rejection(PromiseResolutionError.cycle), cause: .resolver, via: nil)
    case .possible:
      note("follows \(source.reference), which waits for this promise, though something else may still end it")
    case .none, .suspended: break
    }
  }

  /// Whether this promise can only settle if it has settled, once it waits for `input`.
  package final func isAwaited(by input: PromiseNode) -> Bool {
    if case .circle = CircleSearch(promise: self, source: input).run() { true } else { false }
  }

  /// Adds a line about this promise to the log.
  final func note(_ text: @autoclosure () -> String) {
    if tracedID != 0 { EventEmitter.noted(tracedID, text()) }
  }

  /// The promise's name in such a line.
  final var reference: String { tracedID == 0 ? "a promise" : "#\(id)" }
}
