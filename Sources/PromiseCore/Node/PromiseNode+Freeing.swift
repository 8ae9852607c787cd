// Freeing what can never run anymore, without recursion however deep it is. Owns the list that waits for that on each thread.

import CPromiseRuntime
import PromiseTrace
import Synchronization

extension PromiseNode {
  /// What a node would have run, or used for it, and never will; it may hold the program's objects.
  struct Unused: ~Copyable {
    let work: StoredWork
    let forgotten: Forgotten
  }

  /// Takes out what the node will never need, to be released outside all locks.
  final func takeUnused() -> Unused {
    let forgotten = state.now.wantsProgress ? unsafeDowncast(self, to: ProgressEntry.self).forget() : Forgotten()
    return Unused(work: takeWork(), forgotten: forgotten)
  }

  /// Frees what an entry would have used, and notifies the combined promise that waits through it.
  private final func forget() {
    guard state.now.wantsProgress else { return }
    unsafeDowncast(self, to: ProgressEntry.self).forget().gathering?.inputIsGone()
  }

  /// Frees a list of reactions of a node that never settled, and theirs, without recursion: a chain of a million links is one loop.
  ///
  /// So are a million promises that only handlers hold: a list that is found while another is freed on this thread waits for its turn.
  static func release(list pointer: UInt) {
    let thread = psCurrentThread()
    push(list: pointer, thread)
    releaseWaiting(thread)
  }

  /// Frees what waits to be freed on this thread, unless a loop further up this stack is doing that.
  private static func releaseWaiting(_ thread: UnsafeMutablePointer<PSThread>) {
    guard !thread.pointee.isReleasing else { return }
    thread.pointee.isReleasing = true
    let depth = thread.pointee.freeingDepth
    thread.pointee.freeingDepth = 0
    while let head = thread.pointee.releaseHead {
      var node = Unmanaged<PromiseNode>.fromOpaque(head).takeRetainedValue()
      thread.pointee.releaseHead = node.next?.toOpaque()
      node.next = nil
      // Work that can no longer run releases what it captured.
      node.forget()
      _ = node.takeWork()
      if isKnownUniquelyReferenced(&node) {
        // Its own reactions join the list, so that its deinit finds none.
        push(list: node.state.change { $0.takeList() }, thread)
      }
    }
    thread.pointee.freeingDepth = depth
    thread.pointee.isReleasing = false
  }

  /// Frees the closure of a node that is being freed and never ran it; it may hold the last reference to the next such node.
  static func releaseWork(of node: PromiseNode) {
    let carrier = PromiseNode(state: .carrier, executor: nil, work: node.takeWork(), tracedID: 0)
    release(list: UInt(bitPattern: Unmanaged.passRetained(carrier).toOpaque()))
  }

  // MARK: Values and errors

  /// How many values and errors may be freed inside one another: most hold few promises, and so need no carrier.
  private static let depthLimit: UInt8 = 16

  /// Whether a promise that is being freed may free its value or error right away; if not, that would nest too deeply.
  @inline(__always)
  static func mayFreeContents(_ thread: UnsafeMutablePointer<PSThread>) -> Bool {
    thread.pointee.freeingDepth < depthLimit
  }

  /// Counts a value or an error as freed; those that were put off meanwhile have been freed, or a loop further up this stack frees them.
  @inline(__always)
  static func hasFreedContents(_ thread: UnsafeMutablePointer<PSThread>) {
    thread.pointee.freeingDepth -= 1
  }

  /// Gives up this node's reference to its rejection, or to a value's box.
  final func free(_ contents: Unmanaged<AnyObject>) {
    let thread = psCurrentThread()
    guard PromiseNode.mayFreeContents(thread) else { return PromiseNode.putOffFreeing(contents) }
    thread.pointee.freeingDepth += 1
    contents.release()
    PromiseNode.hasFreedContents(thread)
  }

  /// Frees what a node would have run on its executor, which is gone; consumes the reference.
  static func discard(_ node: Unmanaged<PromiseNode>) {
    node._withUnsafeGuaranteedRef { $0.upstream.take() }?.release()
    release(list: UInt(bitPattern: node.toOpaque()))
  }

  /// Puts the list in a state word before those that wait to be freed, in the order of registration.
  ///
  /// The node that it belonged to may be freed before the list's turn comes. So its entries are detached from that node now, because a
  /// canceler must no longer access it.
  private static func push(list: UInt, _ thread: UnsafeMutablePointer<PSThread>) {
    guard let last = unmanaged(list) else { return }
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
