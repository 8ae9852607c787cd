// Transitions of the stage that decide an outcome and make it visible: claim, publish, and both in one step.

extension Lifecycle {
  /// The node's own body is running and may store an outcome, then call ``settle(_:isPostponed:)``.
  ///
  /// Anything else that settles such a node must not use `storage`.
  @inlinable @inline(__always)
  package var settlesInOneStep: Bool {
    bits & (Lifecycle.stageMask | Lifecycle.takesTurn) == 0
      && bits & (Lifecycle.handlesFulfilled | Lifecycle.handlesRejected) != 0
  }

  /// Claims the right to settle the node: returns true to the first caller, false to every other one.
  ///
  /// Promises/A+ §2.1.2.1, §2.1.3.1.
  ///
  /// - Parameters:
  ///   - fromOutside: Whether the caller may not have waited for the node's turn.
  ///   - byBody: Whether the caller is the node's own body.
  /// - Returns: Whether the caller settles the node.
  @inlinable @inline(__always)
  package mutating func claim(fromOutside: Bool, byBody: Bool = false) -> Bool {
    guard isOpen else { return false }
    if fromOutside { bits |= Lifecycle.fromOutside }
    if !byBody, settlesInOneStep { bits |= Lifecycle.fromOutside | Lifecycle.aside }
    bits |= Lifecycle.claimed
    return true
  }

  /// The actions that a published outcome requires.
  @usableFromInline
  package struct Publication {
    /// The caller has the right to the list and must deliver the outcome.
    @usableFromInline let delivers: Bool
    /// The list, if it was taken in the same step; 0 if it is still in the word.
    @usableFromInline let taken: UInt
    /// The node counted as pending work, which has ended.
    @usableFromInline let endsWork: Bool

    @inlinable @inline(__always)
    init(delivers: Bool, taken: UInt, endsWork: Bool) {
      self.delivers = delivers
      self.taken = taken
      self.endsWork = endsWork
    }
  }

  /// Makes the outcome of a claimed node visible.
  ///
  /// - Parameters:
  ///   - outcome: The outcome.
  ///   - isPostponed: Whether the delivery must wait for this thread's drain loop; evaluated only if there are waiters.
  @inlinable @inline(__always)
  package mutating func publish(_ outcome: Outcome, isPostponed: @autoclosure () -> Bool) -> Publication {
    bits = bits & ~Lifecycle.stageMask | outcome.stage
    // Without waiters nothing else is needed; a thread that examines the list notices the outcome itself.
    guard list != 0, bits & Lifecycle.draining == 0 else {
      return Publication(delivers: false, taken: 0, endsWork: isCounted)
    }
    bits |= Lifecycle.draining
    let taken = canBePostponed || !isPostponed() ? list : 0
    bits ^= taken
    return Publication(delivers: true, taken: taken, endsWork: isCounted)
  }

  /// Claims the node and publishes its outcome in one step; see ``settlesInOneStep``.
  ///
  /// - Parameters:
  ///   - outcome: The outcome, already in `storage`.
  ///   - isPostponed: As for ``publish(_:isPostponed:)``.
  /// - Returns: The required actions; nil if something else settled the node first, so that the caller must destroy what it stored.
  @inlinable @inline(__always)
  package mutating func settle(_ outcome: Outcome, isPostponed: @autoclosure () -> Bool) -> Publication? {
    guard isOpen else { return nil }
    return publish(outcome, isPostponed: isPostponed())
  }
}
