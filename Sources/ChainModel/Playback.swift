// A run that can be gone through in both directions: the store as it was after any number of its events.
//
// Owns where one is, and the ways from there. Going back undoes whole stretches by their deltas and then plays the rest of the
// way forward again from the archive, so that a step costs the same wherever it is taken. `+Seek` goes, `+Stretches` keeps the
// ways. Refuses to read a source: events are handed in; and to know a clock: speed is the owner's.
//
// Measured, over a million events of a program: a copy of the store takes 76 ns a promise, too long for every step of a screen;
// a record for every single event takes 1,122 bytes of it and ten times as long to apply; a delta for every 4,096 events takes 0.3
// bytes an event, for it holds each old row once and what lived in between not at all, and the archive fills in the rest.

import PromiseTrace

/// A run, with a playhead in it.
///
/// Positions count events: at position k the ``store`` is what applying the first k events makes it. A run that goes on
/// grows at its end, also while one looks at its past. Not thread-safe; a value, but copying it and then going on with both
/// copies the store.
public struct Playback: Sendable {
  /// The history at ``position``: equal in every answer to one made from the first ``position`` events, except that timelines
  /// reach back 8,192 events at the least, and beyond that say that they are incomplete.
  ///
  /// Its revisions grow with every move, in either direction, so that an ``Outline`` follows it.
  public internal(set) var store: ChainStore
  /// How many events ``store`` has seen.
  public internal(set) var position: UInt64 = 0
  /// How many events the run has had so far.
  public private(set) var count: UInt64 = 0
  /// Whether more events may come; set by ``end()``.
  public private(set) var isEnded = false

  /// Events between two ways: what a step plays again at most.
  let stretchLength: UInt64
  /// How far timelines reach back after a jump.
  let reach: UInt64
  /// The events, where they are kept here, and else who has them.
  private var tape: EventTape?
  private let others: (any EventArchive)?
  /// The history at the end of a run that goes on, while one looks at its past.
  var latest: ChainStore?
  /// The ways back from where the current stretch begins, nearest last, and those forth.
  var past: [Stretch] = []
  var future: [Stretch] = []
  /// Where the current stretch begins.
  var start: UInt64 = 0
  var startTally: StoreTally
  /// Whole histories here and there, for the far ways.
  var keyframes: [Keyframe] = []
  var keyframeDistance: UInt64
  /// What keyframes may take: half, less what the tape takes.
  var keyframeMemory: Int { tape == nil ? memory / 2 : memory / 4 }
  /// Bytes of ``past`` and ``future``.
  var size = 0
  let memory: Int

  /// Creates a playback of a run whose events are kept here, packed.
  ///
  /// - Parameters:
  ///   - texts: The table of the source whose events will be appended.
  ///   - limit: See ``ChainStore/init(texts:limit:historyLimit:)``.
  ///   - memory: Bytes for ways and events, besides the store itself. Half of it at the most is for ways, a quarter for copies
  ///     of the history and a quarter for events; what goes first is told by ``positions``.
  public init(texts: TextTable, limit: Int = 1_000_000, memory: Int = 512 << 20) {
    self.init(nil, texts: texts, limit: limit, memory: memory)
  }

  /// Creates a playback of a run whose events can be read again.
  ///
  /// - Parameters:
  ///   - archive: Holds every event before it is appended here: ``LogReader/archive``.
  ///   - texts: The table of the archive.
  ///   - limit: See ``ChainStore/init(texts:limit:historyLimit:)``.
  ///   - memory: Half of it at the most is for ways, half for copies of the history. Every position can be reached, but far ones
  ///     take longer with less.
  public init(archive: any EventArchive, texts: TextTable, limit: Int = 1_000_000, memory: Int = 512 << 20) {
    self.init(archive, texts: texts, limit: limit, memory: memory)
  }

  /// The same, with distances of one's own.
  package init(
    _ archive: (any EventArchive)?, texts: TextTable, limit: Int, memory: Int, stretchLength: UInt64 = 4_096,
    reach: UInt64 = 8_192, keyframeDistance: UInt64 = 1 << 20
  ) {
    (others, self.memory) = (archive, memory)
    tape = archive == nil ? EventTape(texts: texts, limit: memory / 4) : nil
    (self.stretchLength, self.reach, self.keyframeDistance) = (stretchLength, reach, keyframeDistance)
    store = ChainStore(texts: texts, limit: limit)
    startTally = store.record()
  }

  /// Whether the playhead is at the end, and moves with it.
  public var isAtEnd: Bool { position == count }

  /// The positions that can be reached.
  ///
  /// All of them, unless the events are kept in memory and the oldest had to go. After very many events came while one looked
  /// at the past, these are the newest, and ``position`` is not among them: one can stay there, and leave it.
  public var positions: ClosedRange<UInt64> {
    let first = archive.positions.lowerBound
    if first == 0 { return 0...count }
    let bases = past.map(\.first) + [start] + keyframes.map(\.position)
    let base = bases.filter { $0 >= first }.min() ?? count
    // A store that is forked off cannot catch up with an end that the tape no longer leads to.
    return base > position && latest != nil ? count...count : base...count
  }

  /// The events, by position.
  public var archive: any EventArchive { others ?? tape ?? EventTape(texts: store.texts) }

  // MARK: A run that goes on

  /// Takes the run's next event; the playhead moves with the end if it is there.
  ///
  /// Takes some 55 ns longer than ``ChainStore/apply(_:)`` where events are kept in memory.
  public mutating func append(_ event: Event) {
    tape?.append(event)
    count += 1
    if latest != nil {
      latest?.apply(event)
    } else {
      play(event)
      keepKeyframe()
    }
  }

  /// Takes events in order; see ``append(_:)``.
  public mutating func append(_ events: some Sequence<Event>) {
    for event in events { append(event) }
  }

  /// Nothing will come any more.
  public mutating func end() { isEnded = true }
}
