// The state machine of a node, in one machine word: every state and every transition.
//
// A transition only decides. It changes a copy of the word and returns the action that the caller performs once `AtomicLifecycle` has
// stored the new word; it accesses no memory, thread, or handler. The transitions are in the extensions, and `Lifecycle+Bits.swift` has
// the layout of the word. Three things change independently:
//
// The *stage* determines what may settle the node, and records its outcome.
//
//   open        nothing has decided the outcome
//   claimed     one caller has the right to settle the node, and is about to publish the outcome
//   following   has adopted another promise, whose outcome decides
//   abandoned   the adopted promise was freed while pending, so only a canceler can settle the node
//   fulfilled, fulfilledOwning (the value must be destroyed as its type requires), rejected: settled
//
//       .------- settle: by the node's own body, in one step -------.
//       |                                                            v
//      open ------- claim, cancel -------> claimed --- publish ---> settled
//       |                                   ^   ^
//       | follow                            |   '-- cancel -- abandoned
//       v                                   |                    ^
//      following -- parentSettled, cancel, -'                    |
//       |           refuseToFollow, leaveCycle,                  |
//       |           attach (after a cancellation)                |
//       '---------------------- parentFreed ---------------------'
//
// Example: `load().then { save($0) }`. The node of `then` is open and attached to `load()`. That promise settles (`parentSettled`), which
// detaches the node; its handler returns a promise, so it follows that one (`follow`) and is attached again (`attach`). When the saving
// settles, `parentSettled` claims the node, and `publish` makes its outcome visible.
//
// The *link* determines whether the parent or another thread may run or drop the node's reaction.
//
//                 parentSettled, parentFreed, cancel, stopWaiting
//   attached ------------------------------------------------> detached        hold, release: a canceler keeps the parent
//       ^                                                       |              from leaving while it reads `upstream`
//       '-------------------------------------------------------'
//                 attach: the node follows another promise
//
// The *list* holds the nodes that wait for this one, newest first, and `draining` is the exclusive right to take nodes out of it.
//
//                      publish (settled), examine (pending)
//   free: anyone adds  ----------------------------------->  draining: others still add
//       ^                                                       |
//       '-------------------------------------------------------'
//                      nextDelivery (settled), endExamination (pending)

/// A node's state at one moment.
///
/// A plain value: a transition is applied to a copy, which then replaces the original if that has not changed meanwhile.
@usableFromInline
package struct Lifecycle: Equatable, Sendable {
  @usableFromInline package var bits: UInt

  @inlinable @inline(__always)
  package init(bits: UInt) { self.bits = bits }

  // MARK: Initial states

  /// A promise without a body, which is settled from outside.
  @inlinable static var root: Lifecycle { Lifecycle(bits: detached | counted) }
  /// A promise with a body of its own, which is about to be enqueued.
  @inlinable static var rootWithBody: Lifecycle { Lifecycle(bits: detached | takesTurn | counted) }
  /// A promise whose body starts with the first waiter; from then on it counts as pending work.
  @inlinable static var lazyRoot: Lifecycle { Lifecycle(bits: detached | takesTurn | lazy) }

  /// A promise that is created fulfilled.
  @inlinable @inline(__always)
  static func fulfilledRoot(_ outcome: Outcome) -> Lifecycle { Lifecycle(bits: detached | outcome.stage) }

  /// A promise that is about to register with its parent.
  ///
  /// In `sides`, bit 0 stands for a handler of values, bit 1 for a handler of errors. Cancellations may bypass the handler.
  @inlinable @inline(__always)
  static func derived(handling sides: UInt8, cancellationsBypass bypass: Bool, checksFirst: Bool = false) -> Lifecycle {
    Lifecycle(
      bits: takesTurn | UInt(sides) << 48 | (bypass ? cancellationsBypass : 0) | (checksFirst ? self.checksFirst : 0))
  }

  /// An entry that is not a promise.
  @usableFromInline
  static func entry(isPassive: Bool, wantsProgress: Bool = false) -> Lifecycle {
    Lifecycle(
      bits: handlesFulfilled | handlesRejected | observer | (isPassive ? passive : 0)
        | (wantsProgress ? self.wantsProgress : 0))
  }

  /// An entry that waits for nothing and only carries a reaction.
  @usableFromInline static var carrier: Lifecycle { Lifecycle(bits: observer | detached) }

  /// The outcome of a node.
  @usableFromInline
  package struct Outcome: Sendable {
    @usableFromInline let stage: UInt

    @inlinable @inline(__always)
    init(stage: UInt) { self.stage = stage }

    /// Fulfilled; `owning` states whether the value must be destroyed as its type requires.
    @inlinable @inline(__always)
    static func fulfilled(owning: Bool) -> Outcome {
      Outcome(stage: owning ? Lifecycle.fulfilledOwning : Lifecycle.fulfilled)
    }

    @inlinable static var rejected: Outcome { Outcome(stage: Lifecycle.rejected) }
  }

  // MARK: Queries

  @inlinable package var isPending: Bool { bits & Lifecycle.settled == 0 }
  @inlinable package var isFulfilled: Bool { bits & Lifecycle.rejected == Lifecycle.fulfilled }
  @inlinable package var isRejected: Bool { bits & Lifecycle.stageMask == Lifecycle.rejected }
  /// Fulfilled with a value that must be destroyed as its type requires.
  @inlinable var ownsValue: Bool { bits & Lifecycle.stageMask == Lifecycle.fulfilledOwning }
  /// Nothing has decided the outcome, and the node has not adopted another promise.
  @inlinable package var isOpen: Bool { bits & Lifecycle.stageMask == Lifecycle.open }
  var isFollowing: Bool { bits & Lifecycle.stageMask == Lifecycle.following }
  /// A value passes through to the promise unchanged, without a handler of its own.
  var passesValuesOn: Bool { isFollowing || bits & Lifecycle.handlesFulfilled == 0 }
  /// A value would run a handler.
  var runsForValues: Bool {
    bits & (Lifecycle.handlesFulfilled | Lifecycle.handlesRejected) != Lifecycle.handlesRejected
  }
  var isObserver: Bool { bits & Lifecycle.observer != 0 }
  @inlinable var isPassive: Bool {
    bits & (Lifecycle.observer | Lifecycle.passive) == Lifecycle.observer | Lifecycle.passive
  }
  /// A promise whose reaction decides on the executor whether its handler runs, and records that itself.
  var checksFirst: Bool { bits & (Lifecycle.observer | Lifecycle.checksFirst) == Lifecycle.checksFirst }
  /// An entry that receives progress.
  var wantsProgress: Bool {
    bits & (Lifecycle.observer | Lifecycle.wantsProgress) == Lifecycle.observer | Lifecycle.wantsProgress
  }
  /// A promise whose progress something observes.
  var isWatched: Bool { bits & Lifecycle.watched != 0 }
  /// A promise that may have entries in its list that no longer wait; see `StaleEntryCounts`.
  var isCluttered: Bool {
    bits & (Lifecycle.observer | Lifecycle.cluttered) == Lifecycle.cluttered
  }
  /// An entry whose owner has settled, but still handles a rejection.
  var isRetired: Bool { bits & (Lifecycle.observer | Lifecycle.retired) == Lifecycle.observer | Lifecycle.retired }
  var isDetached: Bool { bits & Lifecycle.detached != 0 }
  var isHeld: Bool { bits & Lifecycle.held != 0 }
  /// The body has not started: the node is in a list, which uses `next`.
  var takesTurn: Bool { bits & Lifecycle.takesTurn != 0 }
  /// Settled by something that may not have waited for the node's turn, so `upstream` may be in use.
  var isFromOutside: Bool { bits & Lifecycle.fromOutside != 0 }
  /// The outcome is not in `storage`, because the node's own body may have been writing to it at the same time.
  @inlinable var isAside: Bool { bits & Lifecycle.aside != 0 }
  /// A canceler decided the outcome.
  var isCanceled: Bool { bits & Lifecycle.canceled != 0 }
  /// A root that counts as pending work, which a test can wait for, until it settles.
  @inlinable var isCounted: Bool { bits & Lifecycle.counted != 0 }
  @inlinable var isLazy: Bool { bits & Lifecycle.lazy != 0 }
  /// The promise waits for the inputs of a relay in its list.
  var isCombined: Bool { bits & Lifecycle.combined != 0 }
  /// The promise is pending and depends on others.
  var isWaiting: Bool { isPending && (!isDetached || isCombined) }
  var cancellationsBypass: Bool { bits & Lifecycle.cancellationsBypass != 0 }
  /// Something waits for this node, or a thread is delivering to or examining its list.
  var hasWaiters: Bool { bits & (Lifecycle.pointerMask | Lifecycle.draining) != 0 }
  /// Fulfilled, delivered, and without anything to free but a value.
  var leavesNothing: Bool {
    bits & (Lifecycle.rejected | Lifecycle.aside | Lifecycle.cluttered | Lifecycle.pointerMask) == Lifecycle.fulfilled
  }
  /// The address of the newest waiter; 0 if there is none.
  @inlinable package var list: UInt { bits & Lifecycle.pointerMask }
  /// Until its outcome is delivered, the node can store its list in `upstream` and be in another list itself.
  @inlinable var canBePostponed: Bool { bits & (Lifecycle.takesTurn | Lifecycle.fromOutside) == 0 }
}
