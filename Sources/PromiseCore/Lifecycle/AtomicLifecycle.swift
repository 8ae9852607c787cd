// The atomic word that stores a node's lifecycle, with the only compare-and-swap loop on it and the memory ordering. `Lifecycle` defines
// which transitions are valid.

import Synchronization

/// The state word of a node.
///
/// Any thread may use it.
@usableFromInline
package struct AtomicLifecycle: ~Copyable {
  @usableFromInline let word: Atomic<UInt>

  @inlinable @inline(__always)
  package init(_ state: Lifecycle) { word = Atomic(state.bits) }

  /// The current state; everything written before the node reached it is visible to the caller.
  @inlinable package var now: Lifecycle {
    @inline(__always) get { Lifecycle(bits: word.load(ordering: .acquiring)) }
  }

  /// The current state, read in the total order of all transitions.
  ///
  /// If two threads each make a transition and then read the node that the other has changed, at least one of them sees the other's change.
  var nowInOrder: Lifecycle { Lifecycle(bits: word.load(ordering: .sequentiallyConsistent)) }

  /// Makes a transition.
  ///
  /// Sequentially consistent, which two promises that adopt each other at the same time require. On x86-64 and arm64 this costs the same
  /// as acquiring and releasing.
  ///
  /// - Parameter transition: Changes a copy of the state and returns the action to perform; called again if another thread changed the
  ///   state meanwhile. If it leaves the copy unchanged, nothing is written.
  /// - Returns: The action of the transition that took effect.
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
}
