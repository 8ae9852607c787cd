// The shortest way onto a dispatch queue: a function and a node, without a block. Owns finding the C object behind a queue; refuses to
// keep the queue alive.

import CPromiseTrace
import Dispatch

/// A dispatch queue as Dispatch's C functions know it.
///
/// Each node that is sent is an item of its own, as a block would be: it keeps its place among the program's blocks and barriers. It takes
/// a third of the time, for Swift's `async` makes two objects for each block.
struct DispatchHop: @unchecked Sendable {
  /// Unretained: whoever sends holds the queue, which Dispatch itself keeps alive while it has items.
  private let queue: UnsafeMutableRawPointer

  /// Finds the C object; nil where it can't be had, or is not what it seems to be.
  ///
  /// - Parameter queue: Has to outlive this value.
  init?(_ queue: DispatchQueue) {
    #if canImport(Darwin)
      // There the object itself is one of Dispatch's.
      self.queue = Unmanaged.passUnretained(queue).toOpaque()
    #else
      let field = Mirror(reflecting: queue).children.first { $0.label == "__wrapped" }
      guard let pointer = field?.value as? OpaquePointer else { return nil }
      self.queue = UnsafeMutableRawPointer(pointer)
    #endif
    guard let label = psDispatchLabel(self.queue), String(cString: label) == queue.label else { return nil }
  }

  /// Runs a node's body on the queue; consumes the reference.
  func send(_ node: Unmanaged<PromiseNode>) {
    psDispatchAsync(queue, node.toOpaque()) { context in
      guard let context else { return }
      PromiseNode.perform(.fromOpaque(context))
      psWorkEnds()
    }
  }
}
