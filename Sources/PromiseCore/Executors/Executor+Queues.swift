// The executors that a program names by a dispatch queue, and the default executor.

import Dispatch
import Synchronization

extension Executor {
  /// Returns the executor of a dispatch queue.
  ///
  /// Any thread may call it.
  ///
  /// - Parameter queue: Any dispatch queue.
  /// - Returns: The executor of the queue; the same object each time, while it is in use.
  public static func queue(_ queue: DispatchQueue) -> Executor { QueueExecutor.on(queue) }

  /// Creates an executor that runs bodies on a dispatch queue in batches.
  ///
  /// This is several times as fast if many bodies are ready at once. On a serial queue, the bodies of one executor run in order; on a
  /// concurrent queue, a body that blocks does not delay the others. However, a body may join a batch that was sent earlier, and so
  /// overtake a block or barrier that the program has enqueued before it. Bodies on global queues, which guarantee no order, always run
  /// in batches.
  ///
  /// - Parameter queue: Any dispatch queue.
  /// - Returns: A new executor. Keep and share it, because the order is kept only within one executor.
  public static func batched(_ queue: DispatchQueue) -> Executor { QueueExecutor.batching(queue) }

  /// The default executor, for operators without an explicit one: the main queue's, unless ``setDefault(_:)`` was called.
  public static var standard: Executor {
    guard let pointer = UnsafeRawPointer(bitPattern: replacement.load(ordering: .acquiring)) else {
      return QueueExecutor.main
    }
    return Unmanaged<Executor>.fromOpaque(pointer).takeUnretainedValue()
  }

  /// Replaces the default executor of the process.
  ///
  /// Call it at the start of the program. The executor is never freed.
  ///
  /// - Parameter executor: The new default executor.
  public static func setDefault(_ executor: Executor) {
    replacement.store(UInt(bitPattern: Unmanaged.passRetained(executor).toOpaque()), ordering: .releasing)
  }

  private static let replacement = Atomic<UInt>(0)

  /// Returns the executor of `queue`, or the default executor if `queue` is nil.
  public static func of(_ queue: DispatchQueue?) -> Executor {
    switch queue {
    case nil: standard
    case let queue?: QueueExecutor.on(queue)
    }
  }
}
