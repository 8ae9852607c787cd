// Enqueues a node on a dispatch queue as a C function and a context pointer, without a block. This file finds the C object behind a
// queue; it does not keep the queue alive.

import CPromiseRuntime
import Dispatch

/// A dispatch queue as a C object.
///
/// Each node is an item of its own, as a block is, so it keeps its order relative to the program's blocks and barriers. Sending a node
/// takes a third of the time of a block, because Swift's `async` allocates two objects for each block.
struct DispatchHop: @unchecked Sendable {
  /// Unretained: the executor that sends retains the queue, and Dispatch keeps a queue alive while it has items.
  private let queue: UnsafeMutableRawPointer

  /// Finds the C object of a queue; fails if there is none, or if its label differs from the queue's.
  ///
  /// - Parameter queue: The queue, which must outlive this value.
  init?(_ queue: DispatchQueue) {
    #if canImport(Darwin)
      // On Darwin, a `DispatchQueue` is itself the C object.
      self.queue = Unmanaged.passUnretained(queue).toOpaque()
    #else
      let field = Mirror(reflecting: queue).children.first { $0.label == "__wrapped" }
      guard let pointer = field?.value as? OpaquePointer else { return nil }
      self.queue = UnsafeMutableRawPointer(pointer)
    #endif
    guard let label = psDispatchLabel(self.queue), String(cString: label) == queue.label else { return nil }
  }

  /// Runs a node's body on the queue; consumes the reference.
  ///
  /// The node may be freed before this returns, so the caller keeps the queue alive.
  func send(_ node: Unmanaged<PromiseNode>) {
    psDispatchAsync(queue, node.toOpaque()) { context in
      guard let context else { return }
      PromiseNode.perform(.fromOpaque(context))
      psWorkEnds()
    }
  }
}
