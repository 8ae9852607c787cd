// Facts in, history out: the one reducer. Live view, replay, exports and tests all look at what `apply` left here.
//
// Owns the columns (one row a promise, no object a promise) and the counts. Refuses to decide where a node is drawn
// (`Outline`), to format, and to do any I/O. `+Apply` takes events, `+Attach` keeps the tree, `+Lookup` answers, `+Evict`
// forgets.

import PromiseTrace

/// The history of a run's promises, in columns.
///
/// Not thread-safe: one thread applies and reads. A value; but copying one and then applying copies the columns.
/// Memory is bounded by `limit`: see ``apply(_:)``.
public struct ChainStore: Sendable {
  /// The words of the events that are applied.
  public let texts: TextTable
  /// How many promises are kept before some are forgotten.
  public let limit: Int
  /// Numbers for a header.
  public internal(set) var counts = ChainCounts()
  /// Time of the newest event, in nanoseconds since the log's start.
  public internal(set) var lastTime: Int64 = 0
  /// Grows with every event; equal revisions mean an equal store.
  public internal(set) var revision: UInt64 = 0
  /// Grows when a node or an edge came or went: what an ``Outline`` must follow.
  public internal(set) var structureRevision: UInt64 = 0
  /// Whether the log's orderly end was seen.
  public internal(set) var isEnded = false

  // The columns, by row; rows are in the order in which promises were first heard of.
  var ids: [PromiseID] = []
  var life = Column<Life>()
  var links = Column<Links>()
  var words = Column<Words>()

  // What rows refer to.
  var rows = RowMap()
  var origins = Interner<Origin>()
  var places = Interner<Place>()
  var edges = Column<Edge>()
  var sparse = Sparse()
  var losses = Column<Loss>()
  var evictedAtEnd = 0
  /// Of the pending promises, those no longer kept.
  var evictedOpen = 0
  var history: EventHistory
  /// Keeps the texts that rows point to.
  var hold: TextHold
  /// 1 + losses so far: an open promise not heard of since the last one is of unknown state.
  var heard: UInt32 = 1
  /// Where the structure changed lately, so that an outline can start there.
  var changes = StructureChanges()

  /// Creates an empty store.
  ///
  /// - Parameters:
  ///   - texts: The table of the source whose events will be applied.
  ///   - limit: Promises kept, 16 or more, and for the length of an event three more. Beyond it released, fulfilled chains go first and rejections last; an outline
  ///     draws how many went at their place.
  ///   - historyLimit: Events kept for ``timeline(of:limit:)``, about 150 bytes each; 0 keeps none.
  public init(texts: TextTable, limit: Int = 1_000_000, historyLimit: Int = 65_536) {
    self.texts = texts
    self.limit = min(max(16, limit), Int(Row.none) - 4)
    history = EventHistory(capacity: historyLimit)
    hold = texts.hold()
  }

  /// How many promises are kept.
  public var count: Int { ids.count }
}
