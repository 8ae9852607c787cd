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
    self.moments(row: rows.row(of: facts.id, in: ids), now: now, isTimer: isTimer)
      ?? NodeMoments(created: facts.created, end: now)
  }

  /// How a promise spent its time so far.
  ///
  /// - Parameters:
  ///   - facts: The facts about the promise.
  ///   - now: The moment at which the current phase ends, in nanoseconds since the log's start.
  /// - Returns: The phases that took time, in order; together they are exactly the time from its creation to its end.
  package func phases(_ facts: NodeFacts, now: Int64) -> [NodePhase] {
    var phases: [NodePhase] = []
    moments(facts, now: now).forEachPhase { phases.append($0) }
    return phases
  }

  /// When the first promise in the store was created, which one settled last, and when, in nanoseconds since the log's start; nil if none has settled.
  ///
  /// Of promises that settled at the same moment, it takes the one created last, which is further down a chain.
  ///
  /// - Complexity: O(*n*); it reads nothing but the times.
  package var extent: (start: Int64, last: PromiseID, settled: Int64)? {
    var start = Int64.max
    var last: (settled: Int64, created: Int64, promise: PromiseID)?
    for row in ids.indices where ids[row] != 0 {
      let life = life[row]
      start = min(start, life.created)
      guard life.isSettled, let time = TimeOffset(raw: life.settledOrConfirmed).nanoseconds else { continue }
      let end = (settled: life.created + time, created: life.created, promise: ids[row])
      if let last, last >= end { continue }
      last = end
    }
    return last.map { (start, $0.promise, $0.settled) }
  }

  /// When the promise that it derives from settled or, if later, when it was created; nil while that is pending, or if there is none.
  package func readyTime(_ facts: NodeFacts) -> Int64? {
    facts.from == 0 ? nil : settledTime(of: facts.from).map { max(facts.created, $0) }
  }

  /// Whether a promise waits for a time to pass, without a body of its own.
  package func isTimer(_ facts: NodeFacts) -> Bool {
    facts.enqueued == nil && facts.started == nil && isTimer(facts.operation)
  }

  private func moments(row: Row, now: Int64, isTimer: Bool?) -> NodeMoments? {
    guard row != .none else { return nil }
    let (life, links) = (life[Int(row)], links[Int(row)])
    func time(_ offset: TimeOffset) -> Int64? { offset.nanoseconds.map { life.created + $0 } }
    let settled = life.isSettled ? time(TimeOffset(raw: life.settledOrConfirmed)) : nil
    var moments = NodeMoments(
      created: life.created, end: settled ?? time(life.released) ?? Int64(clampedTime: now))
    (moments.enqueued, moments.started, moments.finished) = (
      time(life.enqueued), time(life.started), time(life.finished)
    )
    let isOrphan = life.flags.contains(.orphan)
    let isDerived = life.flags.relation == .derived && !isOrphan && live(links.parent) != .none
    moments.isDerived = isDerived || isOrphan
    if isDerived, let settled = settledTime(row: links.parent) { moments.ready = max(life.created, settled) }
    moments.isCombinator = life.flags.contains(.combines)
    moments.isFollowing = live(links.adopts) != .none || state(row) == .waiting && openWait(row) == .max
    if life.flags.contains(.awaits) { (moments.waits, moments.waited) = waits(row) }
    if moments.isFollowing { moments.adopted = sparse.adoptions[row] }
    moments.isTimer = isTimer ?? self.isTimer(operation(row))
    moments.passes = life.cause == nil || life.cause == .passthrough || life.cause == .timeout
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
    durations(of: id, now: now, isTimer: nil)
  }

  package func durations(_ facts: NodeFacts, now: Int64) -> NodeDurations { NodeDurations(moments(facts, now: now)) }

  /// A promise's durations, given whether its operator is a timer (nil: looks it up); nil if the store doesn't contain the promise.
  package func durations(of id: PromiseID, now: Int64, isTimer: Bool?) -> NodeDurations? {
    moments(row: id == 0 ? .none : rows.row(of: id, in: ids), now: now, isTimer: isTimer).map(NodeDurations.init)
  }

  /// When a promise settled, in nanoseconds since the log's start; nil if it did not, or the event was lost.
  package func settledTime(of id: PromiseID) -> Int64? {
    let row = rows.row(of: id, in: ids)
    return row == .none ? nil : settledTime(row: row)
  }

  private func settledTime(row: Row) -> Int64? {
    let life = life[Int(row)]
    guard life.isSettled else { return nil }
    return TimeOffset(raw: life.settledOrConfirmed).nanoseconds.map { life.created + $0 }
  }

  /// When a promise was resolved with another one; nil if that was within 1 ms after its body ended, or is not known.
  package func adoptionTime(of id: PromiseID) -> Int64? {
    let row = rows.row(of: id, in: ids)
    return row == .none ? nil : sparse.adoptions[row]
  }

  private func isTimer(_ operation: TextID) -> Bool { OperatorTraits(texts[operation] ?? "").contains(.timer) }
}
