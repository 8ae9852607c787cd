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

  /// Hands out a list that was taken from the state word, newest first.
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

  /// Sends this node's reaction to its executor, or behind what this thread's drain loop has to do.
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
  final func abandon() {
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

  final func forgetUpstream() {
    while state.load(ordering: .acquiring) & NodeState.held != 0 {}
    upstream = nil
  }

  // MARK: Lists

  /// The node at an address taken from a state word; nil for 0.
  @usableFromInline @inline(__always)
  static func unmanaged(_ pointer: UInt) -> Unmanaged<PromiseNode>? {
    UnsafeRawPointer(bitPattern: pointer).map { Unmanaged.fromOpaque($0) }
  }

  static func reversed(_ list: Unmanaged<PromiseNode>?) -> Unmanaged<PromiseNode>? {
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
}
