// The life of a node, as one machine word: every state it can be in, and every step from one to the next.
//
// This file decides and does nothing else: a transition changes a copy of the word and returns what the caller has to do once the new
// word is in place (`AtomicLifecycle` puts it there). It knows no memory, thread or handler. Three things change independently:
//
// The *stage* says who may settle the node, and how it ended.
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
// The *link* says who holds the node, and thereby who may run or drop its reaction.
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
/// A value like any other: a transition is tried on a copy, which then replaces the original if that is unchanged.
@usableFromInline
package struct Lifecycle: Equatable, Sendable {
  @usableFromInline package var bits: UInt

  @inlinable @inline(__always)
  package init(bits: UInt) { self.bits = bits }

  // MARK: Birth

  /// A promise without a body, which anyone may settle.
  @inlinable static var root: Lifecycle { Lifecycle(bits: detached | counted) }
  /// A promise with a body of its own, which is on its way to its executor.
  @inlinable static var rootWithBody: Lifecycle { Lifecycle(bits: detached | takesTurn | counted) }
  /// A promise whose body waits for the first waiter; it counts as work from then on.
  @inlinable static var lazyRoot: Lifecycle { Lifecycle(bits: detached | takesTurn | lazy) }

  /// A promise that is born fulfilled.
  @inlinable @inline(__always)
  static func fulfilledRoot(_ outcome: Outcome) -> Lifecycle { Lifecycle(bits: detached | outcome.stage) }

  /// A promise that is about to register with its parent.
  ///
  /// The sides that have a handler are bit 0 for values and bit 1 for errors; a cancellation may pass the handler by.
  @inlinable @inline(__always)
  static func derived(handling sides: UInt8, sparesCancellations spares: Bool) -> Lifecycle {
    Lifecycle(bits: takesTurn | UInt(sides) << 48 | (spares ? sparesCancellations : 0))
  }

  /// An entry that is no promise.
  @usableFromInline
  static func entry(isPassive: Bool, wantsProgress: Bool = false) -> Lifecycle {
    Lifecycle(
      bits: handlesFulfilled | handlesRejected | observer | (isPassive ? passive : 0)
        | (wantsProgress ? self.wantsProgress : 0))
  }

  /// An entry that waits for nothing: it only carries a reaction.
  @usableFromInline static var carrier: Lifecycle { Lifecycle(bits: observer | detached) }

  /// How a node ended.
  @usableFromInline
  package struct Outcome: Sendable {
    @usableFromInline let stage: UInt

    @inlinable @inline(__always)
    init(stage: UInt) { self.stage = stage }

    /// Fulfilled with a value that has to be destroyed through its type, or need not be.
    @inlinable @inline(__always)
    static func fulfilled(owning: Bool) -> Outcome {
      Outcome(stage: owning ? Lifecycle.fulfilledOwning : Lifecycle.fulfilled)
    }

    @inlinable static var rejected: Outcome { Outcome(stage: Lifecycle.rejected) }
  }

  // MARK: Questions

  /// Neither fulfilled nor rejected.
  @inlinable package var isPending: Bool { bits & Lifecycle.settled == 0 }
  @inlinable package var isFulfilled: Bool { bits & Lifecycle.rejected == Lifecycle.fulfilled }
  @inlinable package var isRejected: Bool { bits & Lifecycle.stageMask == Lifecycle.rejected }
  /// Fulfilled with a value that has to be destroyed through its type.
  @inlinable var ownsValue: Bool { bits & Lifecycle.stageMask == Lifecycle.fulfilledOwning }
  /// Nothing has decided the outcome, and the node follows no other.
  @inlinable package var isOpen: Bool { bits & Lifecycle.stageMask == Lifecycle.open }
  var isFollowing: Bool { bits & Lifecycle.stageMask == Lifecycle.following }
  /// A value reaches the promise untouched: no handler of its own sees it first.
  var passesValuesOn: Bool { isFollowing || bits & Lifecycle.handlesFulfilled == 0 }
  /// A value's arrival would run a handler.
  var runsForValues: Bool {
    bits & (Lifecycle.handlesFulfilled | Lifecycle.handlesRejected) != Lifecycle.handlesRejected
  }
  var isObserver: Bool { bits & Lifecycle.observer != 0 }
  @inlinable var isPassive: Bool { bits & Lifecycle.passive != 0 }
  var wantsProgress: Bool { bits & Lifecycle.wantsProgress != 0 }
  var isWatched: Bool { bits & Lifecycle.watched != 0 }
  var isDetached: Bool { bits & Lifecycle.detached != 0 }
  var isHeld: Bool { bits & Lifecycle.held != 0 }
  /// The body has not begun: the node is in a list, and `next` is that list's.
  var takesTurn: Bool { bits & Lifecycle.takesTurn != 0 }
  /// Settled by something that need not have waited for the node's turn, so that `upstream` may be in use.
  var isFromOutside: Bool { bits & Lifecycle.fromOutside != 0 }
  /// The outcome lies beside `storage`, which the node's own body may have been writing to at the same time.
  @inlinable var isAside: Bool { bits & Lifecycle.aside != 0 }
  /// A canceller decided the outcome.
  var isCanceled: Bool { bits & Lifecycle.canceled != 0 }
  /// A root whose pending time is work that a test can wait for.
  @inlinable var isCounted: Bool { bits & Lifecycle.counted != 0 }
  @inlinable var isLazy: Bool { bits & Lifecycle.lazy != 0 }
  /// The promise waits for the inputs of a relay in its list.
  var isCombined: Bool { bits & Lifecycle.combined != 0 }
  /// The promise is pending and depends on others.
  var isWaiting: Bool { isPending && (!isDetached || isCombined) }
  var sparesCancellations: Bool { bits & Lifecycle.sparesCancellations != 0 }
  /// Something waits for this node, or is being delivered to.
  var hasWaiters: Bool { bits & (Lifecycle.pointerMask | Lifecycle.draining) != 0 }
  /// The newest waiter's address; 0 for none.
  @inlinable package var list: UInt { bits & Lifecycle.pointerMask }
  /// The node can keep its list in `upstream`, and itself be in another list, until its turn comes to be delivered.
  @inlinable var canBePostponed: Bool { bits & (Lifecycle.takesTurn | Lifecycle.fromOutside) == 0 }

  // MARK: Settling

  /// The node's own body, whose turn has come, may store an outcome and then ``settle(_:isPostponed:)``.
  ///
  /// Whatever else settles such a node keeps out of `storage`.
  @inlinable @inline(__always)
  package var settlesInOneStep: Bool {
    bits & (Lifecycle.stageMask | Lifecycle.takesTurn) == 0
      && bits & (Lifecycle.handlesFulfilled | Lifecycle.handlesRejected) != 0
  }

  /// Decides who settles the node: true for the first caller, false for every other.
  ///
  /// A+ §2.1.2.1, §2.1.3.1.
  ///
  /// - Parameters:
  ///   - fromOutside: Whether the caller need not have waited for the node's turn.
  ///   - byBody: Whether the caller is the node's own body.
  /// - Returns: Whether the node is the caller's to settle.
  @inlinable @inline(__always)
  package mutating func claim(fromOutside: Bool, byBody: Bool = false) -> Bool {
    guard isOpen else { return false }
    if fromOutside { bits |= Lifecycle.fromOutside }
    if !byBody, settlesInOneStep { bits |= Lifecycle.fromOutside | Lifecycle.aside }
    bits |= Lifecycle.claimed
    return true
  }

  /// What follows from an outcome that has become visible.
  @usableFromInline
  package struct Publication {
    /// The caller has the right to the list and has to deliver.
    @usableFromInline let delivers: Bool
    /// The list, where the caller took it right away; 0 where it is still in the word.
    @usableFromInline let taken: UInt
    /// The node's pending time counted as work, which ends.
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
  ///   - outcome: How it ended.
  ///   - isPostponed: Whether delivery has to wait for this thread's drain loop; asked only if there are waiters.
  /// - Returns: What is to be delivered.
  @inlinable @inline(__always)
  package mutating func publish(_ outcome: Outcome, isPostponed: @autoclosure () -> Bool) -> Publication {
    bits = bits & ~Lifecycle.stageMask | outcome.stage
    // Without waiters that is all; an examiner of the list finds out by itself.
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
  ///   - outcome: How it ended, according to `storage`.
  ///   - isPostponed: As for ``publish(_:isPostponed:)``.
  /// - Returns: What is to be delivered; nil where something else settled the node first, and what was stored has to be destroyed.
  @inlinable @inline(__always)
  package mutating func settle(_ outcome: Outcome, isPostponed: @autoclosure () -> Bool) -> Publication? {
    guard isOpen else { return nil }
    return publish(outcome, isPostponed: isPostponed())
  }

  // MARK: The list

  /// What becomes of a node that registers with this one.
  @usableFromInline
  package enum Registration {
    /// It is in the list.
    case waits
    /// It is in the list, and this node's body has to begin: it is lazy, and this may be its first waiter.
    case wakes
    /// This node has settled: the newcomer reacts at once.
    case isLate
  }

  /// Puts a waiter into the list, whose `next` already is the newest so far.
  @inlinable @inline(__always)
  package mutating func register(_ waiter: UInt, isPassive: @autoclosure () -> Bool) -> Registration {
    guard isPending || bits & Lifecycle.draining != 0 else { return .isLate }
    bits = bits & ~Lifecycle.pointerMask | waiter
    return isLazy && !isPassive() ? .wakes : .waits
  }

  /// Takes the waiters that came while others were delivered to; with none left, gives up the right to the list.
  ///
  /// - Returns: The list; 0 where delivery is complete.
  mutating func nextDelivery() -> UInt {
    let taken = list
    bits ^= taken == 0 ? Lifecycle.draining : taken
    return taken
  }

  /// Gets the exclusive right to the list of a pending node.
  ///
  /// - Returns: False where the node has settled, or another thread has the right.
  mutating func examine() -> Bool {
    guard isPending, bits & Lifecycle.draining == 0 else { return false }
    bits |= Lifecycle.draining
    return true
  }

  /// Takes the list; only with the right to it.
  mutating func takeList() -> UInt {
    defer { bits &= ~Lifecycle.pointerMask }
    return list
  }

  /// Puts a list back; only with the right to it.
  ///
  /// - Returns: False if others have registered meanwhile, who have to be taken first.
  mutating func putBack(_ former: UInt) -> Bool {
    guard list == 0 else { return false }
    bits |= former
    return true
  }

  /// Gives up the right that ``examine()`` got.
  ///
  /// - Returns: False if the node has settled meanwhile: the caller keeps the right, and has to deliver.
  mutating func endExamination() -> Bool {
    guard isPending else { return false }
    bits &= ~Lifecycle.draining
    return true
  }

  // MARK: The parent

  /// What a waiting node does now that its parent has settled.
  enum Turn {
    /// Nothing: a canceller owns it.
    case gone
    /// Settles as the parent it followed did; the caller has claimed it.
    case follows
    /// Lets the outcome through, for it has no handler for it.
    case passes
    /// Runs its handler here.
    case runs
    /// Runs its handler where its executor, or the drain loop, takes it next.
    case isQueued
  }

  /// Lets go of the node, as the parent that has settled.
  ///
  /// - Parameters:
  ///   - parent: The parent's state.
  ///   - isSpared: Whether the handler does not want this rejection.
  ///   - runsHere: Whether its handler may run on this thread, now.
  /// - Returns: What the node does.
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
    // Its turn has come unless it is going into another list.
    if passes || runsHere { bits &= ~Lifecycle.takesTurn }
    return passes ? .passes : runsHere ? .runs : .isQueued
  }

  /// Lets go of the node, as the parent that is freed while pending.
  ///
  /// - Returns: False where a canceller owns the node.
  mutating func parentFreed() -> Bool {
    guard !isDetached else { return false }
    bits |= Lifecycle.detached
    // It can still be canceled.
    if isFollowing { bits ^= Lifecycle.following ^ Lifecycle.abandoned }
    return true
  }

  /// The executor, or the drain loop, has taken the node out of its list.
  mutating func beginTurn() { bits &= ~Lifecycle.takesTurn }

  /// Takes a lazy node's body, to begin it.
  ///
  /// - Returns: False where it has begun, or the outcome is decided.
  mutating func beginLazy() -> Bool {
    guard isLazy, isOpen else { return false }
    bits = bits & ~Lifecycle.lazy | Lifecycle.counted
    return true
  }

  /// Marks the progress of the node as wanted.
  ///
  /// - Returns: Whether the search for its source goes on further up.
  mutating func watch() -> Bool {
    let goesOn = !isDetached && !isWatched && passesValuesOn
    bits |= Lifecycle.watched
    return goesOn
  }

  /// Makes the promise one that waits for several inputs.
  mutating func combine() { bits |= Lifecycle.combined }

  // MARK: Following

  /// Locks the node in to another promise; the caller links the two, then calls ``attach()``.
  ///
  /// - Returns: False where the outcome is decided, or the node follows already.
  @usableFromInline
  mutating func follow() -> Bool {
    guard isOpen else { return false }
    bits |= Lifecycle.following
    return true
  }

  /// Makes a following node wait for its source, which `upstream` now names.
  ///
  /// - Returns: False where a cancellation came first: the node is the caller's to reject, with the rejection in `storage`.
  mutating func attach() -> Bool {
    guard !isCanceled else {
      bits ^= Lifecycle.following ^ Lifecycle.claimed
      return false
    }
    bits &= ~Lifecycle.detached
    return true
  }

  /// Takes back ``follow()``, before the node was attached: the caller rejects it.
  ///
  /// - Returns: False where a cancellation came first, as in ``attach()``.
  mutating func refuseToFollow() -> Bool {
    bits ^= Lifecycle.following ^ Lifecycle.claimed
    return !isCanceled
  }

  // MARK: Cancelling

  /// Keeps the parent of an attached node from leaving; only one thread at a time may do it.
  ///
  /// - Returns: False where the parent has left.
  mutating func hold() -> Bool {
    guard !isDetached else { return false }
    bits |= Lifecycle.held
    return true
  }

  /// Lets the parent leave again.
  mutating func release() { bits &= ~Lifecycle.held }

  /// What a canceller has to do.
  struct Cancellation: Equatable {
    /// Its parent had not left: the reaction is the canceller's, and so is the way up.
    var takesReaction = false
    var duty = Duty.none

    enum Duty {
      /// Something else settles it.
      case none
      /// The caller has claimed it and rejects it.
      case reject
      /// It is about to follow another promise: the caller leaves the rejection in `storage` for the thread that attaches it.
      case leaveRejection
      /// It was attached after ``Lifecycle/hold()`` had failed: nothing has changed, and the caller holds it first.
      case holdFirst
    }
  }

  /// Detaches the node, and decides whether the canceller settles it.
  ///
  /// ``hold()`` comes first; ``release()`` comes later, when the caller has taken the reaction.
  mutating func cancel() -> Cancellation {
    var result = stopWaiting()
    guard !isObserver, result.duty == .none else { return result }
    switch bits & Lifecycle.stageMask {
    case Lifecycle.following where !result.takesReaction:
      guard !isCanceled else { break }
      result.duty = .leaveRejection
      bits |= Lifecycle.canceled
    case Lifecycle.open, Lifecycle.following, Lifecycle.abandoned:
      // One that was abandoned may be in the list of the nodes that wait to be freed.
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
    // Its entry stays in the parent's list, and so does the link to the next.
    bits |= Lifecycle.detached | Lifecycle.takesTurn | Lifecycle.fromOutside
    return Cancellation(takesReaction: true)
  }

  /// Detaches a following node that has turned out to be part of a circle; see ``cancel()``.
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
  /// Of all stages that are final.
  @inlinable static var settled: UInt { 4 }
  @inlinable static var draining: UInt { 1 << 3 }
  /// Nodes lie on 16-byte boundaries below 2⁴⁸.
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
