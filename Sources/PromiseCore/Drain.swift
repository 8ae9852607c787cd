// The drain loop: settles whole graphs of promises without recursion.
//
// Each thread has at most one loop, at the bottom of its stack. What settles while it runs is appended to its queue, however
// deep the code that settled it. Owns the queue's links (the nodes' `next`); the queue holds one reference to each node.

import CPromiseTrace
import PromiseTrace
import Synchronization

@usableFromInline
package enum Drain {
  /// Hands out the reactions of a node that has just settled, now or, inside another drain, in its turn.
  @usableFromInline
  static func reactions(of node: PromiseNode) {
    let thread = psCurrentThread()
    guard !thread.pointee.isDraining else {
      // Settled before its turn, the node is still in its parent's or executor's list: something else has to queue up for it.
      let early = NodeState.takesTurn | NodeState.fromOutside
      guard node.state.load(ordering: .acquiring) & early == early else { return append(node) }
      let stand = ObserverNode { _, node in node.handOutReactions() }
      stand.upstream = .passRetained(node)
      return append(stand)
    }
    thread.pointee.isDraining = true
    psWorkBegins()
    node.handOutReactions()
    run(thread)
  }

  /// Lets one late child react to a node that settled long ago.
  static func handOut(_ child: Unmanaged<PromiseNode>, settledBy node: PromiseNode) {
    let thread = psCurrentThread()
    guard !thread.pointee.isDraining else { return node.handOut(child, inline: false) }
    thread.pointee.isDraining = true
    psWorkBegins()
    node.handOut(child, inline: true)
    run(thread)
  }

  /// Works off what this thread has put aside.
  ///
  /// For callers about to block this thread inside a reaction.
  package static func flush() {
    let thread = psCurrentThread()
    guard thread.pointee.isDraining else { return }
    work(thread)
  }

  private static func run(_ thread: UnsafeMutablePointer<PSThread>) {
    if thread.pointee.drainHead != nil { work(thread) }
    thread.pointee.isDraining = false
    psWorkEnds()
  }

  private static func work(_ thread: UnsafeMutablePointer<PSThread>) {
    while let head = thread.pointee.drainHead {
      let node = Unmanaged<PromiseNode>.fromOpaque(head).takeRetainedValue()
      thread.pointee.drainHead = node.next?.toOpaque()
      if node.next == nil { thread.pointee.drainTail = nil }
      node.next = nil
      // A settled node has reactions to hand out; a pending one is an inline reaction whose turn has come.
      if node.upstream == nil { node.handOutReactions() } else { node.perform() }
    }
  }

  /// Puts a node into this thread's queue.
  static func append(_ node: PromiseNode) {
    let thread = psCurrentThread()
    let pointer = Unmanaged.passRetained(node)
    if let tail = thread.pointee.drainTail {
      Unmanaged<PromiseNode>.fromOpaque(tail)._withUnsafeGuaranteedRef { $0.next = pointer }
    } else {
      thread.pointee.drainHead = pointer.toOpaque()
    }
    thread.pointee.drainTail = pointer.toOpaque()
  }
}
