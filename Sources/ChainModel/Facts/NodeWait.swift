// One wait of a body for another promise. Owns its source and its two moments; the store keeps the waits.

import PromiseTrace

/// A time in which a body waited for another promise, in nanoseconds since the log's start.
public struct NodeWait: Sendable, Equatable {
  /// The promise that it waited for; 0 if that was evicted.
  public var source: PromiseID
  /// When it stopped.
  public var start: Int64
  /// When it continued; nil while it waits.
  public var end: Int64?

  /// Creates a wait.
  public init(source: PromiseID, start: Int64, end: Int64?) {
    (self.source, self.start, self.end) = (source, start, end)
  }
}
