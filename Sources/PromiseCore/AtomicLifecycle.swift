// A node's lifecycle where threads meet. Owns the only compare-and-swap loop on it, and the memory order; what may follow what is
// `Lifecycle`'s.

import Synchronization

/// The state word of a node.
///
/// Any thread may use it.
@usableFromInline
package struct AtomicLifecycle: ~Copyable {
  @usableFromInline let word: Atomic<UInt>

  @inlinable @inline(__always)
  package init(_ state: Lifecycle) { word = Atomic(state.bits) }

  /// The state now; what was written before it was reached is visible.
  @inlinable package var now: Lifecycle {
    @inline(__always) get { Lifecycle(bits: word.load(ordering: .acquiring)) }
  }

  /// Makes a transition.
  ///
  /// Sequentially consistent: on x86-64 and arm64 that costs what acquiring and releasing does, and two promises that come to follow each
  /// other at the same time need it.
  ///
  /// - Parameter transition: Changes a copy and returns what is to be done; called again if another thread was faster. One that changes
  ///   nothing writes nothing.
  /// - Returns: What the transition returned that took effect.
  @inlinable @inline(__always)
  package borrowing func change<Action>(_ transition: (inout Lifecycle) -> Action) -> Action {
    var old = word.load(ordering: .acquiring)
    while true {
      var new = Lifecycle(bits: old)
      let action = transition(&new)
      if new.bits == old { return action }
      let (exchanged, current) = word.weakCompareExchange(
        expected: old, desired: new.bits, successOrdering: .sequentiallyConsistent, failureOrdering: .acquiring)
      if exchanged { return action }
      old = current
    }
  }

  /// Sets the state of a node that no other thread knows yet.
  @inlinable @inline(__always)
  package borrowing func begin(as state: Lifecycle) { word.store(state.bits, ordering: .relaxed) }
}
