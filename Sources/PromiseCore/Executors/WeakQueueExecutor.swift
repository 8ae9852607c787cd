// The reference from a queue to its executor, so that a queue has one executor for as long as anything uses it.

import CPromiseRuntime
import Synchronization

/// The queue-specific value that refers to the queue's executor without keeping it alive.
///
/// Set once and never replaced, because Dispatch frees a replaced specific immediately, even if another thread has just read it.
final class WeakQueueExecutor: Sendable {
  // Not a weak reference: that would give the executor a side table, which makes each promise's retain and release several times as slow.
  // An executor clears its address under this lock when it is freed, so an address that is set refers to an object, though possibly to
  // one that is being freed.
  private struct Reference: @unchecked Sendable {
    var address: Unmanaged<QueueExecutor>?

    var living: QueueExecutor? {
      guard let address, let living = swift_tryRetain(address.toOpaque()) else { return nil }
      return Unmanaged<QueueExecutor>.fromOpaque(living).takeRetainedValue()
    }
  }

  private let reference = Mutex(Reference())

  /// The current executor; nil if it has been freed.
  var executor: QueueExecutor? { reference.withLock { $0.living } }

  /// Returns the current executor, or stores and returns a new one if it has been freed.
  func executor(_ make: () -> QueueExecutor) -> QueueExecutor {
    reference.withLock { reference in
      if let living = reference.living { return living }
      let executor = make()
      reference.address = .passUnretained(executor)
      return executor
    }
  }

  /// Clears the reference to an executor that is being freed, unless it refers to a newer one.
  func forget(_ executor: QueueExecutor) {
    reference.withLock { reference in
      if reference.address?.toOpaque() == Unmanaged.passUnretained(executor).toOpaque() { reference.address = nil }
    }
  }
}
