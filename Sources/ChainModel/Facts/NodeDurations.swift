// The durations of a promise's phases, in sum. Owns the sums; `NodePhases` divides the lifetime. Does not format.

/// A promise's durations in nanoseconds, up to a given moment.
///
/// ``waiting``, ``queued`` and ``own`` add up to ``total``. docs/times.md defines them.
public struct NodeDurations: Sendable, Equatable {
  /// The time that it waited for other promises: the one that it derives from, its inputs, the one that it was resolved with, those that its body
  /// waited for.
  public var waiting: Int64 = 0
  /// The part of ``waiting`` spent on the adopted promise.
  public var following: Int64 = 0
  /// The time that its body waited for its turn on a queue.
  public var queued: Int64 = 0
  /// The time that it spent on work of its own: its body ran, its source was in flight, or its timer ran.
  public var own: Int64 = 0
  /// The part of ``own`` that its body ran.
  public var running: Int64 = 0
  /// The time from its creation until it settled, was freed, or until now.
  public var total: Int64 = 0

  /// Creates durations.
  public init(
    waiting: Int64 = 0, following: Int64 = 0, queued: Int64 = 0, own: Int64 = 0, running: Int64 = 0, total: Int64 = 0
  ) {
    (self.waiting, self.following, self.queued) = (waiting, following, queued)
    (self.own, self.running, self.total) = (own, running, total)
  }

  package init(_ moments: NodeMoments) {
    var sums = NodeDurations()
    moments.forEachPhase { phase in
      let length = phase.end - phase.start
      switch phase.kind {
      case .waiting: sums.waiting += length
      case .queued: sums.queued += length
      case .running: (sums.own, sums.running) = (sums.own + length, sums.running + length)
      case .inFlight, .timer: sums.own += length
      case .awaiting: sums.waiting += length
      case .following: (sums.waiting, sums.following) = (sums.waiting + length, sums.following + length)
      }
    }
    let waited = min(moments.waited, sums.own)
    (sums.own, sums.waiting) = (sums.own - waited, sums.waiting + waited)
    sums.running -= min(waited, sums.running)
    sums.total = moments.end - moments.created
    self = sums
  }
}
