// How much memory a recording may take for events that are not written yet. Owns the sum; refuses to know what is lost when there
// is none left.

import Synchronization

/// Counts the bytes of the chunks that are full and not read yet.
///
/// The chunk that a thread writes to is not among them: without one, the thread could record nothing at all. Any thread may call it.
package final class EventBudget: Sendable {
  /// What those chunks may take together, in bytes.
  package let limit: Int
  private let used = Atomic<Int>(0)
  private let refused = Atomic<Bool>(false)

  package init(limit: Int) { self.limit = limit }

  /// Takes `bytes` if they are within the limit.
  package func take(_ bytes: Int) -> Bool {
    // Looked at first, because a thread that loses events asks once for each.
    guard used.load(ordering: .relaxed) + bytes <= limit else { return false }
    if used.add(bytes, ordering: .relaxed).newValue <= limit { return true }
    used.subtract(bytes, ordering: .relaxed)
    return false
  }

  /// Returns what was taken.
  package func give(_ bytes: Int) { used.subtract(bytes, ordering: .relaxed) }

  /// Whether the system refused memory since this was asked last.
  package func takeRefusal() -> Bool { refused.exchange(false, ordering: .relaxed) }

  /// Notes that the system refused memory.
  package func noteRefusal() { refused.store(true, ordering: .relaxed) }
}
