// Reactions: waiting in the parent's list, and being handed out in the order they came.
//
// The list is a stack, pushed by anyone, taken whole and reversed by the one thread that drains. While it drains, late reactions
// queue up in the same list, so the order of running is the order of registration even across threads.

import CPromiseTrace
import PromiseTrace
import Synchronization

extension PromiseNode {
  /// Makes `child` wait for this node, or hands it out at once if this node has settled.
  ///
  /// Takes over one reference to `child`.
  @usableFromInline
  package final func register(_ child: Unmanaged<PromiseNode>) {
    let pointer = UInt(bitPattern: child.toOpaque())
    var old = state.load(ordering: .acquiring)
    while old & NodeState.phaseMask == NodeState.pending || old & NodeState.draining != 0 {
      child._withUnsafeGuaranteedRef { $0.next = PromiseNode.unmanaged(old & NodeState.pointerMask) }
      let isAwaited = old & NodeState.lazy != 0 && child._withUnsafeGuaranteedRef { !$0.isPassive }
      let (exchanged, current) = state.weakCompareExchange(
        expected: old, desired: old & ~NodeState.pointerMask | pointer,
        successOrdering: .acquiringAndReleasing, failureOrdering: .acquiring)
      if exchanged {
        if isAwaited { start() }
        return
      }
      old = current
    }
    // An attempt that failed because this node settled meanwhile has left its mark.
    child._withUnsafeGuaranteedRef { $0.next = nil }
    Drain.handOut(child, settledBy: self)
  }

  /// Hands out every reaction in the list, and those that come meanwhile, in the order of registration.
  final func handOutReactions() {
    while true {
      var old = state.load(ordering: .acquiring)
      while old & NodeState.pointerMask == 0 {
        let (exchanged, current) = state.weakCompareExchange(
          expected: old, desired: old & ~NodeState.draining, successOrdering: .acquiringAndReleasing,
          failureOrdering: .acquiring)
        if exchanged { return }
        old = current
      }
      let taken = state.bitwiseAnd(~NodeState.pointerMask, ordering: .acquiringAndReleasing).oldValue
      var child = PromiseNode.reversed(PromiseNode.unmanaged(taken & NodeState.pointerMask))
      while let current = child {
        child = current._withUnsafeGuaranteedRef { node in
          defer { node.next = nil }
          return node.next
        }
        handOut(current, inline: true)
      }
    }
  }

  /// Lets one child react to this settled node.
  ///
  /// Consumes the reference. Where `inline` is false, an inline reaction waits for this thread's drain loop instead of running here.
  final func handOut(_ child: Unmanaged<PromiseNode>, inline: Bool) {
    let phase = state.load(ordering: .relaxed) & NodeState.phaseMask
    let node = child.takeRetainedValue()
    let word = node.letGo()
    guard word & NodeState.detached == 0 else { return }
    let side = phase == NodeState.fulfilled ? NodeState.handlesFulfilled : NodeState.handlesRejected
    if word & (side | NodeState.adopting) == side, !(phase == NodeState.rejected && passes(by: node, word)) {
      // Somebody's handler: on its executor, or here if that is what was asked for.
      if let executor = node.executor {
        node.upstream = .passRetained(self)
        executor.enqueueTraced(node)
      } else if inline {
        node.perform(reactingTo: self)
      } else {
        node.upstream = .passRetained(self)
        Drain.append(node)
      }
    } else if phase == NodeState.rejected {
      // A rejection that only passes through is not hopped over an executor.
      node.reaction = nil
      if word & NodeState.adopting != 0 {
        node.rejectClaimed(rejection, cause: .adopted, via: self)
      } else {
        node.reject(passing: rejection, from: self, cause: .passthrough)
      }
    } else {
      // A value that passes through: the reaction knows its type and copies it.
      node.reaction.take()?(node, self)
    }
  }

  /// Whether this rejected node's error is one that the child does not want to handle: a cancellation, or what its
  /// executor lets pass.
  private final func passes(by child: PromiseNode, _ word: UInt) -> Bool {
    if word & NodeState.sparesCancellations != 0, rejection.isCancelled { return true }
    return child.executor?.passes?(rejection) ?? false
  }

  /// Lets go of a node as the promise it waits for; returns its state before.
  ///
  /// If it was detached already, a canceller has it, and it must not be touched.
  final func letGo() -> UInt {
    let word = state.bitwiseOr(NodeState.detached, ordering: .acquiringAndReleasing).oldValue
    if word & NodeState.detached == 0 { forgetUpstream() }
    return word
  }

  /// Lets go of a node as the promise it waits for, which is being freed pending.
  ///
  /// One that was locked in to it can still be cancelled: the mark hands its settling over to the first canceller.
  private final func abandon() {
    var old = state.load(ordering: .relaxed)
    while old & NodeState.detached == 0 {
      let mark = old & NodeState.adopting != 0 ? NodeState.abandoned : 0
      let (exchanged, current) = state.weakCompareExchange(
        expected: old, desired: old | NodeState.detached | mark, ordering: .acquiringAndReleasing)
      if exchanged { return forgetUpstream() }
      old = current
    }
    // A canceller was first, and may still be at it: what it leaves is the caller's to free.
    while state.load(ordering: .acquiring) & NodeState.held != 0 {}
  }

  private final func forgetUpstream() {
    while state.load(ordering: .acquiring) & NodeState.held != 0 {}
    upstream = nil
  }

  /// What a node would have run, or used for it, and never will; it may hold objects of the user's.
  struct Unused {
    let reaction: Reaction?
    let group: AnyObject?
  }

  /// Takes out what the node will never need; to be let go of outside every lock.
  final func takeUnused() -> Unused {
    let word = state.load(ordering: .relaxed)
    let isProgressEntry = word & NodeState.observer != 0 && word & NodeState.progress != 0
    return Unused(
      reaction: reaction.take(), group: isProgressEntry ? unsafeDowncast(self, to: ProgressEntry.self).forget() : nil)
  }

  /// Runs the node's body, on the thread of its executor.
  ///
  /// The parent is let go before user code can hand this node on.
  package final func perform() {
    let parent = upstream.take()?.takeRetainedValue()
    perform(reactingTo: parent ?? self)
  }

  /// Runs the reaction.
  ///
  /// User code may run here; no lock is held.
  private final func perform(reactingTo parent: PromiseNode) {
    guard let reaction = reaction.take() else { return }
    let word = state.bitwiseAnd(~NodeState.takesTurn, ordering: .acquiringAndReleasing).oldValue
    // Settled from elsewhere before its turn came: nobody wants the body any more.
    if word & (NodeState.lockedIn | NodeState.observer) == NodeState.lockedIn { return }
    guard tracedID != 0 else { return reaction(self, parent) }
    let outer = Trace.enter(tracedID)
    Trace.started(tracedID, on: executorSymbol)
    reaction(self, parent)
    _ = Trace.enter(outer)
  }

  /// Tells the log that the body ended.
  ///
  /// The reaction calls it before it settles the node.
  @inlinable @inline(__always)
  package final func finished(_ outcome: BodyOutcome) {
    if tracedID != 0 { traceFinished(outcome) }
  }

  @usableFromInline
  final func traceFinished(_ outcome: BodyOutcome) {
    Trace.finished(tracedID, on: executorSymbol, outcome)
  }

  private var executorSymbol: UInt32 { executor?.symbol ?? InlineExecutor.shared.symbol }

  // MARK: Lists

  /// The node at an address taken from a state word; nil for 0.
  @inline(__always)
  static func unmanaged(_ pointer: UInt) -> Unmanaged<PromiseNode>? {
    UnsafeRawPointer(bitPattern: pointer).map { Unmanaged.fromOpaque($0) }
  }

  private static func reversed(_ list: Unmanaged<PromiseNode>?) -> Unmanaged<PromiseNode>? {
    var rest = list
    var result: Unmanaged<PromiseNode>?
    while let current = rest {
      current._withUnsafeGuaranteedRef { node in
        rest = node.next
        node.next = result
      }
      result = current
    }
    return result
  }

  /// Frees a list of reactions of a node that never settled, and theirs, without recursion: a chain of a million links is one loop.
  ///
  /// So are a million promises that only handlers hold: a list that is found while another is freed on this thread waits for its turn.
  static func release(list pointer: UInt) {
    let thread = psCurrentThread()
    push(list: pointer, thread)
    guard !thread.pointee.isReleasing else { return }
    thread.pointee.isReleasing = true
    while let head = thread.pointee.releaseHead {
      var node = Unmanaged<PromiseNode>.fromOpaque(head).takeRetainedValue()
      thread.pointee.releaseHead = node.next?.toOpaque()
      node.next = nil
      // What could never run any more need not keep what it would have used.
      _ = node.takeUnused()
      if isKnownUniquelyReferenced(&node) {
        // Its own reactions join the list, so that its deinit finds none.
        push(list: node.state.bitwiseAnd(~NodeState.pointerMask, ordering: .acquiringAndReleasing).oldValue, thread)
      }
    }
    thread.pointee.isReleasing = false
  }

  /// Frees the closure of a node that is being freed and never ran it; it may hold the last reference to the next such node.
  static func releaseReaction(of node: PromiseNode) {
    let carrier = PromiseNode(state: NodeState.observer | NodeState.detached, executor: nil, reaction: nil, tracedID: 0)
    swap(&carrier.reaction, &node.reaction)
    release(list: UInt(bitPattern: Unmanaged.passRetained(carrier).toOpaque()))
  }

  /// Puts the list in a state word before those that wait to be freed, in the order of registration.
  ///
  /// The node that it belonged to may be gone before its turn comes, so it is let go of now: a canceller must not look there any more.
  private static func push(list word: UInt, _ thread: UnsafeMutablePointer<PSThread>) {
    guard let last = unmanaged(word & NodeState.pointerMask) else { return }
    let first = reversed(last)
    var rest = first
    while let current = rest {
      rest = current._withUnsafeGuaranteedRef { node in
        node.abandon()
        return node.next
      }
    }
    last._withUnsafeGuaranteedRef { node in
      node.next = thread.pointee.releaseHead.map { Unmanaged.fromOpaque($0) }
    }
    thread.pointee.releaseHead = first?.toOpaque()
  }
}
