// Bodies that run on a queue in batches. The inbox distributes bodies among threads and does not depend on the queue.
//
// Example: a thread adds a body to an empty inbox and therefore sends a *visit*, one block on the queue. Other threads add two more
// bodies. When the queue runs the visit, it takes all three as a batch. Before it runs the first one, it sends a second visit, because
// bodies remain. On a serial queue the second visit starts when the batch is used up and finds nothing to do. On a concurrent queue it
// starts on another thread, joins the batch, and takes the next body.
//
// So a body that blocks its thread delays other bodies only on a serial queue, and the inbox need not know the kind of its queue.
// Invariant: while a batch is not used up, or the inbox is not empty, a visit is on its way for each. It holds because each visit runs
// a body from one of them and sends another visit if more remain.

import CPromiseRuntime
import Synchronization

/// An inbox of bodies that are to run on a queue.
///
/// Any thread may call it.
final class BatchInbox: Sendable {
  /// The body that was added last, linked to the earlier ones by `next`.
  private let newest = Atomic<UInt>(0)
  /// The batch that was taken most recently.
  private let current = Mutex<Batch?>(nil)

  deinit { Batch.release(list: newest.load(ordering: .acquiring)) }

  /// Adds a body and consumes the reference.
  ///
  /// - Returns: Whether the caller must send a visit.
  func add(_ node: Unmanaged<PromiseNode>) -> Bool {
    let pointer = UInt(bitPattern: node.toOpaque())
    var old = newest.load(ordering: .relaxed)
    while true {
      node._withUnsafeGuaranteedRef { $0.next = PromiseNode.unmanaged(old) }
      let (exchanged, current) = newest.weakCompareExchange(
        expected: old, desired: pointer, successOrdering: .acquiringAndReleasing, failureOrdering: .relaxed)
      if exchanged { return old == 0 }
      old = current
    }
  }

  /// Runs bodies until the batch is used up.
  func visit(_ sendAnother: () -> Void) {
    while let batch = joinBatch() {
      // Other visits may have used it up meanwhile. This visit must not end then, because the next batch relies on it.
      guard let first = batch.takeNext() else { continue }
      if !first.isLast { sendAnother() }
      var next: Unmanaged<PromiseNode>? = first.node
      while let node = next {
        PromiseNode.perform(node)
        psWorkEnds()
        next = batch.takeNext()?.node
      }
      return
    }
  }

  private func joinBatch() -> Batch? {
    current.withLock { current in
      if let current, current.hasMore { return current }
      let list = newest.exchange(0, ordering: .acquiring)
      current = list == 0 ? nil : Batch(list)
      return current
    }
  }
}

/// A batch of bodies that several threads take from, in order.
final class Batch: @unchecked Sendable {
  private let nodes: UnsafeMutableBufferPointer<Unmanaged<PromiseNode>>
  private let taken = Atomic<Int>(0)

  /// Creates a batch from a list, newest body first, and takes over its references.
  init(_ list: UInt) {
    var count = 0
    Batch.forEach(in: list) { _ in count += 1 }
    nodes = .allocate(capacity: count)
    var index = count
    Batch.forEach(in: list) { node in
      node._withUnsafeGuaranteedRef { $0.next = nil }
      index -= 1
      nodes.initializeElement(at: index, to: node)
    }
  }

  // The visits that joined the batch have taken every node.
  deinit { nodes.deallocate() }

  var hasMore: Bool { taken.load(ordering: .relaxed) < nodes.count }

  /// Takes the next body, and says whether it was the last one when it was taken.
  ///
  /// A visit whose first body is not the last one must send another visit, even if other visits have taken the rest since: they may have
  /// been sent for the inbox, and nothing would empty it then.
  func takeNext() -> (node: Unmanaged<PromiseNode>, isLast: Bool)? {
    // Late threads increment past the end, by at most one per thread.
    let index = taken.wrappingAdd(1, ordering: .relaxed).oldValue
    return index < nodes.count ? (nodes[index], index == nodes.count - 1) : nil
  }

  static func release(list: UInt) {
    forEach(in: list) { $0.release() }
  }

  private static func forEach(in list: UInt, _ body: (Unmanaged<PromiseNode>) -> Void) {
    var rest = PromiseNode.unmanaged(list)
    while let node = rest {
      rest = node._withUnsafeGuaranteedRef { $0.next }
      body(node)
    }
  }
}
