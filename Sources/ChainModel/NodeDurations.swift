// How long a promise waited, was queued, ran and took, from its times. Pure arithmetic; refuses to format.

/// A promise's durations in nanoseconds, up to a given moment.
public struct NodeDurations: Sendable, Equatable {
  /// From creation until its body was handed to an executor: the time spent waiting for what it derives from.
  ///
  /// Without a body, until that one settled.
  public var waiting: Int64
  /// From there until its body began.
  public var queued: Int64
  /// From its body's begin to its end.
  public var running: Int64
  /// From its creation until it settled.
  public var total: Int64

  /// Creates durations.
  public init(waiting: Int64, queued: Int64, running: Int64, total: Int64) {
    self.waiting = waiting
    self.queued = queued
    self.running = running
    self.total = total
  }
}

extension ChainNode {
  /// The durations so far.
  ///
  /// - Parameter now: The moment, in nanoseconds since the log's start, to which what is still going on is counted.
  /// - Returns: Durations, none of them negative.
  public func durations(now: Int64) -> NodeDurations {
    let now = Int64(clampedTime: now)
    let end = settled ?? released ?? max(now, created)
    // Without a body, its waiting ends with what it derives from; what follows is its own time, a timer's for one.
    let left = enqueued ?? started ?? ready ?? end
    let begun = started ?? (enqueued == nil ? end : settled ?? released ?? now)
    let ended = finished ?? (started == nil ? begun : settled ?? released ?? now)
    return NodeDurations(
      waiting: max(0, min(left, end) - created),
      queued: enqueued.map { max(0, begun - $0) } ?? 0,
      running: started.map { max(0, ended - $0) } ?? 0,
      total: max(0, end - created))
  }
}
