// Transitions by a canceler, which detaches a node while its parent may be about to settle it.

extension Lifecycle {
  /// Keeps the parent of an attached node from leaving; only one thread at a time may call it.
  ///
  /// - Returns: False if the parent has left.
  mutating func hold() -> Bool {
    guard !isDetached else { return false }
    bits |= Lifecycle.held
    return true
  }

  /// Allows the parent to leave again.
  mutating func release() { bits &= ~Lifecycle.held }

  /// The actions of a canceler.
  struct Cancellation: Equatable {
    /// The parent had not left, so the canceler owns the reaction and continues with the parent.
    var takesReaction = false
    var duty = Duty.none

    enum Duty {
      /// None, because something else settles the node.
      case none
      /// Reject the node, which the caller has claimed.
      case reject
      /// Leave the rejection in `storage` for the thread that attaches the node, which is about to adopt another promise.
      case leaveRejection
      /// Call ``Lifecycle/hold()`` first: the node was attached after a hold had failed, and nothing has changed.
      case holdFirst
    }
  }

  /// Detaches the node, and decides whether the canceler settles it.
  ///
  /// Call ``hold()`` first, and ``release()`` once the caller has taken the reaction.
  mutating func cancel() -> Cancellation {
    var result = stopWaiting()
    guard !isObserver, result.duty == .none else { return result }
    switch bits & Lifecycle.stageMask {
    case Lifecycle.following where !result.takesReaction:
      guard !isCanceled else { break }
      result.duty = .leaveRejection
      bits |= Lifecycle.canceled
    case Lifecycle.open, Lifecycle.following, Lifecycle.abandoned:
      // An abandoned node may be in the list of nodes that wait to be freed.
      if bits & Lifecycle.stageMask == Lifecycle.abandoned { bits |= Lifecycle.takesTurn }
      if settlesInOneStep { bits |= Lifecycle.aside }
      bits = bits & ~Lifecycle.stageMask | Lifecycle.claimed | Lifecycle.fromOutside | Lifecycle.canceled
      result.duty = .reject
    default: break
    }
    return result
  }

  /// Detaches the node; see ``cancel()``.
  mutating func stopWaiting() -> Cancellation {
    guard !isDetached else { return Cancellation() }
    guard isHeld else { return Cancellation(duty: .holdFirst) }
    // The entry, and its link to the next one, stay in the parent's list.
    bits |= Lifecycle.detached | Lifecycle.takesTurn | Lifecycle.fromOutside
    return Cancellation(takesReaction: true)
  }

  /// Detaches an entry whose owner has settled; see ``cancel()``.
  ///
  /// - Parameter handles: Whether the entry still handles a rejection.
  mutating func retire(handling handles: Bool) -> Cancellation {
    let result = stopWaiting()
    if result.takesReaction, handles { bits |= Lifecycle.retired }
    return result
  }

  /// Detaches a node that turned out to be part of a cycle; see ``cancel()``.
  mutating func leaveCycle() -> Cancellation {
    var result = stopWaiting()
    guard isFollowing, result.takesReaction else { return result }
    bits ^= Lifecycle.following ^ Lifecycle.claimed
    result.duty = .reject
    return result
  }
}
