// The reducer that turns events into the state of every promise. Live view, replay, exports and tests all read it.
//
// Owns the columns (one row per promise, no object per promise) and the counts. Does not decide where a node is drawn
// (see `Outline`), does not format and performs no I/O. `+Apply` applies events, `+Attach` and `+Lists` maintain the
// display forest, `+Edges` and `+Awaits` record who waits for whom, `+Lookup` answers queries, `+Evict`, `+Remove` and `+Sweep` bound the memory.

import PromiseTrace

/// The state of a run's promises, in columns.
///
/// Not thread-safe: use it from one thread at a time. It is a value type, but applying an event to a copy copies the
/// columns. ``limit`` bounds its memory.
public struct ChainStore: Sendable {
  /// The texts that the applied events refer to.
  public let texts: TextTable
  /// The number of promises to keep before some are evicted.
  public let limit: Int
  /// The number of promises in each state.
  public internal(set) var counts = ChainCounts()
  /// The time of the newest event, in nanoseconds since the log's start.
  public internal(set) var lastTime: Int64 = 0
  /// Increases with every event; equal revisions mean an equal store.
  public internal(set) var revision: UInt64 = 0
  /// Increases when a node or an edge is added or removed, so that an ``Outline`` knows when to update.
  public internal(set) var structureRevision: UInt64 = 0
  /// Whether the log's `ended` event was applied.
  public internal(set) var isEnded = false
  /// Why the recording ended; nil if it has not, or the log does not say.
  public internal(set) var endReason: EndReason?

  /// What the adapter could not see, in its words: at most 8 reasons, also those of later moments that were shown.
  public internal(set) var unrecorded: [String] = []

  // The columns. Rows are in the order in which events first mentioned the promises, until evicted ones are used again; the ID of a
  // row without a promise is 0.
  var idColumn = Column<PromiseID>()
  var life = Column<Life>()
  var links = Column<Links>()
  var words = Column<TextHandles>()

  // Values that rows refer to.
  var rows = RowMap()
  var origins: Interner<Origin>
  var executions: Interner<Execution>
  var edges = Column<Edge>()
  var sparse = Sparse()
  /// The first promise that has no parent.
  var firstRoot = Row.none
  /// Promises evicted after the last row, in the order of the outline.
  var evictedAtEnd = 0
  var queues = EvictionQueues()
  var eviction = EvictionTally()
  /// The search for texts that are still needed, while one is under way.
  var textSweep: TextSweep?
  /// The pending promises that have been evicted.
  var evictedOpen = 0
  var history: EventHistory
  /// Keeps the texts that rows point to.
  var hold: TextHold
  /// 1 + the number of losses so far.
  ///
  /// An open promise without an event since the latest loss is in an unknown state.
  var lossEpoch: UInt32 = 1
  /// The number of reactions on the promise of the latest `registered` event, so that an analysis needs no lookup.
  package internal(set) var latestReactionCount = 0
  /// The rows at which the structure changed recently, so that an outline redraws only them.
  var changes = StructureChanges()
  /// Increases when a promise settles, is freed while pending, or its rejection is handled or reported.
  var stateRevision: UInt64 = 0
  /// The rows whose states changed recently, by ``stateRevision``.
  var stateChanges = StructureChanges()

  /// Creates an empty store.
  ///
  /// - Parameters:
  ///   - texts: The table of the source whose events will be applied.
  ///   - limit: The number of promises to keep, at least 16; applying one event can exceed it by three. Beyond the limit,
  ///     released and fulfilled chains are evicted first and rejections last. An outline shows how many were evicted and
  ///     where.
  ///   - historyLimit: The number of events to keep for ``timeline(of:limit:)``, about 150 bytes each; 0 keeps none.
  public init(texts: TextTable, limit: Int = 1_000_000, historyLimit: Int = 65_536) {
    self.texts = texts
    self.limit = min(max(16, limit), Int(Row.none) - 4)
    (origins, executions) = (Interner(limit: self.limit), Interner(limit: self.limit))
    history = EventHistory(capacity: historyLimit)
    hold = texts.hold()
  }

  /// The number of promises in the store.
  public var count: Int { ids.count - eviction.vacant }

  /// The promise of each row, or 0.
  var ids: [PromiseID] {
    @inline(__always) _read { yield idColumn.values }
  }
}
