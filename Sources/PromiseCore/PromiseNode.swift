// The part of a promise that does not depend on its value: state, reactions, storage, freeing.
//
// A promise *is* the entry in its parent's list of reactions (one allocation a `then`), so one node holds everything: what to
// run when the parent settles, and what came of it. It is not generic, because methods of generic classes are never specialised.
//
// Threads. `state` decides everything by atomic steps. `reaction` belongs to whoever is about to run the node: first the thread that
// creates it, then the one that settles the parent, then the executor's; each hands it on through an atomic list or a lock.
// `upstream` belongs to the same, but a canceller may read it while the node is attached. `storage` belongs to the one thread whose
// `claim()` succeeded until `publish()`, and is constant from then on. `next` belongs to the list that the node is in; it is in one
// at most.

import CPromiseTrace
import PromiseTrace
import Synchronization

/// A promise without its value's type: its identity and state.
///
/// Programs use ``Promise``; this is what executors, observers and tests see of it. Any thread may call any public member.
public class PromiseNode: @unchecked Sendable {
  /// What runs when the node's turn comes: it gets the node itself and its settled parent (for a root's own body, the node again).
  @usableFromInline
  package typealias Reaction = @Sendable (_ node: PromiseNode, _ parent: PromiseNode) -> Void

  @usableFromInline package final let state: Atomic<UInt>
  /// The next node of the list this one is in: its parent's reactions, an executor's queue, a drain loop.
  @exclusivity(unchecked)
  @usableFromInline package final var next: Unmanaged<PromiseNode>?
  /// What to run when the node's turn comes; a handler in disguise where ``code`` is not 0, see ``StoredWork``.
  @exclusivity(unchecked)
  @usableFromInline package final var reaction: Reaction?
  /// The address of the code that calls the handler.
  @exclusivity(unchecked)
  @usableFromInline package final var code: UInt
  /// The promise that this one waits for: unretained while attached (that one holds this one), retained from the moment
  /// this node is handed to its executor until it has run, else nil.
  ///
  /// See ``NodeState/detached``. Of a settled node that waits in a drain loop, it is the list of reactions that was taken from it.
  @exclusivity(unchecked)
  @usableFromInline package final var upstream: Unmanaged<PromiseNode>?
  /// A value of up to 16 bytes, or the only reference to a larger one's box, or to a ``Rejection``.
  @usableFromInline package final let storage = _Cell<(UInt, UInt)>((0, 0))
  /// Where the reaction runs; nil means inline, in the drain loop of the thread that settled the parent.
  @usableFromInline package final let executor: Executor?
  /// The traced id with its tracer's prefix; 0 where this promise is not traced.
  @usableFromInline package final let tracedID: PromiseID

  @inlinable
  package init(state: UInt, executor: Executor?, reaction: Reaction?, code: UInt = 0, tracedID: PromiseID) {
    self.state = Atomic(state)
    self.executor = executor
    self.reaction = reaction
    self.code = code
    self.tracedID = tracedID
  }

  deinit {
    let word = state.load(ordering: .acquiring)
    if word & (NodeState.counted | NodeState.phaseMask) == NodeState.counted { psWorkEnds() }
    if word & NodeState.phaseMask == NodeState.rejected {
      rejection.dropCarrier(tracedID)
      Unmanaged.passUnretained(rejection).release()
    }
    if tracedID != 0 { Trace.released(tracedID, NodeState.publicState(word)) }
    if word & NodeState.pointerMask != 0 { PromiseNode.release(list: word & NodeState.pointerMask) }
    if reaction != nil { PromiseNode.releaseReaction(of: self) }
    upstream?.release()
  }

  /// The promise's id in the log, the same for every reader; 0 where it is not traced.
  public final var id: PromiseID { tracedID & Tracer.idMask }

  /// Whether it is neither fulfilled nor rejected yet.
  public final var isPending: Bool { state.load(ordering: .acquiring) & NodeState.phaseMask == NodeState.pending }
  /// Whether it is settled with a value.
  public final var isFulfilled: Bool { state.load(ordering: .acquiring) & NodeState.phaseMask == NodeState.fulfilled }
  /// Whether it is settled with an error.
  public final var isRejected: Bool { state.load(ordering: .acquiring) & NodeState.phaseMask == NodeState.rejected }

  /// The rejection this node carries.
  ///
  /// Only where `phase` is rejected.
  @usableFromInline
  package final var rejection: Rejection {
    unsafeBitCast(storage._address.pointee.0, to: Rejection.self)
  }

  /// The address of the value's two words.
  ///
  /// A cell's, as an atomic's is: taking `&` of a stored property would count as writing it, and many threads read a value at once.
  @inlinable @inline(__always)
  package final var valueAddress: UnsafeMutableRawPointer { UnsafeMutableRawPointer(storage._address) }
}

/// The bits of a node's state word.
@usableFromInline
package enum NodeState {
  @usableFromInline package static let pending: UInt = 0
  @usableFromInline package static let fulfilled: UInt = 1
  @usableFromInline package static let rejected: UInt = 2
  @usableFromInline package static let phaseMask: UInt = 3
  /// The outcome is decided, or handed to another promise: every later attempt is refused.
  @usableFromInline package static let lockedIn: UInt = 4
  /// One thread has the list of reactions to itself: it hands them out, or (while pending) looks through them.
  ///
  /// Reactions that come now queue up behind the others.
  @usableFromInline package static let draining: UInt = 8
  /// The reaction registered last; the others follow through `next`.
  ///
  /// Nodes lie on 16-byte boundaries below 2⁴⁸.
  @usableFromInline package static let pointerMask: UInt = 0x0000_FFFF_FFFF_FFF0
  @usableFromInline package static let handlesFulfilled: UInt = 1 << 48
  @usableFromInline package static let handlesRejected: UInt = 1 << 49
  /// The value has to be destroyed through its type.
  @usableFromInline package static let hasValue: UInt = 1 << 50
  /// Locked in to another promise, in whose list this node is.
  @usableFromInline package static let adopting: UInt = 1 << 51
  /// Another promise is locked in to this one.
  @usableFromInline package static let adopted: UInt = 1 << 52
  /// No promise, but somebody who only watches one.
  @usableFromInline package static let observer: UInt = 1 << 53
  /// In nobody's list: a root, or let go of by the promise it waited for, or by a canceller.
  ///
  /// Whoever sets it takes the reaction.
  @usableFromInline package static let detached: UInt = 1 << 54
  /// A canceller is reading `upstream`; whoever would detach the node waits for these few instructions.
  @usableFromInline package static let held: UInt = 1 << 55
  /// Somebody asked for cancellation, and that is why the node is rejected.
  @usableFromInline package static let cancelRequested: UInt = 1 << 56
  /// An entry that wants to know, but for whose sake a promise need not go on.
  @usableFromInline package static let passive: UInt = 1 << 57
  /// Of a promise, which is never passive: what it was locked in to was freed pending, and nobody may settle it but a canceller.
  static let abandoned = passive
  /// Has a body of its own that has not begun: until then the node is in a list, and `next` is that list's.
  @usableFromInline package static let takesTurn: UInt = 1 << 58
  /// Settled by somebody who need not have waited for its turn.
  @usableFromInline package static let fromOutside: UInt = 1 << 59
  /// A root whose pending time counts as work that a test can wait for; set when it is made.
  @usableFromInline package static let counted: UInt = 1 << 60
  /// Its handler of rejections does not want cancellations: they pass through.
  @usableFromInline package static let sparesCancellations: UInt = 1 << 61
  /// An entry that wants to be told of progress; a promise whose progress somebody watches.
  @usableFromInline package static let progress: UInt = 1 << 62
  /// A root whose body waits for somebody to wait for it.
  @usableFromInline package static let lazy: UInt = 1 << 63
  /// Of a promise that is locked in, which has begun: somebody cancelled it before it followed its source.
  static let cancelWanted = lazy

  /// The bits that a claim sets beside ``lockedIn``.
  @inlinable @inline(__always)
  package static func mark(_ cause: SettlementCause) -> UInt {
    cause == .resolver || cause == .timeout ? fromOutside : 0
  }

  static func publicState(_ word: UInt) -> PromiseState {
    switch word & phaseMask {
    case fulfilled: .fulfilled
    case rejected: .rejected
    default: .pending
    }
  }
}
