// Settling: claim, store, publish. The first claim wins. Between claim and publish, no user code runs but the description of a traced
// error, whose text belongs to the event that precedes the effects.

import CPromiseRuntime
import PromiseTrace
import Synchronization

extension PromiseNode {
  /// Claims the right to settle the node: returns true to the first caller, false to every other one.
  ///
  /// Promises/A+ §2.1.2.1, §2.1.3.1.
  @inlinable @inline(__always)
  package final func claim(for cause: SettlementCause) -> Bool {
    let isFromOutside = cause == .resolver || cause == .timeout
    let isByBody = cause == .returned || cause == .threw || cause == .passthrough
    return state.change { $0.claim(fromOutside: isFromOutside, byBody: isByBody) }
  }

  /// Makes the stored outcome visible and delivers it to the waiters.
  ///
  /// Call it once, after a successful claim.
  ///
  /// - Parameters:
  ///   - outcome: The outcome of the node.
  ///   - byBody: Whether the node's own body calls it, as its last action.
  @inlinable @inline(__always)
  package final func publish(_ outcome: Lifecycle.Outcome, byBody: Bool = false) {
    deliver(state.change { $0.publish(outcome, isPostponed: psCurrentThread().pointee.isDraining) }, byBody: byBody)
  }

  /// Claims the node and publishes an outcome that the node's own body has stored as its last action.
  ///
  /// Requires that ``Lifecycle/settlesInOneStep`` was true.
  ///
  /// - Returns: False if something else settled the node meanwhile; then the caller destroys what it stored.
  @inlinable @inline(__always)
  package final func settle(_ outcome: Lifecycle.Outcome) -> Bool {
    guard
      let publication = state.change({ $0.settle(outcome, isPostponed: psCurrentThread().pointee.isDraining) })
    else { return false }
    deliver(publication, byBody: true)
    return true
  }

  /// Like ``settle(_:)``, and publishes the event of it, which precedes what it causes on this thread.
  @usableFromInline
  final func settle(_ outcome: Lifecycle.Outcome, publishing event: consuming EventEmitter.PreparedEvent) -> Bool {
    guard
      let publication = state.change({ $0.settle(outcome, isPostponed: psCurrentThread().pointee.isDraining) })
    else {
      event.withdraw()
      return false
    }
    event.publish()
    deliver(publication, byBody: true)
    return true
  }

  @inlinable @inline(__always)
  final func deliver(_ publication: Lifecycle.Publication, byBody: Bool) {
    if publication.delivers {
      Drain.deliver(self, to: PromiseNode.unmanaged(publication.taken), .andThoseThatCome, byBody: byBody)
    }
    // Not earlier, because only now do the enqueued handlers count as pending work.
    if publication.endsWork { psWorkEnds() }
  }

  /// Rejects a node that this thread has claimed.
  ///
  /// The rejection may come from another node, which remains a carrier of it.
  @usableFromInline
  package final func rejectClaimed(
    _ rejection: Rejection, cause: SettlementCause, via: PromiseNode?, at call: SourceSite = SourceSite()
  ) {
    rejection.addCarrier()
    if tracedID != 0 {
      let (text, type) = rejection.preview(EventEmitter.values(of: tracedID))
      EventEmitter.rejected(
        tracedID, preview: text, type: type, cause: cause, via: via?.tracedID ?? 0, isCancelled: rejection.isCancelled,
        at: call)
    }
    keep(.passRetained(rejection))
    publish(.rejected)
  }

  /// Rejects this node with a new rejection.
  ///
  /// - Parameters:
  ///   - error: The error to reject with.
  ///   - cause: The cause of the settlement, recorded in the log.
  ///   - call: The call of the resolver, recorded in the log.
  /// - Returns: False if the promise was already settled or locked in; see ``ignored(_:_:at:)``.
  @discardableResult
  @usableFromInline
  package final func reject(
    _ error: any Error, cause: SettlementCause, at call: SourceSite = SourceSite()
  ) -> Bool {
    reject(with: Rejection(error), cause: cause, via: nil, at: call)
  }

  /// Rejects with another node's rejection: the same object, not a copy.
  @discardableResult
  @usableFromInline
  package final func reject(
    passing rejection: Rejection, from node: PromiseNode, cause: SettlementCause
  ) -> Bool {
    reject(with: rejection, cause: cause, via: node)
  }

  /// Rejects this node because of another one, but with a new rejection, so that the two are handled independently.
  @discardableResult
  @usableFromInline
  package final func reject(_ error: any Error, cause: SettlementCause, via node: PromiseNode) -> Bool {
    reject(with: Rejection(error), cause: cause, via: node)
  }

  private final func reject(
    with rejection: Rejection, cause: SettlementCause, via node: PromiseNode?, at call: SourceSite = SourceSite()
  ) -> Bool {
    if tracedID == 0, cause == .threw || cause == .passthrough, state.now.settlesInOneStep {
      rejection.addCarrier()
      let stored = Unmanaged.passRetained(rejection)
      storage._address.pointee.0 = UInt(bitPattern: stored.toOpaque())
      if settle(.rejected) { return true }
      rejection.dropCarrier(0)
      stored.release()
      return false
    }
    guard claim(for: cause) else {
      if node == nil { ignored(.reject, cause, at: call) }
      return false
    }
    rejectClaimed(rejection, cause: cause, via: node, at: call)
    return true
  }

  /// Logs an attempt that was refused.
  ///
  /// An outcome that merely arrives too late is not logged, because no caller attempted a settlement: the other inputs of a race, a source
  /// after its timeout, a timeout after its source. Nor is the outcome of another promise that a handler forwards.
  @usableFromInline
  package final func ignored(
    _ attempt: SettlementAttempt, _ cause: SettlementCause, at call: SourceSite = SourceSite()
  ) {
    switch cause {
    case .combinator, .passthrough, .timeout: return
    case .resolver, .returned, .adopted, .threw: if tracedID != 0 { EventEmitter.ignored(tracedID, attempt, at: call) }
    }
  }
}
