// The drain loop: settles whole graphs of promises without recursion.
//
// Example: an inline handler of `a` fulfills `b`. The thread is already in the drain loop that delivers the outcome of `a`, so `b` is
// appended to the loop's queue. The loop delivers `b` once all waiters of `a` have reacted.
//
// Each thread has at most one loop, the outermost one on its stack. The queue is linked through the nodes' `next` and holds one reference
// to each node.

import CPromiseRuntime
import PromiseTrace

@usableFromInline
package enum Drain {
  /// The set of waiters that an outcome is delivered to.
  @usableFromInline
  enum Extent {
    /// The given nodes, and those that register meanwhile; requires the right to the node's list.
    case andThoseThatCome
    /// The given node only, which registered after the delivery had finished.
    case latecomer
  }

  /// Delivers a settled node's outcome to its waiters: immediately, or later if this thread is already in a drain loop.
  ///
  /// Every delivery of an outcome to reactions goes through this function.
  ///
  /// - Parameters:
  ///   - node: The settled node.
  ///   - waiters: The waiters, newest first, each with a reference.
  ///   - extent: Whether to deliver to later waiters too.
  ///   - byBody: Whether the node's own body settled it, as its last action.
  @usableFromInline
  static func deliver(_ node: PromiseNode, to waiters: Unmanaged<PromiseNode>?, _ extent: Extent, byBody: Bool = false)
  {
    let thread = psCurrentThread()
    guard thread.pointee.isDraining else { return drain(node, waiters, extent, thread) }
    guard extent == .andThoseThatCome else { return deliverHere(node, to: waiters, extent, inline: false) }
    postpone(node, waiters, byBody: byBody, thread)
  }

  /// Runs the drain loop of this thread, beginning with a settled node.
  @inline(never)
  private static func drain(
    _ node: PromiseNode, _ waiters: Unmanaged<PromiseNode>?, _ extent: Extent, _ thread: UnsafeMutablePointer<PSThread>
  ) {
    thread.pointee.isDraining = true
    psWorkBegins()
    deliverHere(node, to: waiters, extent, inline: true)
    if thread.pointee.drainHead != nil { work(thread) }
    thread.pointee.isDraining = false
    psWorkEnds()
  }

  /// Makes each waiter react, in the order of registration.
  ///
  /// - Parameters:
  ///   - node: The settled node.
  ///   - waiters: The waiters, newest first, each with a reference.
  ///   - extent: Whether to deliver to later waiters too.
  ///   - inline: Whether inline reactions run inside this call.
  ///   - isOwned: Whether this consumes a reference to the node.
  @inline(__always)
  private static func deliverHere(
    _ node: PromiseNode, to waiters: Unmanaged<PromiseNode>?, _ extent: Extent, inline: Bool, isOwned: Bool = false
  ) {
    var list = waiters
    let me = Unmanaged.passUnretained(node)
    repeat {
      var rest = PromiseNode.reversed(list)
      while let waiter = rest {
        rest = waiter._withUnsafeGuaranteedRef { $0.next }
        PromiseNode.react(waiter, to: node, inline: inline)
      }
      guard extent == .andThoseThatCome else { return }
      // If nothing else refers to the node, nothing can register anymore, so its list need not be closed.
      if isOwned, psIsUnshared(me.toOpaque()), node.state.now.list == 0 { return psReleaseUnshared(me.toOpaque()) }
      list = PromiseNode.unmanaged(node.state.change { $0.nextDelivery() })
    } while list != nil
    if isOwned { me.release() }
  }

  /// Appends a node that has just settled to the queue.
  @inline(__always)
  private static func postpone(
    _ node: PromiseNode, _ taken: Unmanaged<PromiseNode>?, byBody: Bool, _ thread: UnsafeMutablePointer<PSThread>
  ) {
    let me = Unmanaged.passUnretained(node)
    let state = node.state.now
    guard state.canBePostponed else { return postponeWithoutRoom(node) }
    // A settled node waits for nothing, so `upstream` is free to hold its list.
    node.upstream = taken
    if byBody, thread.pointee.performing == me.toOpaque() {
      thread.pointee.performing = nil
      append(me)
    } else {
      append(me.retain())
    }
  }

  /// Appends a settled node whose fields are in use to the queue; its list is still in its state.
  @inline(never)
  private static func postponeWithoutRoom(_ node: PromiseNode) {
    let state = node.state.now
    guard state.takesTurn || state.isAside else { return append(.passRetained(node)) }
    // Even its `next` is in use, for its parent's list, its executor's queue, or its outcome. So another node is queued instead.
    let stand = ObserverNode { _, node in deliverHere(node, to: nil, .andThoseThatCome, inline: true) }
    stand.upstream = .passRetained(node)
    append(.passRetained(stand))
  }

  /// Delivers everything that this thread has postponed, and makes the calls that it has put off.
  ///
  /// For callers that are about to block this thread inside a reaction or another closure of the program.
  package static func flush() {
    Nesting.flush()
    let thread = psCurrentThread()
    guard thread.pointee.isDraining else { return }
    work(thread)
  }

  private static func work(_ thread: UnsafeMutablePointer<PSThread>) {
    while let head = thread.pointee.drainHead {
      let next = Unmanaged<PromiseNode>.fromOpaque(head)
      next._withUnsafeGuaranteedRef { node in
        thread.pointee.drainHead = node.next?.toOpaque()
        if node.next == nil { thread.pointee.drainTail = nil }
        node.next = nil
        // An inline reaction, or a settled node whose outcome is to be delivered.
        let state = node.state.now
        if state.takesTurn || state.isObserver { return PromiseNode.perform(next) }
        var taken: Unmanaged<PromiseNode>?
        if state.canBePostponed {
          taken = node.upstream
          node.upstream = nil
        }
        deliverHere(node, to: taken, .andThoseThatCome, inline: true, isOwned: true)
      }
    }
  }

  /// Appends a node to this thread's queue; consumes the reference.
  static func append(_ node: Unmanaged<PromiseNode>) {
    let thread = psCurrentThread()
    if let tail = thread.pointee.drainTail {
      Unmanaged<PromiseNode>.fromOpaque(tail)._withUnsafeGuaranteedRef { $0.next = node }
    } else {
      thread.pointee.drainHead = node.toOpaque()
    }
    thread.pointee.drainTail = node.toOpaque()
  }
}
