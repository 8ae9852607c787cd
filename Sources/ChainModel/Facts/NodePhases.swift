// How a promise spent its time: the one division of a lifetime that the screen, the groups and the critical path use. docs/times.md explains it.

import PromiseTrace

/// One part of a promise's lifetime.
public struct NodePhase: Sendable, Equatable {
  /// What the promise did.
  public enum Kind: UInt8, Sendable, CaseIterable {
    /// It waited for the promise that it derives from, for its inputs, or for being asked.
    case waiting
    /// Its body waited for its turn on a queue.
    case queued
    case running
    /// Work that the log does not see was under way, until its resolver was called.
    case inFlight
    case timer
    /// It waited for the promise that it was resolved with.
    case following
    /// Its body had stopped, and waited for another promise.
    case awaiting
  }

  /// What the promise did.
  public var kind: Kind
  /// When that started, in nanoseconds since the log's start.
  public var start: Int64
  /// When that ended.
  public var end: Int64
  /// The promise that its body waited for; 0 for other phases, and if the store no longer contains that promise.
  public var source: PromiseID = 0

  /// Creates a phase.
  public init(_ kind: Kind, _ start: Int64, _ end: Int64, source: PromiseID = 0) {
    (self.kind, self.start, self.end, self.source) = (kind, start, end, source)
  }
}

/// The moments that divide a promise's lifetime, in nanoseconds since the log's start; nil for what did not happen or was lost.
package struct NodeMoments: Sendable, Equatable {
  package var created: Int64
  /// When the promise that it derives from settled.
  package var ready: Int64?
  package var enqueued: Int64?
  package var started: Int64?
  package var finished: Int64?
  /// When it was resolved with another promise.
  package var adopted: Int64?
  /// When it settled or was freed, otherwise the current moment.
  package var end: Int64
  /// When its body stopped and when it continued, in order; the end of the last one is nil while the body waits.
  package var waits: [NodeWait] = []
  /// The time of further waits, whose moments are no longer known.
  package var waited: Int64 = 0
  package var isDerived = false
  package var isCombinator = false
  package var isFollowing = false
  /// Whether the time between `ready` and `end` is that of a timer.
  package var isTimer = false
  /// Whether it passed the outcome of its source on, or is pending.
  package var passes = false

  package init(created: Int64, end: Int64) { (self.created, self.end) = (created, max(created, end)) }

  /// Calls `body` with each phase that takes time, in order.
  ///
  /// Together they cover the time from `created` to `end`, without overlap.
  /// Moments in an impossible order are moved forward to the moment before.
  @inline(__always)
  package func forEachPhase(_ body: (NodePhase) -> Void) {
    var cursor = created
    func advance(_ kind: NodePhase.Kind, to moment: Int64, source: PromiseID = 0) {
      let moment = min(max(moment, cursor), end)
      if moment > cursor { body(NodePhase(kind, cursor, moment, source: source)) }
      cursor = moment
    }
    // The body's own time, without what it waited for.
    func work(_ kind: NodePhase.Kind, to moment: Int64) {
      for wait in waits where wait.start < moment {
        advance(kind, to: wait.start)
        advance(.awaiting, to: min(wait.end ?? moment, moment), source: wait.source)
      }
      advance(kind, to: moment)
    }
    if let left = enqueued ?? started {
      advance(.waiting, to: left)
      advance(.queued, to: started ?? (enqueued == nil ? cursor : end))
      if started != nil { work(.running, to: finished ?? end) }
      if isFollowing { advance(.inFlight, to: adopted ?? cursor) }
    } else {
      let own: NodePhase.Kind = isTimer ? .timer : .inFlight
      if isDerived {
        advance(.waiting, to: ready ?? (isFollowing ? adopted ?? cursor : end))
        if passes, !isTimer, !isFollowing { advance(.waiting, to: end) }
      } else if isCombinator {
        advance(.waiting, to: isFollowing ? adopted ?? cursor : end)
      }
      work(own, to: isFollowing ? adopted ?? cursor : end)
    }
    advance(isFollowing ? .following : .inFlight, to: end)
  }
}
