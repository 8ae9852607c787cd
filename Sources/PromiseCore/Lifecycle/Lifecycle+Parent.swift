// Transitions of the link to the promise that a node waits for: that promise settles or is freed, and the node takes its turn, starts
// lazily, or adopts another promise.

extension Lifecycle {
  /// The action of a waiting node whose parent has settled.
  enum Turn {
    /// None, because a canceler owns the node.
    case gone
    /// Settle like the adopted parent; the caller has claimed the node.
    case follows
    /// Pass the outcome through, because the node has no handler for it.
    case passes
    /// Run the handler immediately, on this thread.
    case runs
    /// Enqueue the node on its executor or in the drain loop.
    case isQueued
  }

  /// Detaches the node from its parent, which has settled.
  ///
  /// - Parameters:
  ///   - parent: The parent's state.
  ///   - bypassesHandler: Whether the parent's rejection bypasses the handler.
  ///   - runsHere: Whether the handler may run immediately, on this thread.
  @inline(__always)
  mutating func parentSettled(as parent: Lifecycle, bypassesHandler: Bool, runsHere: Bool) -> Turn {
    guard !isDetached else { return .gone }
    bits |= Lifecycle.detached
    if isFollowing {
      bits ^= Lifecycle.following ^ Lifecycle.claimed
      return .follows
    }
    let side = parent.isFulfilled ? Lifecycle.handlesFulfilled : Lifecycle.handlesRejected
    let passes = bits & side == 0 || bypassesHandler
    // The node takes its turn now, unless it is about to enter another list.
    if passes || runsHere { bits &= ~Lifecycle.takesTurn }
    return passes ? .passes : runsHere ? .runs : .isQueued
  }

  /// Detaches the node from its parent, which is being freed while pending.
  ///
  /// - Returns: False if a canceler owns the node.
  mutating func parentFreed() -> Bool {
    guard !isDetached else { return false }
    bits |= Lifecycle.detached
    // It can still be canceled.
    if isFollowing { bits ^= Lifecycle.following ^ Lifecycle.abandoned }
    return true
  }

  /// Records that the executor or the drain loop has removed the node from its list.
  mutating func beginTurn() { bits &= ~Lifecycle.takesTurn }

  /// Claims the right to start a lazy node's body.
  ///
  /// - Returns: False if the body has started, or the outcome is decided.
  mutating func claimStart() -> Bool {
    guard isLazy, isOpen else { return false }
    bits = bits & ~Lifecycle.lazy | Lifecycle.counted
    return true
  }

  /// Marks the progress of the node as wanted.
  ///
  /// - Returns: Whether the caller must mark its upstream too.
  mutating func watch() -> Bool {
    let continues = !isDetached && !isWatched && passesValuesOn
    bits |= Lifecycle.watched
    return continues
  }

  /// Marks the promise as one that waits for several inputs.
  mutating func combine() { bits |= Lifecycle.combined }

  // MARK: Adopting another promise

  /// Makes the node adopt another promise; the caller links the two, then calls ``attach()``.
  ///
  /// - Returns: False if the outcome is decided, or the node has already adopted a promise.
  @usableFromInline
  mutating func follow() -> Bool {
    guard isOpen else { return false }
    bits |= Lifecycle.following
    return true
  }

  /// Makes a node wait for the promise that it adopts, which `upstream` now refers to.
  ///
  /// - Returns: False if a cancellation came first; then the caller rejects the node with the rejection in `storage`.
  mutating func attach() -> Bool {
    guard !isCanceled else {
      bits ^= Lifecycle.following ^ Lifecycle.claimed
      return false
    }
    bits &= ~Lifecycle.detached
    return true
  }

  /// Reverts ``follow()`` before the node is attached; the caller then rejects the node.
  ///
  /// - Returns: False if a cancellation came first, as in ``attach()``.
  mutating func refuseToFollow() -> Bool {
    bits ^= Lifecycle.following ^ Lifecycle.claimed
    return !isCanceled
  }
}
