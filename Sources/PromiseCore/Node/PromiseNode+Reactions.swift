// Reactions: waiting in the parent's list, and reacting to its outcome in the order of registration.
//
// The list is a stack. Any thread pushes to it; the one thread that delivers the outcome takes the whole list and reverses it. During
// the delivery, new reactions are pushed to the same list, so reactions run in the order of registration even across threads.
//
// An outcome without a handler passes through at once, where Google Promises, Bolts, and ECMAScript queue a job: an error reaches its handler
// although a queue on the way is blocked, and a step that runs no code of the program costs no hop. A handler behind several such steps may
// run earlier than there.

import CPromiseRuntime
import PromiseTrace

extension PromiseNode {
  /// Makes `child` wait for this node, or react immediately if this node has settled.
  ///
  /// Takes over one reference to `child`.
  @inline(__always)
  final func register(_ child: Unmanaged<PromiseNode>) {
    let pointer = UInt(bitPattern: child.toOpaque())
    let registration = state.change { state in
      child._withUnsafeGuaranteedRef { $0.next = PromiseNode.unmanaged(state.list) }
      return state.register(pointer, isPassive: child._withUnsafeGuaranteedRef { $0.isPassive })
    }
    switch registration {
    case .waits: return
    case .wakes: start()
    case .isLate: Drain.deliver(self, to: child, .latecomer)
    }
  }

  /// Starts waiting for `parent`; this node is derived from it, and no other thread can access this node yet.
  @usableFromInline
  package final func enlist(with parent: PromiseNode) {
    upstream = Unmanaged.passUnretained(parent)
    // The list's reference is a non-atomic increment, because no other thread can retain or release the node yet.
    parent.register(Unmanaged.fromOpaque(psRetainUnshared(Unmanaged.passUnretained(self).toOpaque())))
  }

  /// Makes a node react to the settled promise that it waited for; consumes the list's reference to the node.
  ///
  /// - Parameters:
  ///   - node: The node, which has been removed from the list.
  ///   - parent: The settled promise.
  ///   - inline: Whether an inline reaction runs inside this call; otherwise it waits for this thread's drain loop.
  @inline(__always)
  static func react(_ node: Unmanaged<PromiseNode>, to parent: PromiseNode, inline: Bool) {
    let mustRelease = node._withUnsafeGuaranteedRef { node in
      node.next = nil
      let outcome = parent.state.now
      let bypasses = outcome.isRejected && node.bypassesHandler(parent.rejection)
      let runsHere = inline && node.heldExecutor == nil
      switch node.state.change({ $0.parentSettled(as: outcome, bypassesHandler: bypasses, runsHere: runsHere) }) {
      case .runs:
        node.forgetUpstream()
        return node.run(reactingTo: parent)
      case .isQueued:
        node.enqueue(behind: parent)
        return false
      case .passes: node.settle(like: parent, isClaimed: false)
      case .follows: node.settle(like: parent, isClaimed: true)
      case .gone: node.settledLate(parent)
      }
      return true
    }
    if mustRelease { node.release() }
  }

  /// Enqueues this node on its executor, or, if that is inline, in this thread's drain loop; consumes the list's reference.
  @inline(never)
  private final func enqueue(behind parent: PromiseNode) {
    let me = Unmanaged.passUnretained(self)
    forgetUpstream()
    upstream = .passRetained(parent)
    if let executor { executor.enqueueTraced(me) } else { Drain.append(me) }
  }

  /// Settles with the outcome of a settled parent, without calling a handler.
  @inline(never)
  private final func settle(like parent: PromiseNode, isClaimed: Bool) {
    forgetUpstream()
    if parent.isFulfilled {
      // The reaction knows the value's type and copies it.
      callReaction(to: parent)
    } else {
      // A rejection that only passes through is not enqueued on an executor.
      dropWork()
      if isClaimed {
        rejectClaimed(parent.rejection, cause: .adopted, via: parent)
      } else {
        reject(passing: parent.rejection, from: parent, cause: .passthrough)
      }
    }
  }

  /// Whether this rejection bypasses this node's handler: because it is a cancellation, or because the executor lets it pass.
  @inline(never)
  private final func bypassesHandler(_ rejection: Rejection) -> Bool {
    if state.now.cancellationsBypass, rejection.isCancelled { return true }
    return executor?.passes?(rejection) ?? false
  }

  /// Detaches this node from its upstream, which is being freed while pending; called by the upstream.
  final func abandon() {
    if state.change({ $0.parentFreed() }) { return forgetUpstream() }
    // A canceler detached the node first and may still be using it; the caller frees what the canceler leaves.
    waitUntilReleased()
  }

  /// Clears the upstream of this node; called by the upstream.
  private final func forgetUpstream() {
    waitUntilReleased()
    upstream = nil
  }

  /// Waits until no canceler reads ``upstream``: a few instructions, unless the system preempts the thread that reads it.
  private final func waitUntilReleased() {
    while state.now.isHeld {}
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
