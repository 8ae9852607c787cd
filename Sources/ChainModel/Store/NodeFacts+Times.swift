// How long a promise took, from the columns, without a snapshot. Owns the choice of the moments; `NodePhases` does the arithmetic.

import PromiseTrace

extension ChainStore {
  /// The moments that divide a promise's lifetime.
  ///
  /// - Parameters:
  ///   - facts: The facts about the promise.
  ///   - now: The moment at which an unfinished phase ends, in nanoseconds since the log's start.
  ///   - isTimer: Whether its operator is a timer; nil looks the name up.
  /// - Returns: The moments.
  /// - Complexity: O(1).
  package func moments(_ facts: NodeFacts, now: Int64, isTimer: Bool? = nil) -> NodeMoments {
    var moments = NodeMoments(
      created: facts.created, end: facts.settled ?? facts.released ?? Int64(clampedTime: now))
    (moments.enqueued, moments.started, moments.finished) = (facts.enqueued, facts.started, facts.finished)
    moments.isDerived = facts.from != 0 || isOrphan(facts.id)
    if facts.from != 0, let settled = settledTime(of: facts.from) { moments.ready = max(facts.created, settled) }
    moments.isCombinator = facts.hasInputs
    moments.isFollowing = facts.adopts != 0 || facts.state == .waiting && !facts.isAwaiting
    if facts.hasAwaited { (moments.waits, moments.waited) = waits(of: facts.id) }
    if moments.isFollowing { moments.adopted = adoptionTime(of: facts.id) }
    moments.isTimer = isTimer ?? self.isTimer(facts.operation)
    moments.passes = facts.cause == nil || facts.cause == .passthrough || facts.cause == .timeout
    return moments
  }

  /// A promise's durations; nil if the store doesn't contain it.
  ///
  /// - Parameters:
  ///   - id: The promise.
  ///   - now: The moment at which unfinished phases end, in nanoseconds since the log's start.
  /// - Returns: The durations, none of them negative.
  /// - Complexity: O(1).
  public func durations(of id: PromiseID, now: Int64) -> NodeDurations? {
    facts(id).map { NodeDurations(moments($0, now: now)) }
  }

  /// When a promise settled, in nanoseconds since the log's start; nil if it did not, or the event was lost.
  package func settledTime(of id: PromiseID) -> Int64? {
    let row = rows.row(of: id, in: ids)
    guard row != .none, life[Int(row)].isSettled else { return nil }
    let life = life[Int(row)]
    return TimeOffset(raw: life.settledOrHeard).nanoseconds.map { life.created + $0 }
  }

  /// When a promise was resolved with another one; nil if that was within 1 ms after its body ended, or is not known.
  package func adoptionTime(of id: PromiseID) -> Int64? {
    let row = rows.row(of: id, in: ids)
    return row == .none ? nil : sparse.adoptions[row]
  }

  private func isTimer(_ operation: TextID) -> Bool { texts[operation].map { TimerNames.contain($0) } ?? false }
}
