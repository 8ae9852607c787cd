// Settling: claim, store, publish. The first claim wins; nothing user-written runs between claim and publish.

import CPromiseTrace
import PromiseTrace
import Synchronization

extension PromiseNode {
  /// Decides who settles: true for the first caller, false for every other.
  ///
  /// A+ §2.1.2.1, §2.1.3.1.
  @inlinable @inline(__always)
  package final func claim(marking mark: UInt = 0) -> Bool {
    var old = state.load(ordering: .relaxed)
    while old & NodeState.lockedIn == 0 {
      let (exchanged, current) = state.weakCompareExchange(
        expected: old, desired: old | NodeState.lockedIn | mark, successOrdering: .acquiring, failureOrdering: .relaxed)
      if exchanged { return true }
      old = current
    }
    return false
  }

  /// Makes the stored outcome visible and hands out the reactions.
  ///
  /// Only after a claim, once.
  ///
  /// - Parameters:
  ///   - outcome: The phase, and the bits that say how the value is destroyed.
  ///   - byBody: Whether the node's own body does it as the last thing.
  @inlinable @inline(__always)
  package final func publish(_ outcome: UInt, byBody: Bool = false) {
    var old = state.load(ordering: .relaxed)
    while true {
      // With nobody waiting, or with somebody at the list who will find out, that is all. Else the list is taken at once, unless the
      // node has to wait for its turn and has no room to remember it.
      let isDone = old & NodeState.pointerMask == 0 || old & NodeState.draining != 0
      let hasRoom = old & Drain.noRoom == 0 || !psCurrentThread().pointee.isDraining
      let taken = isDone || !hasRoom ? 0 : old & NodeState.pointerMask
      let (exchanged, current) = state.weakCompareExchange(
        expected: old, desired: (old ^ taken) | outcome | (isDone ? 0 : NodeState.draining),
        successOrdering: .acquiringAndReleasing, failureOrdering: .relaxed)
      if exchanged {
        if !isDone { Drain.reactions(of: self, taken: taken, byBody: byBody) }
        // Only now: the handlers' turn on their queues has begun to count.
        if old & NodeState.counted != 0 { psWorkEnds() }
        return
      }
      old = current
    }
  }

  /// Rejects a node that this thread has claimed.
  ///
  /// The rejection may come from another node, which stays a carrier of it.
  @usableFromInline
  package final func rejectClaimed(_ rejection: Rejection, cause: SettlementCause, via: PromiseNode?) {
    rejection.addCarrier()
    if tracedID != 0 {
      let (text, type) = rejection.preview(Trace.values(of: tracedID))
      Trace.rejected(
        tracedID, preview: text, type: type, cause: cause, via: via?.tracedID ?? 0, isCancelled: rejection.isCancelled)
    }
    storage._address.pointee.0 = UInt(bitPattern: Unmanaged.passRetained(rejection).toOpaque())
    publish(NodeState.rejected)
  }

  /// Rejects with an error that starts here.
  ///
  /// - Parameters:
  ///   - error: Why.
  ///   - cause: What brought it about, for the log.
  /// - Returns: False where the promise was settled or locked in before; the log then tells of the attempt.
  @discardableResult
  @usableFromInline
  package final func reject(_ error: any Error, cause: SettlementCause) -> Bool {
    reject(with: Rejection(error), cause: cause, via: nil)
  }

  /// Rejects with another node's rejection: the same one, not a copy.
  @discardableResult
  @usableFromInline
  package final func reject(
    passing rejection: Rejection, from node: PromiseNode, cause: SettlementCause
  ) -> Bool {
    reject(with: rejection, cause: cause, via: node)
  }

  /// Rejects because of another node, with an error that starts here: from now on the rejection is this node's own.
  @discardableResult
  @usableFromInline
  package final func reject(_ error: any Error, cause: SettlementCause, via node: PromiseNode) -> Bool {
    reject(with: Rejection(error), cause: cause, via: node)
  }

  private final func reject(with rejection: Rejection, cause: SettlementCause, via node: PromiseNode?) -> Bool {
    guard claim(marking: NodeState.mark(cause)) else {
      ignored(.reject, cause)
      return false
    }
    rejectClaimed(rejection, cause: cause, via: node)
    return true
  }

  /// Tells the log of an attempt that was refused.
  ///
  /// What merely comes too late is nobody's attempt: the other inputs of a race, a source behind its timeout, a timeout behind its
  /// source.
  @usableFromInline
  package final func ignored(_ attempt: SettlementAttempt, _ cause: SettlementCause) {
    switch cause {
    case .combinator, .passthrough, .timeout: return
    case .resolver, .returned, .adopted, .threw: if tracedID != 0 { Trace.ignored(tracedID, attempt) }
    }
  }
}
