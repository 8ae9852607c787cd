// The limit on the memory that a recording uses for events that are not written yet. What happens beyond the limit is the tracer's overflow policy.

import Synchronization

/// The bytes of the chunks that are full and not read yet.
///
/// The chunk that a thread currently writes to is not counted: without one, the thread could record nothing. Any thread may call it.
package final class EventBudget: Sendable {
  /// The maximum size of those chunks together, in bytes.
  package let limit: Int
  private let used = Atomic<Int>(0)
  private let refused = Atomic<Bool>(false)

  package init(limit: Int) { self.limit = limit }

  /// Reserves `bytes` if they are within the limit; returns whether they are.
  package func take(_ bytes: Int) -> Bool {
    // Checked first, because a thread that drops events calls this for each of them.
    guard used.load(ordering: .relaxed) &+ bytes <= limit else { return false }
    if used.wrappingAdd(bytes, ordering: .relaxed).newValue <= limit { return true }
    used.wrappingSubtract(bytes, ordering: .relaxed)
    return false
  }

  /// Returns reserved bytes.
  package func give(_ bytes: Int) { used.wrappingSubtract(bytes, ordering: .relaxed) }

  /// Returns whether an allocation failed since the last call.
  package func takeRefusal() -> Bool { refused.exchange(false, ordering: .relaxed) }

  /// Records that the system had no memory for a chunk.
  package func noteRefusal() { refused.store(true, ordering: .relaxed) }
}
