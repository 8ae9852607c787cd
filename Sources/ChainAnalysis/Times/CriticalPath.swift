// Where the time of a promise went: its lifetime, divided among the promises that made it take as long. Owns the vocabulary;
// `CriticalWalk` finds the path.

import ChainModel
import PromiseTrace

/// The critical path to a moment: what took the time from a promise's creation until it settled.
///
/// The segments follow each other without gaps or overlaps from ``start`` to ``end``, so their durations add up to the total exactly.
public struct CriticalPath: Sendable, Equatable {
  /// The promise that the path explains; 0 for the path of a whole run.
  public var promise: PromiseID
  /// The start, in nanoseconds since the log's start.
  public var start: Int64
  /// The end, in nanoseconds since the log's start.
  public var end: Int64
  /// The segments, oldest first; each takes time.
  public var segments: [PathSegment] = []
  /// The number of segments between them that were too short to be kept, and their time in nanoseconds.
  package var dropped: (count: Int, time: Int64) {
    get { (droppedCount, droppedTime) }
    set { (droppedCount, droppedTime) = newValue }
  }
  private var droppedCount = 0
  private var droppedTime: Int64 = 0

  /// Creates a path without segments.
  public init(promise: PromiseID, start: Int64, end: Int64) {
    (self.promise, self.start, self.end) = (promise, start, max(start, end))
  }

  /// The time from start to end, in nanoseconds.
  public var total: Int64 { end - start }

  /// The time of all segments of a kind, in nanoseconds.
  public func time(_ kind: PathSegment.Kind) -> Int64 {
    segments.reduce(0) { $0 + ($1.kind == kind ? $1.duration : 0) }
  }

  /// The indices of the longest segments; of equally long ones, the earliest.
  ///
  /// - Complexity: O(*n* · `count`) in the number of segments; sorting a million of them takes longer.
  package func longest(_ count: Int) -> Set<Int> { segments.longest(count) }
}

extension [PathSegment] {
  /// The indices of the longest segments; of equally long ones, the first.
  func longest(_ count: Int) -> Set<Int> {
    guard count > 0 else { return [] }
    var found: [Int] = []
    for index in indices {
      let duration = self[index].duration
      if found.count == count, duration <= self[found[count - 1]].duration { continue }
      found.insert(index, at: found.firstIndex { self[$0].duration < duration } ?? found.count)
      if found.count > count { found.removeLast() }
    }
    return Set(found)
  }
}

/// One segment of a critical path.
public struct PathSegment: Sendable, Equatable {
  /// What took the time.
  public enum Kind: String, Sendable, CaseIterable, Codable {
    /// The promise waited, and the log does not record for what, or it waited for something that came to nothing: an input that lost a
    /// race, a promise that was freed while pending.
    case waiting
    /// Its body was enqueued, and waited for its turn.
    case queued
    case running
    /// Its work was under way outside of promises, until its resolver was called.
    case inFlight = "in flight"
    /// Its timer ran, or a pause between two attempts.
    case timer
  }

  /// What took the time.
  public var kind: Kind
  /// The promise whose time it is.
  public var promise: PromiseID
  /// For `queued`, the body that occupied the queue; for `waiting`, the promise that it waited for; for `inFlight` and `timer`, the body that
  /// held the event loop meanwhile, which may have delayed it; 0 if there is none, or that is not known.
  public var other: PromiseID
  /// The start, in nanoseconds since the log's start.
  public var start: Int64
  /// The end, in nanoseconds since the log's start.
  public var end: Int64

  /// Creates a segment.
  public init(_ kind: Kind, _ promise: PromiseID, other: PromiseID = 0, _ start: Int64, _ end: Int64) {
    (self.kind, self.promise, self.other, self.start, self.end) = (kind, promise, other, start, end)
  }

  /// Its duration in nanoseconds.
  public var duration: Int64 { end - start }
}
