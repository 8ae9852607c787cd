// The state machine of a node, in one machine word: every state and every transition.
//
// This file only decides. A transition changes a copy of the word and returns the action that the caller performs once
// `AtomicLifecycle` has stored the new word. It accesses no memory, thread or handler. Three things change independently:
//
// The *stage* determines what may settle the node, and records its outcome.
//
//       .------------------- settle: the node's own body -------------.
//       |      claim                      publish                       v
//      open ------------------> claimed ----------> fulfilled, fulfilledOwning or rejected
//       |                        ^ ^ ^
//       | follow                 | | | cancel
//       |                        | | '-------- abandoned
//       v   parentSettled,       | |             ^
//   following -------------------' |             |
//       |   cancel, refuseToFollow |             |
//       |   attach (canceled) -----'             |
//       '----------------------------------------'
//           parentFreed
//
// The *link* determines whether the parent or another thread may run or drop the node's reaction.
//
//                 parentSettled, parentFreed, cancel, stopWaiting
//   attached ------------------------------------------------> detached        hold, release: a canceller keeps the parent
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
//
//   bits    name                 of      set                                cleared
//   0-2     stage                all     see above
//   3       draining             all     publish, examine                   nextDelivery, endExamination
//   4-47    the newest waiter    all     register, putBack                  publish, nextDelivery, takeList
//   48, 49  handles a value,     all     at birth
//           handles an error
//   50      sparesCancellations  promise at birth
//   51      observer             entry   at birth
//   52      passive              entry   at birth
//   53      wantsProgress        entry   at birth
//   54      watched              promise watch
//   55      detached             all     see above; at birth, of a root     attach
//   56      held                 all     hold                               release, cancel, stopWaiting
//   57      takesTurn            promise at birth; when it is detached      parentSettled, beginTurn
//                                        by a canceller
//   58      fromOutside          promise claim, cancel, stopWaiting
//   59      canceled             promise cancel
//   60      counted              promise at birth; beginLazy
//   61      lazy                 promise at birth                           beginLazy
//   62      combined             promise combine
//   63      aside                promise claim, cancel

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
  static func derived(handling sides: UInt8, sparesCancellations spares: Bool) -> Lifecycle {
    Lifecycle(bits: takesTurn | UInt(sides) << 48 | (spares ? sparesCancellations : 0))
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

  /// Neither fulfilled nor rejected.
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
  @inlinable var isPassive: Bool { bits & Lifecycle.passive != 0 }
  var wantsProgress: Bool { bits & Lifecycle.wantsProgress != 0 }
  var isWatched: Bool { bits & Lifecycle.watched != 0 }
  var isDetached: Bool { bits & Lifecycle.detached != 0 }
  var isHeld: Bool { bits & Lifecycle.held != 0 }
  /// The body has not started: the node is in a list, which uses `next`.
  var takesTurn: Bool { bits & Lifecycle.takesTurn != 0 }
  /// Settled by something that may not have waited for the node's turn, so `upstream` may be in use.
  var isFromOutside: Bool { bits & Lifecycle.fromOutside != 0 }
  /// The outcome is not in `storage`, because the node's own body may have been writing to it at the same time.
  @inlinable var isAside: Bool { bits & Lifecycle.aside != 0 }
  /// A canceller decided the outcome.
  var isCanceled: Bool { bits & Lifecycle.canceled != 0 }
  /// A root that counts as pending work, which a test can wait for, until it settles.
  @inlinable var isCounted: Bool { bits & Lifecycle.counted != 0 }
  @inlinable var isLazy: Bool { bits & Lifecycle.lazy != 0 }
  /// The promise waits for the inputs of a relay in its list.
  var isCombined: Bool { bits & Lifecycle.combined != 0 }
  /// The promise is pending and depends on others.
  var isWaiting: Bool { isPending && (!isDetached || isCombined) }
  var sparesCancellations: Bool { bits & Lifecycle.sparesCancellations != 0 }
  /// Something waits for this node, or a thread is delivering to or examining its list.
  var hasWaiters: Bool { bits & (Lifecycle.pointerMask | Lifecycle.draining) != 0 }
  /// The address of the newest waiter; 0 if there is none.
  @inlinable package var list: UInt { bits & Lifecycle.pointerMask }
  /// Until its outcome is delivered, the node can store its list in `upstream` and be in another list itself.
  @inlinable var canBePostponed: Bool { bits & (Lifecycle.takesTurn | Lifecycle.fromOutside) == 0 }

  // MARK: Settling

  /// The node's own body is running and may store an outcome, then call ``settle(_:isPostponed:)``.
  ///
  /// Anything else that settles such a node must not use `storage`.
  @inlinable @inline(__always)
  package var settlesInOneStep: Bool {
    bits & (Lifecycle.stageMask | Lifecycle.takesTurn) == 0
      && bits & (Lifecycle.handlesFulfilled | Lifecycle.handlesRejected) != 0
  }

  /// Claims the right to settle the node: returns true to the first caller, false to every other one.
  ///
  /// Promises/A+ §2.1.2.1, §2.1.3.1.
  ///
  /// - Parameters:
  ///   - fromOutside: Whether the caller may not have waited for the node's turn.
  ///   - byBody: Whether the caller is the node's own body.
  /// - Returns: Whether the caller settles the node.
  @inlinable @inline(__always)
  package mutating func claim(fromOutside: Bool, byBody: Bool = false) -> Bool {
    guard isOpen else { return false }
    if fromOutside { bits |= Lifecycle.fromOutside }
    if !byBody, settlesInOneStep { bits |= Lifecycle.fromOutside | Lifecycle.aside }
    bits |= Lifecycle.claimed
    return true
  }

  /// The actions that a published outcome requires.
  @usableFromInline
  package struct Publication {
    /// The caller has the right to the list and must deliver the outcome.
    @usableFromInline let delivers: Bool
    /// The list, if it was taken in the same step; 0 if it is still in the word.
    @usableFromInline let taken: UInt
    /// The node counted as pending work, which has ended.
    @usableFromInline let endsWork: Bool

    @inlinable @inline(__always)
    init(delivers: Bool, taken: UInt, endsWork: Bool) {
      self.delivers = delivers
      self.taken = taken
      self.endsWork = endsWork
    }
  }

  /// Makes the outcome of a claimed node visible.
  ///
  /// - Parameters:
  ///   - outcome: The outcome.
  ///   - isPostponed: Whether the delivery must wait for this thread's drain loop; evaluated only if there are waiters.
  /// - Returns: The required actions.
  @inlinable @inline(__always)
  package mutating func publish(_ outcome: Outcome, isPostponed: @autoclosure () -> Bool) -> Publication {
    bits = bits & ~Lifecycle.stageMask | outcome.stage
    // Without waiters nothing else is needed; a thread that examines the list notices the outcome itself.
    guard list != 0, bits & Lifecycle.draining == 0 else {
      return Publication(delivers: false, taken: 0, endsWork: isCounted)
    }
    bits |= Lifecycle.draining
    let taken = canBePostponed || !isPostponed() ? list : 0
    bits ^= taken
    return Publication(delivers: true, taken: taken, endsWork: isCounted)
  }

  /// Claims the node and publishes its outcome in one step; see ``settlesInOneStep``.
  ///
  /// - Parameters:
  ///   - outcome: The outcome, already in `storage`.
  ///   - isPostponed: As for ``publish(_:isPostponed:)``.
  /// - Returns: The required actions; nil if something else settled the node first, so that the caller must destroy what it stored.
  @inlinable @inline(__always)
  package mutating func settle(_ outcome: Outcome, isPostponed: @autoclosure () -> Bool) -> Publication? {
    guard isOpen else { return nil }
    return publish(outcome, isPostponed: isPostponed())
  }

  // MARK: The list

  /// The result of registering a node with this one.
  @usableFromInline
  package enum Registration {
    /// The node is in the list.
    case waits
    /// The node is in the list, and the body of this lazy node must start, because this may be its first waiter.
    case wakes
    /// This node has settled, so the other one reacts immediately.
    case isLate
  }

  /// Adds a waiter to the list; its `next` must already refer to the newest waiter so far.
  @inlinable @inline(__always)
  package mutating func register(_ waiter: UInt, isPassive: @autoclosure () -> Bool) -> Registration {
    guard isPending || bits & Lifecycle.draining != 0 else { return .isLate }
    bits = bits & ~Lifecycle.pointerMask | waiter
    return isLazy && !isPassive() ? .wakes : .waits
  }

  /// Takes the waiters that registered during the delivery; gives up the right to the list if there are none.
  ///
  /// - Returns: The list; 0 if the delivery is complete.
  mutating func nextDelivery() -> UInt {
    let taken = list
    bits ^= taken == 0 ? Lifecycle.draining : taken
    return taken
  }

  /// Acquires the exclusive right to the list of a pending node.
  ///
  /// - Returns: False if the node has settled, or another thread has the right.
  mutating func examine() -> Bool {
    guard isPending, bits & Lifecycle.draining == 0 else { return false }
    bits |= Lifecycle.draining
    return true
  }

  /// Takes the list; requires the right to it.
  mutating func takeList() -> UInt {
    defer { bits &= ~Lifecycle.pointerMask }
    return list
  }

  /// Puts a list back; requires the right to it.
  ///
  /// - Returns: False if other nodes have registered meanwhile, which the caller must take first.
  mutating func putBack(_ former: UInt) -> Bool {
    guard list == 0 else { return false }
    bits |= former
    return true
  }

  /// Gives up the right that ``examine()`` acquired.
  ///
  /// - Returns: False if the node has settled meanwhile; then the caller keeps the right and must deliver the outcome.
  mutating func endExamination() -> Bool {
    guard isPending else { return false }
    bits &= ~Lifecycle.draining
    return true
  }

  // MARK: The parent

  /// The action of a waiting node whose parent has settled.
  enum Turn {
    /// None, because a canceller owns the node.
    case gone
    /// Settle like the adopted parent; the caller has claimed the node.
    case follows
    /// Pass the outcome through, because the node has no handler for it.
    case passes
    /// Run the handler immediately, on this thread.
    case runs
    /// Enqueue the node on its executor or in the drain loop.
    case isQueued
  }

  /// Detaches the node from its parent, which has settled.
  ///
  /// - Parameters:
  ///   - parent: The parent's state.
  ///   - isSpared: Whether the parent's rejection bypasses the handler.
  ///   - runsHere: Whether the handler may run immediately, on this thread.
  /// - Returns: The action of the node.
  @inline(__always)
  mutating func parentSettled(as parent: Lifecycle, isSpared: Bool, runsHere: Bool) -> Turn {
    guard !isDetached else { return .gone }
    bits |= Lifecycle.detached
    if isFollowing {
      bits ^= Lifecycle.following ^ Lifecycle.claimed
      return .follows
    }
    let side = parent.isFulfilled ? Lifecycle.handlesFulfilled : Lifecycle.handlesRejected
    let passes = bits & side == 0 || isSpared
    // The node takes its turn now, unless it is about to enter another list.
    if passes || runsHere { bits &= ~Lifecycle.takesTurn }
    return passes ? .passes : runsHere ? .runs : .isQueued
  }

  /// Detaches the node from its parent, which is being freed while pending.
  ///
  /// - Returns: False if a canceller owns the node.
  mutating func parentFreed() -> Bool {
    guard !isDetached else { return false }
    bits |= Lifecycle.detached
    // It can still be canceled.
    if isFollowing { bits ^= Lifecycle.following ^ Lifecycle.abandoned }
    return true
  }

  /// Records that the executor or the drain loop has removed the node from its list.
  mutating func beginTurn() { bits &= ~Lifecycle.takesTurn }

  /// Claims the right to start a lazy node's body.
  ///
  /// - Returns: False if the body has started, or the outcome is decided.
  mutating func beginLazy() -> Bool {
    guard isLazy, isOpen else { return false }
    bits = bits & ~Lifecycle.lazy | Lifecycle.counted
    return true
  }

  /// Marks the progress of the node as wanted.
  ///
  /// - Returns: Whether the caller must mark its upstream too.
  mutating func watch() -> Bool {
    let continues = !isDetached && !isWatched && passesValuesOn
    bits |= Lifecycle.watched
    return continues
  }

  /// Marks the promise as one that waits for several inputs.
  mutating func combine() { bits |= Lifecycle.combined }

  // MARK: Following

  /// Makes the node adopt another promise; the caller links the two, then calls ``attach()``.
  ///
  /// - Returns: False if the outcome is decided, or the node has already adopted a promise.
  @usableFromInline
  mutating func follow() -> Bool {
    guard isOpen else { return false }
    bits |= Lifecycle.following
    return true
  }

  /// Makes a node wait for the promise that it adopts, which `upstream` now refers to.
  ///
  /// - Returns: False if a cancellation came first; then the caller rejects the node with the rejection in `storage`.
  mutating func attach() -> Bool {
    guard !isCanceled else {
      bits ^= Lifecycle.following ^ Lifecycle.claimed
      return false
    }
    bits &= ~Lifecycle.detached
    return true
  }

  /// Reverts ``follow()`` before the node is attached; the caller then rejects the node.
  ///
  /// - Returns: False if a cancellation came first, as in ``attach()``.
  mutating func refuseToFollow() -> Bool {
    bits ^= Lifecycle.following ^ Lifecycle.claimed
    return !isCanceled
  }

  // MARK: Cancelling

  /// Keeps the parent of an attached node from leaving; only one thread at a time may call it.
  ///
  /// - Returns: False if the parent has left.
  mutating func hold() -> Bool {
    guard !isDetached else { return false }
    bits |= Lifecycle.held
    return true
  }

  /// Allows the parent to leave again.
  mutating func release() { bits &= ~Lifecycle.held }

  /// The actions of a canceller.
  struct Cancellation: Equatable {
    /// The parent had not left, so the canceller owns the reaction and continues with the parent.
    var takesReaction = false
    var duty = Duty.none

    enum Duty {
      /// None, because something else settles the node.
      case none
      /// Reject the node, which the caller has claimed.
      case reject
      /// Leave the rejection in `storage` for the thread that attaches the node, which is about to adopt another promise.
      case leaveRejection
      /// Call ``Lifecycle/hold()`` first: the node was attached after a hold had failed, and nothing has changed.
      case holdFirst
    }
  }

  /// Detaches the node, and decides whether the canceller settles it.
  ///
  /// Call ``hold()`` first, and ``release()`` once the caller has taken the reaction.
  mutating func cancel() -> Cancellation {
    var result = stopWaiting()
    guard !isObserver, result.duty == .none else { return result }
    switch bits & Lifecycle.stageMask {
    case Lifecycle.following where !result.takesReaction:
      guard !isCanceled else { break }
      result.duty = .leaveRejection
      bits |= Lifecycle.canceled
    case Lifecycle.open, Lifecycle.following, Lifecycle.abandoned:
      // An abandoned node may be in the list of nodes that wait to be freed.
      if bits & Lifecycle.stageMask == Lifecycle.abandoned { bits |= Lifecycle.takesTurn }
      if settlesInOneStep { bits |= Lifecycle.aside }
      bits = bits & ~Lifecycle.stageMask | Lifecycle.claimed | Lifecycle.fromOutside | Lifecycle.canceled
      result.duty = .reject
    default: break
    }
    return result
  }

  /// Detaches the node; see ``cancel()``.
  mutating func stopWaiting() -> Cancellation {
    guard !isDetached else { return Cancellation() }
    guard isHeld else { return Cancellation(duty: .holdFirst) }
    // The entry, and its link to the next one, stay in the parent's list.
    bits |= Lifecycle.detached | Lifecycle.takesTurn | Lifecycle.fromOutside
    return Cancellation(takesReaction: true)
  }

  /// Detaches a node that turned out to be part of a cycle; see ``cancel()``.
  mutating func leaveCircle() -> Cancellation {
    var result = stopWaiting()
    guard isFollowing, result.takesReaction else { return result }
    bits ^= Lifecycle.following ^ Lifecycle.claimed
    result.duty = .reject
    return result
  }

  // MARK: Bits

  @inlinable static var stageMask: UInt { 7 }
  @inlinable static var open: UInt { 0 }
  @inlinable static var claimed: UInt { 1 }
  @inlinable static var following: UInt { 2 }
  @inlinable static var abandoned: UInt { 3 }
  @inlinable static var fulfilled: UInt { 4 }
  @inlinable static var fulfilledOwning: UInt { 5 }
  @inlinable static var rejected: UInt { 6 }
  /// The bit that all final stages have in common.
  @inlinable static var settled: UInt { 4 }
  @inlinable static var draining: UInt { 1 << 3 }
  /// Nodes are aligned to 16 bytes and located below 2⁴⁸.
  @inlinable static var pointerMask: UInt { 0x0000_FFFF_FFFF_FFF0 }
  @inlinable static var handlesFulfilled: UInt { 1 << 48 }
  @inlinable static var handlesRejected: UInt { 1 << 49 }
  @inlinable static var sparesCancellations: UInt { 1 << 50 }
  @inlinable static var observer: UInt { 1 << 51 }
  @inlinable static var passive: UInt { 1 << 52 }
  @inlinable static var wantsProgress: UInt { 1 << 53 }
  @inlinable static var watched: UInt { 1 << 54 }
  @inlinable static var detached: UInt { 1 << 55 }
  @inlinable static var held: UInt { 1 << 56 }
  @inlinable static var takesTurn: UInt { 1 << 57 }
  @inlinable static var fromOutside: UInt { 1 << 58 }
  @inlinable static var canceled: UInt { 1 << 59 }
  @inlinable static var counted: UInt { 1 << 60 }
  @inlinable static var lazy: UInt { 1 << 61 }
  @inlinable static var combined: UInt { 1 << 62 }
  @inlinable static var aside: UInt { 1 << 63 }
}
