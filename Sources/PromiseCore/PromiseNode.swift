// The part of a promise that does not depend on its value: state, reactions, storage, freeing.
//
// A promise *is* the entry in its parent's list of reactions (one allocation a `then`), so one node holds everything: what to
// run when the parent settles, and what came of it. It is not generic, because methods of generic classes are never specialised.
//
// Threads. `state` decides everything by atomic steps; `Lifecycle` says which there are. `reaction` belongs to the thread that is about
// to run the node: first the one that creates it, then the one that settles the parent, then the executor's; each hands it on through
// an atomic list or a lock. `upstream` belongs to the same, but a canceller may read it while the node is attached. `storage` belongs
// to the one thread that has claimed the node until it publishes the outcome, and is constant from then on; of a node whose own body
// may be running, to that body, and everything else that settles the node leaves the outcome in `next` (`aside`); of a node that is
// about to follow another, to a canceller. `next` otherwise belongs to the list that the node is in; it is in one at most.

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

  @usableFromInline package final let state: AtomicLifecycle
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
  /// Of a settled node that waits in a drain loop, it is the list of reactions that was taken from it.
  @exclusivity(unchecked)
  @usableFromInline package final var upstream: Unmanaged<PromiseNode>?
  /// A value of up to 16 bytes, or the only reference to a larger one's box, or to a ``Rejection``.
  @usableFromInline package final let storage = _Cell<(UInt, UInt)>((0, 0))
  /// Where the reaction runs; nil means inline, in the drain loop of the thread that settled the parent.
  @usableFromInline package final let executor: Executor?
  /// The traced id with its tracer's prefix; 0 where this promise is not traced.
  @usableFromInline package final let tracedID: PromiseID

  @inlinable
  package init(
    state: Lifecycle, executor: __owned Executor?, reaction: __owned Reaction?, code: UInt = 0, tracedID: PromiseID
  ) {
    self.state = AtomicLifecycle(state)
    self.executor = executor
    self.reaction = reaction
    self.code = code
    self.tracedID = tracedID
  }

  /// Creates a node that reacts to `parent`, and registers it there, as the last thing: the reaction may run in this call.
  ///
  /// Here rather than in a subclass, whose initializer would retain and release `self` around the registering, atomically.
  @inlinable
  init(
    state: Lifecycle, executor: __owned Executor?, reaction: __owned Reaction?, code: UInt, tracedID: PromiseID,
    reactingTo parent: PromiseNode
  ) {
    self.state = AtomicLifecycle(state)
    self.executor = executor
    self.reaction = reaction
    self.code = code
    self.tracedID = tracedID
    enlist(with: parent)
  }

  deinit {
    let last = state.now
    if last.isPending, last.isCounted { psWorkEnds() }
    if last.isRejected {
      rejection.dropCarrier(tracedID)
      free(.passUnretained(rejection))
    } else if last.isAside, let next {
      free(.fromOpaque(next.toOpaque()))
    }
    if tracedID != 0 { EventEmitter.released(tracedID, last.publicState) }
    if last.list != 0 { PromiseNode.release(list: last.list) }
    if reaction != nil { PromiseNode.releaseReaction(of: self) }
    upstream?.release()
  }

  /// The promise's id in the log, the same for every reader; 0 where it is not traced.
  public final var id: PromiseID { tracedID & Tracer.idMask }

  /// Whether it is neither fulfilled nor rejected yet.
  public final var isPending: Bool { state.now.isPending }
  /// Whether it is settled with a value.
  public final var isFulfilled: Bool { state.now.isFulfilled }
  /// Whether it is settled with an error.
  public final var isRejected: Bool { state.now.isRejected }

  /// The rejection this node carries.
  ///
  /// Only where `phase` is rejected.
  @usableFromInline
  package final var rejection: Rejection {
    let address = state.now.isAside ? UInt(bitPattern: next?.toOpaque()) : storage._address.pointee.0
    return unsafeBitCast(address, to: Rejection.self)
  }

  /// Keeps a reference to the outcome of a node that was claimed: in ``storage``, or beside it.
  @usableFromInline
  final func keep(_ reference: Unmanaged<AnyObject>) {
    if state.now.isAside {
      next = .fromOpaque(reference.toOpaque())
    } else {
      storage._address.pointee.0 = UInt(bitPattern: reference.toOpaque())
    }
  }

  /// The address of the value's two words.
  ///
  /// A cell's, as an atomic's is: taking `&` of a stored property would count as writing it, and many threads read a value at once.
  @inlinable @inline(__always)
  package final var valueAddress: UnsafeMutableRawPointer { UnsafeMutableRawPointer(storage._address) }
}

extension Lifecycle {
  /// The state as the log has it.
  fileprivate var publicState: PromiseState { isPending ? .pending : isFulfilled ? .fulfilled : .rejected }
}
