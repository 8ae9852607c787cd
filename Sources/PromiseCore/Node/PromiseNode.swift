// The part of a promise that does not depend on the type of its value: state, reactions, storage, freeing.
//
// A promise is itself the entry in its parent's list of reactions, so a `then` costs one allocation. The node stores both the reaction to
// the parent and the resulting outcome. It is not generic, because methods of generic classes are never specialized.
//
// Thread safety. Every decision is an atomic transition of `state`; `Lifecycle` defines the transitions. Each other field belongs to one
// thread at a time:
//
// - `work`: the thread that runs the node next. That is first the thread that creates the node, then the one that settles the parent,
//   then the executor's; each transfers it through an atomic list or a lock.
// - `upstream`: the same thread; a canceler may read it while the node is attached.
// - `storage`: the thread that has claimed the node, until it publishes the outcome; constant from then on. While the node's own body may
//   be running, the body; anything else that settles the node then stores the outcome in `next` (`aside`). While the node is about to
//   adopt another promise, a canceler.
// - `next`: the list that contains the node, at most one at a time, unless it stores the outcome.

import CPromiseRuntime
import PromiseTrace
import Synchronization

/// The part of a promise that is independent of its value's type: its identity and state.
///
/// Programs use ``Promise``, a subclass. Any thread may call any public member. Not `Sendable`, because every promise would inherit that,
/// whatever its value; the core passes nodes on as `nonisolated(unsafe)`.
public class PromiseNode {
  /// The code that runs when the parent has settled; it receives the node and the parent, or for a root's own body, the node twice.
  @usableFromInline
  package typealias Reaction = @Sendable (_ node: PromiseNode, _ parent: PromiseNode) -> Void

  @usableFromInline package final let state: AtomicLifecycle
  /// The next node of the list this one is in: its parent's reactions, an executor's queue, a drain loop.
  @exclusivity(unchecked)
  @usableFromInline package final var next: Unmanaged<PromiseNode>?
  /// What to run once the parent has settled: the handler, or for a root, its body.
  @exclusivity(unchecked)
  @usableFromInline package final var work: StoredWork
  /// The promise that this one waits for: unretained while attached, because that one retains this one; retained while this node is
  /// enqueued on its executor, until it has run; nil otherwise.
  ///
  /// While a settled node is queued in a drain loop, the list of reactions that was taken from it.
  @exclusivity(unchecked)
  @usableFromInline package final var upstream: Unmanaged<PromiseNode>?
  /// A value of up to 16 bytes, or the only reference to a larger one's box, or to a ``Rejection``.
  @usableFromInline package final let storage: _Cell<(UInt, UInt)>
  /// The address of the executor that runs the reaction; nil for inline, in the drain loop of the thread that settles the parent.
  ///
  /// It owns a reference (+1), because counting references to nil for each inline reaction takes more instructions than comparing it with nil.
  @usableFromInline final let heldExecutor: UnsafeMutableRawPointer?
  /// The traced ID with its tracer's prefix; 0 if this promise is not traced.
  @usableFromInline package final let tracedID: PromiseID

  @inlinable
  package init(
    state: Lifecycle, executor: UnsafeMutableRawPointer?, work: consuming StoredWork, tracedID: PromiseID,
    storing words: (UInt, UInt) = (0, 0)
  ) {
    storage = _Cell(words)
    self.state = AtomicLifecycle(state)
    heldExecutor = executor
    self.work = work
    self.tracedID = tracedID
  }

  /// Creates a node that reacts to `parent`, and registers it there, as the last thing: the reaction may run in this call.
  ///
  /// Here rather than in a subclass, whose initializer would retain and release `self` around the registering, atomically.
  @inlinable
  init(
    state: Lifecycle, executor: UnsafeMutableRawPointer?, work: consuming StoredWork, tracedID: PromiseID,
    reactingTo parent: PromiseNode
  ) {
    storage = _Cell((0, 0))
    self.state = AtomicLifecycle(state)
    heldExecutor = executor
    self.work = work
    self.tracedID = tracedID
    enlist(with: parent)
  }

  deinit {
    let last = state.now
    // Usually the node is fulfilled, and its outcome delivered.
    if !last.leavesNothing || !work.isEmpty || upstream != nil {
      cleanUp(last)
    } else if tracedID != 0 {
      EventEmitter.released(tracedID, .fulfilled)
    }
    if let heldExecutor { PromiseNode.release(executor: heldExecutor) }
  }

  /// Frees what a node that is being freed still has, and records its end.
  @inline(never)
  private final func cleanUp(_ last: Lifecycle) {
    if last.isPending, last.isCounted { psWorkEnds() }
    if last.isRejected {
      rejection.dropCarrier(tracedID)
      free(.passUnretained(rejection))
    } else if last.isAside, let next {
      free(.fromOpaque(next.toOpaque()))
    }
    if tracedID != 0 { EventEmitter.released(tracedID, last.publicState) }
    if last.isCluttered { PromiseNode.upstreamLock.withLock { $0.forget(ObjectIdentifier(self)) } }
    if last.list != 0 { PromiseNode.release(list: last.list) }
    if !work.isEmpty { PromiseNode.releaseWork(of: self) }
    upstream?.release()
  }

  /// The promise's ID in the log; 0 if the promise is not traced.
  public final var id: PromiseID { tracedID & TracedID.mask }

  /// Whether the promise is not settled yet.
  public final var isPending: Bool { state.now.isPending }
  /// Whether the promise is fulfilled with a value.
  public final var isFulfilled: Bool { state.now.isFulfilled }
  /// Whether the promise is rejected with an error.
  public final var isRejected: Bool { state.now.isRejected }

  /// The rejection that this node carries; requires that the node is rejected.
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
  /// The storage is a cell, because taking `&` of a stored property counts as a write access, and several threads may read a value at once.
  @inlinable @inline(__always)
  package final var valueAddress: UnsafeMutableRawPointer { UnsafeMutableRawPointer(storage._address) }
}

extension Lifecycle {
  /// The state as recorded in the log.
  fileprivate var publicState: PromiseState { isPending ? .pending : isFulfilled ? .fulfilled : .rejected }
}
