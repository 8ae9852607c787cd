// Facts in, history out: the one reducer. Live view, replay, exports and tests all look at what `apply` left here.
//
// Owns the columns (one row a promise, no object a promise) and the counts. Refuses to decide where a node is drawn
// (`Outline`), to format, and to do any I/O.

import PromiseTrace

/// The history of a run's promises, in columns.
///
/// Not thread-safe: one thread applies and reads. A value; but copying one and then applying copies the columns.
/// Memory is bounded by `limit`: see ``apply(_:)``.
public struct ChainStore: Sendable {
  /// The words of the events that are applied.
  public let texts: TextTable
  /// How many promises are kept at most.
  public let limit: Int
  /// Numbers for a header.
  public private(set) var counts = ChainCounts()
  /// Time of the newest event, in nanoseconds since the log's start.
  public private(set) var lastTime: Int64 = 0
  /// Grows with every event; equal revisions mean an equal store.
  public private(set) var revision: UInt64 = 0
  /// Grows when a node or an edge came or went: what an ``Outline`` must follow.
  public private(set) var structureRevision: UInt64 = 0
  /// Whether the log's orderly end was seen.
  public private(set) var isEnded = false

  /// Creates an empty store.
  ///
  /// - Parameters:
  ///   - texts: The table of the source whose events will be applied.
  ///   - limit: Promises kept at most. Beyond it released, fulfilled chains go first and rejections last; an outline
  ///     draws how many went at their place.
  ///   - historyLimit: Events kept for ``timeline(of:limit:)``, about 150 bytes each; 0 keeps none.
  public init(texts: TextTable, limit: Int = 1_000_000, historyLimit: Int = 65_536) {
    self.texts = texts
    self.limit = max(1, limit)
  }

  /// Takes one event into account.
  ///
  /// Amortized constant time, without recursion.
  /// Any event is accepted: one about a promise never seen creates a placeholder, one that contradicts what is known
  /// (a second settlement) is counted and otherwise ignored.
  ///
  /// - Parameter event: The next event in `sequence` order, its texts from ``texts``.
  public mutating func apply(_ event: Event) {
    revision += 1
    counts.events += 1
    lastTime = max(lastTime, event.time)
  }

  /// How many promises are kept.
  public var count: Int { 0 }

  /// The promise with this number; nil where it was never seen or is no longer kept.
  ///
  /// Constant time.
  public func node(_ id: PromiseID) -> ChainNode? { nil }

  /// Whether this promise is kept.
  public func contains(_ id: PromiseID) -> Bool { false }

  /// The state of a promise, without the cost of a whole snapshot; nil where it is not kept.
  public func state(of id: PromiseID) -> NodeState? { nil }

  /// The reactions registered on a promise, in order: the "box" of handlers that wait, while it is pending.
  ///
  /// - Parameters:
  ///   - id: The promise.
  ///   - limit: How many to return at most; ``ChainNode/handlerCount`` tells how many there are.
  /// - Returns: The oldest `limit` reactions.
  public func handlers(of id: PromiseID, limit: Int = 64) -> [NodeHandler] { [] }

  /// A combinator's inputs, in the order in which it registered on them.
  ///
  /// - Parameters:
  ///   - id: The combinator.
  ///   - limit: How many to return at most; ``ChainNode/inputCount`` tells how many there are.
  /// - Returns: The first `limit` inputs.
  public func inputs(of id: PromiseID, limit: Int = 64) -> [PromiseID] { [] }

  /// The events about one promise, in order: its timeline.
  ///
  /// - Parameters:
  ///   - id: The promise.
  ///   - limit: How many to return at most, the newest ones.
  /// - Returns: The events still kept, and whether older ones exist.
  public func timeline(of id: PromiseID, limit: Int = 256) -> NodeTimeline {
    NodeTimeline(events: [], isComplete: true)
  }
}

/// The events about one promise.
public struct NodeTimeline: Sendable, Equatable {
  /// In order.
  public var events: [Event]
  /// Whether these are all; false where older ones are no longer kept or were beyond the limit.
  public var isComplete: Bool
}
