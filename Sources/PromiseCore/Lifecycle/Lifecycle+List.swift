// Transitions of the list: waiters register, and one thread at a time takes them out, to deliver an outcome or to examine a pending node.

extension Lifecycle {
  /// The result of registering a node with this one.
  @usableFromInline
  package enum Registration {
    /// The node is in the list.
    case waits
    /// The node is in the list, and the body of this lazy node must start, because this may be its first waiter.
    case wakes
    /// This node has settled, so the other one reacts immediately.
    case isLate
  }

  /// Adds a waiter to the list; its `next` must already refer to the newest waiter so far.
  @inlinable @inline(__always)
  package mutating func register(_ waiter: UInt, isPassive: @autoclosure () -> Bool) -> Registration {
    guard isPending || bits & Lifecycle.draining != 0 else { return .isLate }
    bits = bits & ~Lifecycle.pointerMask | waiter
    return isLazy && !isPassive() ? .wakes : .waits
  }

  /// Takes the waiters that registered during the delivery; gives up the right to the list if there are none.
  ///
  /// - Returns: The list; 0 if the delivery is complete.
  mutating func nextDelivery() -> UInt {
    let taken = list
    bits ^= taken == 0 ? Lifecycle.draining : taken
    return taken
  }

  /// Acquires the exclusive right to the list of a pending node.
  ///
  /// - Returns: False if the node has settled, or another thread has the right.
  mutating func examine() -> Bool {
    guard isPending, bits & Lifecycle.draining == 0 else { return false }
    bits |= Lifecycle.draining
    return true
  }

  /// Takes the list; requires the right to it.
  mutating func takeList() -> UInt {
    defer { bits &= ~Lifecycle.pointerMask }
    return list
  }

  /// Puts a list back; requires the right to it.
  ///
  /// - Returns: False if other nodes have registered meanwhile, which the caller must take first.
  mutating func putBack(_ former: UInt) -> Bool {
    guard list == 0 else { return false }
    bits |= former
    return true
  }

  /// Records that entries in the list may have stopped waiting.
  mutating func clutter() { bits |= Lifecycle.cluttered }

  /// Gives up the right that ``examine()`` acquired.
  ///
  /// - Returns: False if the node has settled meanwhile; then the caller keeps the right and must deliver the outcome.
  mutating func endExamination() -> Bool {
    guard isPending else { return false }
    bits &= ~Lifecycle.draining
    return true
  }
}
