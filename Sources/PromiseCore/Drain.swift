// The drain loop: settles whole graphs of promises without recursion.
//
// Each thread has at most one loop, at the bottom of its stack. What settles while it runs is appended to its queue, however
// deep the code that settled it. Owns the queue's links (the nodes' `next`); the queue holds one reference to each node.

import CPromiseTrace
import PromiseTrace

@usableFromInline
package enum Drain {
  /// Whom an outcome is delivered to.
  @usableFromInline
  enum Extent {
    /// To the nodes given, and to those that register meanwhile; only with the right to the node's list.
    case andThoseThatCome
    /// To the one given, which came after the list had been delivered to.
    case latecomer
  }

  /// Delivers a settled node's outcome to its waiters: now, or inside another drain in the node's turn.
  ///
  /// The only way from an outcome to the reactions.
  ///
  /// - Parameters:
  ///   - node: The settled node.
  ///   - waiters: Newest first, each with a reference.
  ///   - extent: Who else gets it.
  ///   - byBody: Whether the node's own body settled it, as the last thing.
  @usableFromInline
  static func deliver(_ node: PromiseNode, to waiters: Unmanaged<PromiseNode>?, _ extent: Extent, byBody: Bool = false)
  {
    let thread = psCurrentThread()
    guard !thread.pointee.isDraining else {
      guard extent == .latecomer else { return postpone(node, waiters, byBody: byBody, thread) }
      return deliverHere(node, to: waiters, extent, inline: false)
    }
    thread.pointee.isDraining = true
    psWorkBegins()
    deliverHere(node, to: waiters, extent, inline: true)
    if thread.pointee.drainHead != nil { work(thread) }
    thread.pointee.isDraining = false
    psWorkEnds()
  }

  /// Lets each waiter react, in the order of registration.
  private static func deliverHere(
    _ node: PromiseNode, to waiters: Unmanaged<PromiseNode>?, _ extent: Extent, inline: Bool
  ) {
    var list = waiters
    while true {
      var rest = PromiseNode.reversed(list)
      while let waiter = rest {
        rest = waiter._withUnsafeGuaranteedRef { $0.next }
        PromiseNode.react(waiter, to: node, inline: inline)
      }
      guard extent == .andThoseThatCome else { return }
      list = PromiseNode.unmanaged(node.state.change { $0.nextDelivery() })
      if list == nil { return }
    }
  }

  /// Lets a node that has just settled wait for its turn.
  @inline(__always)
  private static func postpone(
    _ node: PromiseNode, _ taken: Unmanaged<PromiseNode>?, byBody: Bool, _ thread: UnsafeMutablePointer<PSThread>
  ) {
    let me = Unmanaged.passUnretained(node)
    let state = node.state.now
    guard state.canBePostponed else { return postponeWithoutRoom(node) }
    // It waits for nothing any more: that is where there is room for its list.
    node.upstream = taken
    if byBody, thread.pointee.performing == me.toOpaque() {
      thread.pointee.performing = nil
      append(me)
    } else {
      append(me.retain())
    }
  }

  /// Lets a node wait for its turn whose own fields are in use, and whose list is still in its state.
  @inline(never)
  private static func postponeWithoutRoom(_ node: PromiseNode) {
    let state = node.state.now
    guard state.takesTurn || state.isAside else { return append(.passRetained(node)) }
    // Even its `next` is in use: for its parent's or executor's list, or for its outcome. So another node waits in its place.
    let stand = ObserverNode { _, node in deliverHere(node, to: nil, .andThoseThatCome, inline: true) }
    stand.upstream = .passRetained(node)
    append(.passRetained(stand))
  }

  /// Works off what this thread has put aside.
  ///
  /// For callers about to block this thread inside a reaction.
  package static func flush() {
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
        // An inline reaction whose turn has come, or a settled node that has an outcome to deliver.
        let state = node.state.now
        if state.takesTurn || state.isObserver { return PromiseNode.perform(next) }
        var taken: Unmanaged<PromiseNode>?
        if state.canBePostponed {
          taken = node.upstream
          node.upstream = nil
        }
        deliverHere(node, to: taken, .andThoseThatCome, inline: true)
        next.release()
      }
    }
  }

  /// Puts a node into this thread's queue; consumes the reference.
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
