// The durations of a promise's phases, computed from its times. Owns the arithmetic. Does not format.

/// A promise's durations in nanoseconds, up to a given moment.
public struct NodeDurations: Sendable, Equatable {
  /// From creation until its body was enqueued on an executor: the time spent waiting for the promise it derives from.
  ///
  /// Without a body, until that promise settled.
  public var waiting: Int64
  /// From then until its body started.
  public var queued: Int64
  /// From the start of its body to its end.
  public var running: Int64
  /// From creation until it settled.
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
  /// - Parameter now: The current moment, in nanoseconds since the log's start, at which unfinished phases end.
  /// - Returns: The durations, none of them negative.
  public func durations(now: Int64) -> NodeDurations {
    let now = Int64(clampedTime: now)
    let end = settled ?? released ?? max(now, created)
    // Without a body, waiting ends when the source settles; the rest, such as a timer's delay, is its own time.
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
