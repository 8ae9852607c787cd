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
  ///
  /// - Parameter taken: The list as the settlement found it, where that took it; the state's own comes after it.
  final func handOutReactions(_ taken: Unmanaged<PromiseNode>?) {
    if let taken { handOut(list: taken) }
    var old = state.load(ordering: .acquiring)
    while true {
      // Takes the whole list; gives up the right to it when it was empty.
      let isLast = old & NodeState.pointerMask == 0
      let (exchanged, current) = state.weakCompareExchange(
        expected: old, desired: old & ~(isLast ? NodeState.draining : NodeState.pointerMask),
        successOrdering: .acquiringAndReleasing, failureOrdering: .acquiring)
      if exchanged {
        guard !isLast, let list = PromiseNode.unmanaged(old & NodeState.pointerMask) else { return }
        handOut(list: list)
        old = state.load(ordering: .acquiring)
      } else {
        old = current
      }
    }
  }

  private final func handOut(list: Unmanaged<PromiseNode>) {
    var child = PromiseNode.reversed(list)
    while let current = child {
      child = current._withUnsafeGuaranteedRef { node in
        let next = node.next
        node.next = nil
        node.react(to: self, inline: true)
        return next
      }
    }
  }

  /// Lets one child react to this settled node, outside every list.
  ///
  /// Consumes the reference. Where `inline` is false, an inline reaction waits for this thread's drain loop instead of running here.
  @inline(never)
  final func handOut(_ child: Unmanaged<PromiseNode>, inline: Bool) {
    child._withUnsafeGuaranteedRef { $0.react(to: self, inline: inline) }
  }

  /// Reacts to the settled promise that this node waited for; consumes the list's reference to this node.
  @inline(__always)
  private final func react(to parent: PromiseNode, inline: Bool) {
    let me = Unmanaged.passUnretained(self)
    let runsHere = inline && executor == nil
    let phase = parent.state.load(ordering: .relaxed) & NodeState.phaseMask
    let side = phase == NodeState.fulfilled ? NodeState.handlesFulfilled : NodeState.handlesRejected
    let word = letGo(beginning: runsHere)
    guard word & NodeState.detached == 0 else { return me.release() }
    guard word & (side | NodeState.adopting) == side, phase == NodeState.fulfilled || !passes(parent, word) else {
      pass(word, from: parent)
      return me.release()
    }
    // Somebody's handler: on its executor, or here if that is what was asked for.
    guard runsHere else { return enqueue(me, behind: parent) }
    if run(reactingTo: parent, word) { me.release() }
  }

  @inline(never)
  private final func enqueue(_ me: Unmanaged<PromiseNode>, behind parent: PromiseNode) {
    upstream = .passRetained(parent)
    if let executor { executor.enqueueTraced(me) } else { Drain.append(me) }
  }

  /// Lets a settled parent's outcome through, where this node has no handler for it.
  ///
  /// - Parameters:
  ///   - word: This node's state before it was let go.
  ///   - parent: The settled parent.
  @inline(never)
  private final func pass(_ word: UInt, from parent: PromiseNode) {
    if parent.state.load(ordering: .relaxed) & NodeState.phaseMask == NodeState.fulfilled {
      // The reaction knows the value's type and copies it.
      callReaction(to: parent)
    } else {
      // A rejection that only passes through is not hopped over an executor.
      reaction = nil
      if word & NodeState.adopting != 0 {
        rejectClaimed(parent.rejection, cause: .adopted, via: parent)
      } else {
        reject(passing: parent.rejection, from: parent, cause: .passthrough)
      }
    }
  }

  /// Whether the parent's error is one that this node's handler does not want: a cancellation, or what its executor lets pass.
  @inline(never)
  private final func passes(_ parent: PromiseNode, _ word: UInt) -> Bool {
    if word & NodeState.sparesCancellations != 0, parent.rejection.isCancelled { return true }
    return executor?.passes?(parent.rejection) ?? false
  }

  /// Lets go of a node as the promise it waits for.
  ///
  /// If it was detached already, a canceller has it, and it must not be touched.
  ///
  /// - Parameter begins: Whether its turn has come as well: it is in no list any more.
  /// - Returns: The state before.
  @inline(__always)
  final func letGo(beginning begins: Bool = false) -> UInt {
    var old = state.load(ordering: .relaxed)
    while old & NodeState.detached == 0 {
      let (exchanged, current) = state.weakCompareExchange(
        expected: old, desired: (old | NodeState.detached) & ~(begins ? NodeState.takesTurn : 0),
        successOrdering: .acquiringAndReleasing, failureOrdering: .relaxed)
      if exchanged {
        forgetUpstream()
        break
      }
      old = current
    }
    return old
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

  /// Runs a node's body, on the thread of its executor; consumes the reference.
  package static func perform(_ node: Unmanaged<PromiseNode>) {
    node._withUnsafeGuaranteedRef { running in
      // Let go before user code can hand this node on.
      let parent = running.upstream.take()
      let word = running.state.bitwiseAnd(~NodeState.takesTurn, ordering: .acquiringAndReleasing).oldValue
      let isLeft = (parent ?? node)._withUnsafeGuaranteedRef { running.run(reactingTo: $0, word) }
      parent?.release()
      if isLeft { node.release() }
    }
  }

  /// Runs the reaction.
  ///
  /// User code may run here; no lock is held.
  ///
  /// - Parameters:
  ///   - parent: The settled parent.
  ///   - word: This node's state before its turn came.
  /// - Returns: Whether the caller's reference to this node is still its own. If the node settles when its body has returned, and has to
  ///   wait for its turn in the drain loop, the loop takes the reference over: a chain costs neither a retain nor a release here.
  @inline(__always)
  private final func run(reactingTo parent: PromiseNode, _ word: UInt) -> Bool {
    let thread = psCurrentThread()
    let outer = thread.pointee.performing
    thread.pointee.performing = Unmanaged.passUnretained(self).toOpaque()
    runReaction(to: parent, word)
    let isLeft = thread.pointee.performing != nil
    thread.pointee.performing = outer
    return isLeft
  }

  @inline(__always)
  private final func runReaction(to parent: PromiseNode, _ word: UInt) {
    // Settled from elsewhere before its turn came: nobody wants the body any more.
    if word & (NodeState.lockedIn | NodeState.observer) == NodeState.lockedIn {
      reaction = nil
    } else if tracedID == 0 {
      callReaction(to: parent)
    } else if reaction != nil {
      runTraced(parent)
    }
  }

  /// Takes the reaction out, so that it is freed once it has run, and calls it.
  @inline(__always)
  private final func callReaction(to parent: PromiseNode) {
    guard let work = reaction else { return }
    reaction = nil
    StoredWork.call(work, code, self, parent)
  }

  @inline(never)
  private final func runTraced(_ parent: PromiseNode) {
    let outer = Trace.enter(tracedID)
    Trace.started(tracedID, on: executorSymbol)
    callReaction(to: parent)
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
  @usableFromInline @inline(__always)
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
