// A run that can be traversed in both directions: the store as it was after any number of its events.
//
// A store only moves forward, by applying events. To move backward, Playback divides the run into stretches of up to 4,096
// events and keeps a delta for each: the rows that the stretch changed, with their old values. A seek undoes (or redoes)
// whole stretches and then applies the last few events again, so a step costs the same anywhere in the run.
//
// Example with stretches of 4 events. Ten events have been applied, and the current stretch starts at 8:
//
//     position  0       4       8   10
//               ├───A───┼───B───┼─C─▶        past: [A, B]   future: []
//
//     seek(to: 5)
//       1. undo the current stretch C          10 → 8      past: [A, B]   future: [C]
//       2. undo B                               8 → 4      past: [A]      future: [C, B]
//       3. apply one event from the archive     4 → 5
//
// Where the deltas no longer fit into memory, copies of the whole store at intervals take their place (see `Keyframe`).
//
// Owns the position and the stretches. `+Seek` chooses the route to a position, `+Stretches` keeps the stretches, `+Texts` the
// texts. Does not read a source (the owner appends events) and does not know a clock (the owner sets the speed).
//
// Measured over a million events of a program: copying the store takes 76 ns per promise, too slow for every step on a
// screen. A delta per event takes 1,122 bytes per event and makes applying ten times as slow. A delta per 4,096 events
// takes 0.1 bytes per event, because it stores each changed row once, packed, and the rows added in the stretch not at all. Each
// evicted promise adds about 40 bytes, and its texts count as well, which the deltas keep.

import PromiseLog
import PromiseTrace

/// A run of events with a playhead.
///
/// A position is a number of events: at position *k*, ``store`` is the result of the first *k* events. A live run grows at
/// its end even while the playhead is in its past.
///
/// Not thread-safe. It is a value type, but changing a copy copies the store.
public struct Playback: Sendable {
  /// The store at ``position``.
  ///
  /// It gives the same answers as a new store after the first ``position`` events, except for timelines: they reach back at
  /// least 8,192 events and are marked incomplete beyond that. Its revisions increase with every move, in either
  /// direction, so that an ``Outline`` can follow it.
  public internal(set) var store: ChainStore
  /// The number of events applied to ``store``.
  public internal(set) var position: UInt64 = 0
  /// The number of events in the run so far.
  public private(set) var count: UInt64 = 0
  /// Whether the run is over, so that no more events will be appended; set by ``end()``.
  public private(set) var isEnded = false

  /// The maximum number of events in a stretch, and so the maximum that a step applies again.
  let stretchLength: UInt64
  /// The number of events that timelines reach back after a jump.
  let reach: UInt64
  // The events: either kept here or read from an external archive.
  private var tape: EventTape?
  private let external: (any EventArchive)?
  /// The store at the end of a live run while the playhead is in its past.
  var latest: ChainStore?
  /// The copy of the memory of the store that the next event changes, while it is made in steps.
  var separation: StoreSeparation?
  // Stretches that lead back from the start of the current one, and stretches that lead forward; nearest last in both.
  var past: [Stretch] = []
  var future: [Stretch] = []
  /// The position at which the current stretch starts.
  var start: UInt64 = 0
  var startTally: StoreTally
  /// Keeps the texts of the store at ``start``.
  var startHold: TextHold
  /// The bytes of texts that had been added at ``start``.
  var startTexts: Int
  /// Copies of the store at intervals, for distant seeks.
  var keyframes: [Keyframe] = []
  var keyframeDistance: UInt64
  /// The maximum bytes for keyframes: half of `memory`, or a quarter if the tape takes the other.
  var keyframeMemory: Int { tape == nil ? memory / 2 : memory / 4 }
  /// Whether the events are kept in memory.
  var hasTape: Bool { tape != nil }
  /// The bytes of ``past`` and ``future``.
  var size = 0
  let memory: Int
  /// The number of promises above which a copy of the store is made in steps; fewer take less than a frame.
  let separationSize: Int

  /// Creates a playback that keeps the run's events in memory, packed.
  ///
  /// - Parameters:
  ///   - texts: The table of the source whose events will be appended.
  ///   - limit: See ``ChainStore/init(texts:limit:historyLimit:)``.
  ///   - memory: The maximum bytes to use in addition to the store, with texts: a quarter for events, the rest for deltas and, once
  ///     these take half of it, for copies of the store. When the oldest events no longer fit, ``positions`` shrinks.
  public init(texts: TextTable, limit: Int = 1_000_000, memory: Int = 512 << 20) {
    self.init(nil, texts: texts, limit: limit, memory: memory)
  }

  /// Creates a playback of a run whose events can be read again from an archive.
  ///
  /// - Parameters:
  ///   - archive: The source of the events, such as ``LogReader/archive``; contains each event before it is appended here.
  ///   - texts: The table of the archive.
  ///   - limit: See ``ChainStore/init(texts:limit:historyLimit:)``.
  ///   - memory: The maximum bytes to use in addition to the store, with texts: for deltas and, once these take half of it, up to half
  ///     for copies of the store. Every position can be reached with any amount; with less, distant ones take longer.
  public init(archive: any EventArchive, texts: TextTable, limit: Int = 1_000_000, memory: Int = 512 << 20) {
    self.init(archive, texts: texts, limit: limit, memory: memory)
  }

  /// Creates a playback with custom distances, for tests.
  package init(
    _ archive: (any EventArchive)?, texts: TextTable, limit: Int, memory: Int, stretchLength: UInt64 = 4_096,
    reach: UInt64 = 8_192, keyframeDistance: UInt64 = 1 << 20, separationSize: Int = 100_000,
    historyLimit: Int = 65_536
  ) {
    self.separationSize = separationSize
    (external, self.memory) = (archive, memory)
    tape = archive == nil ? EventTape(texts: texts, limit: memory / 4) : nil
    (self.stretchLength, self.reach, self.keyframeDistance) = (stretchLength, reach, keyframeDistance)
    store = ChainStore(texts: texts, limit: limit, historyLimit: historyLimit)
    startTally = store.record()
    (startHold, startTexts) = (store.hold, texts.bytesAdded)
  }

  /// Whether the playhead is at the end, and moves along as events are appended.
  public var isAtEnd: Bool { position == count }

  /// The positions that can be reached.
  ///
  /// These are all positions, unless the events are kept in memory and the oldest were dropped. If very many events arrive
  /// while the playhead is in the past, the range may exclude ``position``: the playhead can stay there, but not return.
  public var positions: ClosedRange<UInt64> {
    let first = archive.positions.lowerBound
    if first == 0 { return 0...count }
    let bases = past.map(\.first) + [start] + keyframes.map(\.position)
    let base = bases.filter { $0 >= first }.min() ?? count
    // A store in the past can't catch up with the end if the tape no longer has the events in between.
    return base > position && latest != nil ? count...count : base...count
  }

  /// The run's events, by position.
  public var archive: any EventArchive { external ?? tape ?? EventTape(texts: store.texts) }

  // MARK: Appending to a live run

  /// Appends the run's next event; a playhead at the end moves along.
  ///
  /// - Complexity: That of ``ChainStore/apply(_:)``, plus about 55 ns if the events are kept in memory.
  @inline(__always)
  public mutating func append(_ event: Event) {
    if tape != nil { tape?.append(event) }
    count += 1
    // A test is cheaper than the release of nothing.
    if separation != nil { separation = nil }
    if latest != nil {
      latest?.apply(event)
      if count % stretchLength == 0 { latest?.sweepTexts(Self.textStep) }
    } else {
      play(event)
      keepKeyframe()
    }
  }

  /// Appends events in order; see ``append(_:)``.
  ///
  /// Not generic, because other modules call it with millions of events, and a generic call takes longer than the event itself.
  public mutating func append(_ events: [Event]) {
    events.withUnsafeBufferPointer { events in
      for index in events.indices { append(events[index]) }
    }
  }

  /// Appends events in order; see ``append(_:)``.
  public mutating func append(_ events: some Sequence<Event>) {
    for event in events { append(event) }
  }

  /// Shows the store at the end of the run to a visitor, without copying it.
  ///
  /// - Parameters:
  ///   - visitor: A value that the visit changes.
  ///   - visit: Receives the visitor and the store; it must not keep a copy of the store.
  /// - Returns: Whether there is such a store: not while the playhead is in the past of a run that is over.
  @discardableResult
  public mutating func withEnd<Visitor>(
    _ visitor: inout Visitor, _ visit: (inout Visitor, ChainStore) -> Void
  ) -> Bool {
    if latest?.show(&visitor, visit) != nil { return true }
    guard position == count else { return false }
    visit(&visitor, store)
    return true
  }

  /// Whether the log's `ended` event is the last one so far.
  public var hasEndEvent: Bool { latest?.isEnded ?? (position == count && store.isEnded) }

  /// Stops the playhead from moving along while events are appended, until the next seek.
  ///
  /// - Complexity: O(1), but the next event copies the store, at the end of a run that is not over; see ``separate(bytes:)``.
  public mutating func hold() {
    guard latest == nil, position == count, !isEnded else { return }
    latest = store.still
    closeHolds()
    startSeparation()
  }

  /// A copy of the store at the playhead, for a comparison later.
  ///
  /// - Complexity: O(1), but the next event copies the store; see ``separate(bytes:)``.
  public mutating func bookmark() -> ChainStore {
    defer { if latest == nil { startSeparation() } }
    return store.snapshot
  }

  /// Whether the next event would copy the store, and the copy is large.
  public var isSeparating: Bool { separation != nil }

  mutating func startSeparation() { separation = store.ids.count > separationSize ? StoreSeparation(store) : nil }

  /// Makes a part of the copy that the next event would make.
  ///
  /// An event that is appended before the copy is complete copies everything at once.
  ///
  /// - Parameter bytes: The number of bytes to copy. A megabyte takes about a millisecond.
  public mutating func separate(bytes: Int) {
    guard separation?.advance(bytes: bytes) ?? false, let copy = separation else { return }
    separation = nil
    if latest == nil { store.replaceMemory(by: copy) } else { latest?.replaceMemory(by: copy) }
  }

  /// Marks the run as over: no more events will be appended.
  public mutating func end() { isEnded = true }
}

extension ChainStore {
  /// Shows the store to a visitor.
  ///
  /// Mutating, because reading the value of an optional copies the store and releases the copy, which took 13 % of a paused view. What
  /// changes the value works on it in place.
  fileprivate mutating func show<Visitor>(_ visitor: inout Visitor, _ visit: (inout Visitor, ChainStore) -> Void) {
    visit(&visitor, self)
  }
}
