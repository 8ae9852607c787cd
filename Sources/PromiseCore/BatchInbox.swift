// Bodies that wait for a queue, and go there in batches. Owns who takes which body; refuses to know the queue.
//
// Whoever finds the inbox empty sends a *visit*, one block on the queue. A visit takes all that is there as a batch, or joins the batch
// that another one is at, and ends with it. Before it runs its first body it sends another visit behind itself, if there is more: on a
// serial queue that one comes too late to find anything, on a concurrent queue another thread comes to help, and then another. So a
// body that blocks its thread never keeps the others from running where the queue would not have, and nobody has to know which kind
// of queue it is. There is always a visit on its way for each of two things: a batch that is not used up, and an inbox that is not
// empty; for each visit runs a body of one of them, and sends another if that leaves more.

import CPromiseTrace
import Synchronization

/// Bodies on their way to a queue.
///
/// Any thread may call it.
final class BatchInbox: Sendable {
  /// The body that came last; the others follow through `next`.
  private let newest = Atomic<UInt>(0)
  /// The batch that was taken last.
  private let current = Mutex<Batch?>(nil)

  deinit { Batch.release(list: newest.load(ordering: .acquiring)) }

  /// Adds a body, with its reference.
  ///
  /// - Returns: Whether the caller has to send a visit.
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
  ///
  /// - Parameter sendAnother: Sends another visit.
  func visit(_ sendAnother: () -> Void) {
    while let batch = joinBatch() {
      // Others may have emptied it meanwhile; but then this visit is the one that the next batch counts on.
      guard let first = batch.takeNext() else { continue }
      if batch.hasMore { sendAnother() }
      var next: Unmanaged<PromiseNode>? = first
      while let node = next {
        PromiseNode.perform(node)
        psWorkEnds()
        next = batch.takeNext()
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

/// Bodies that several threads share out among themselves, in order.
private final class Batch: @unchecked Sendable {
  private let nodes: UnsafeMutableBufferPointer<Unmanaged<PromiseNode>>
  private let taken = Atomic<Int>(0)

  /// Takes over a list that has the newest body first.
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

  // Whoever joined the batch has emptied it.
  deinit { nodes.deallocate() }

  var hasMore: Bool { taken.load(ordering: .relaxed) < nodes.count }

  func takeNext() -> Unmanaged<PromiseNode>? {
    // Threads that come too late count on, but no further than there are threads.
    let index = taken.wrappingAdd(1, ordering: .relaxed).oldValue
    return index < nodes.count ? nodes[index] : nil
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
