// The drain loop: settles whole graphs of promises without recursion.
//
// Each thread has at most one loop, at the bottom of its stack. What settles while it runs is appended to its queue, however
// deep the code that settled it. Owns the queue's links (the nodes' `next`); the queue holds one reference to each node.

import CPromiseTrace
import PromiseTrace
import Synchronization

@usableFromInline
package enum Drain {
  /// What keeps a settled node from remembering the list that was taken from it: it is in another list still, or whoever settled it
  /// need not have waited for its turn, so that its `upstream` may be in use.
  @inlinable static var noRoom: UInt { NodeState.takesTurn | NodeState.fromOutside }

  /// Hands out the reactions of a node that has just settled, now or, inside another drain, in its turn.
  ///
  /// - Parameters:
  ///   - node: The caller has the right to its list.
  ///   - taken: The reactions that the caller has taken from it, newest first; 0 for none.
  ///   - byBody: Whether the node's own body settled it, as the last thing.
  @usableFromInline
  static func reactions(of node: PromiseNode, taken: UInt = 0, byBody: Bool = false) {
    let thread = psCurrentThread()
    let list = PromiseNode.unmanaged(taken)
    guard !thread.pointee.isDraining else { return queueUp(node, list, byBody: byBody, thread) }
    thread.pointee.isDraining = true
    psWorkBegins()
    node.handOutReactions(list)
    run(thread)
  }

  /// Lets a node that has just settled wait for its turn.
  private static func queueUp(
    _ node: PromiseNode, _ taken: Unmanaged<PromiseNode>?, byBody: Bool, _ thread: UnsafeMutablePointer<PSThread>
  ) {
    let me = Unmanaged.passUnretained(node)
    switch node.state.load(ordering: .acquiring) & noRoom {
    case noRoom: return queueUpEarly(node)
    case NodeState.fromOutside: return append(me.retain())
    // Its turn came, but there was no body to begin.
    case NodeState.takesTurn: node.state.bitwiseAnd(~NodeState.takesTurn, ordering: .relaxed)
    default: break
    }
    // It waits for nobody any more: that is where there is room for its list.
    node.upstream = taken
    guard byBody, thread.pointee.performing == me.toOpaque() else { return append(me.retain()) }
    thread.pointee.performing = nil
    append(me)
  }

  /// Settled before its turn, a node is still in its parent's or executor's list: something else has to queue up for it.
  private static func queueUpEarly(_ node: PromiseNode) {
    let stand = ObserverNode { _, node in node.handOutReactions(nil) }
    stand.upstream = .passRetained(node)
    append(.passRetained(stand))
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
      let next = Unmanaged<PromiseNode>.fromOpaque(head)
      next._withUnsafeGuaranteedRef { node in
        thread.pointee.drainHead = node.next?.toOpaque()
        if node.next == nil { thread.pointee.drainTail = nil }
        node.next = nil
        // An inline reaction whose turn has come, or a settled node that has reactions to hand out.
        let word = node.state.load(ordering: .relaxed)
        if word & (NodeState.takesTurn | NodeState.observer) != 0 { return PromiseNode.perform(next) }
        var taken: Unmanaged<PromiseNode>?
        if word & NodeState.fromOutside == 0 {
          taken = node.upstream
          node.upstream = nil
        }
        node.handOutReactions(taken)
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
