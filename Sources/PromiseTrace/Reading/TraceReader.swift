// The live reader: merges the rings of a tracer's threads into one stream, ordered by time.
//
// Owns the merge. Each reader has its own position in every ring, so any number of them can read the same rings, and none slows a
// producer. Events that are gone before they are read become a `lost` event at their position: read + lost == emitted, always.

import CPromiseRuntime

/// A reader of a tracer's live events.
///
/// Not thread-safe: one thread at a time uses it. Events of the last 2 ms are held back, so that the events of a thread that was
/// interrupted while it recorded them can still be merged in order.
public final class TraceReader: EventSource {
  /// The header of a log of this stream.
  public var header: LogHeader { tracer.header }
  /// The texts of this reader's events.
  public private(set) var texts: TextTable
  /// Always empty, because rings have no malformed lines.
  public var diagnostics: [LogDiagnostic] { [] }
  /// The number of events that were overwritten or dropped before they were read.
  @exclusivity(unchecked) public private(set) var lostCount: UInt64 = 0
  /// The number of labels, previews and notes that were overwritten before they were read; their events have the text `(overwritten)`.
  public var overwrittenTextCount: UInt64 { decoder.overwrittenTextCount }
  /// The number of events that were published too late to be merged in order, and got a later time than their own.
  @exclusivity(unchecked) public private(set) var lateCount: UInt64 = 0

  /// How long an event is held back before it is merged, in nanoseconds.
  private static let holdback: Int64 = 2_000_000
  /// The maximum number of events copied from one ring before the next.
  private static let batch = 16_384

  private let tracer: Tracer
  private let inbox: ReaderInbox
  // Only one thread reads, and nothing here can reenter. Exclusivity checks took a third of the time.
  @exclusivity(unchecked) private var cursors: [RingCursor] = []
  @exclusivity(unchecked) private var decoder: EventDecoder
  @exclusivity(unchecked) private var lastTime: Int64 = 0
  /// The time up to which all events have been read.
  @exclusivity(unchecked) private var quietTime: Int64 = 0
  @exclusivity(unchecked) private var pause = AlivePause()
  @exclusivity(unchecked) private var lastPosition: UInt64 = 0
  @exclusivity(unchecked) private var sequence: UInt64 = 0
  @exclusivity(unchecked) private var unrecorded: UInt64 = 0
  /// The numbers of missed stacks and tasks that were reported last.
  @exclusivity(unchecked) private var missed = (stacks: psMissedStacks(), tasks: psMissedTasks())
  @exclusivity(unchecked) private var hasEnded = false

  init(tracer: Tracer, inbox: ReaderInbox, texts: TextTable) {
    (self.tracer, self.inbox, self.texts) = (tracer, inbox, texts)
    decoder = EventDecoder(texts: texts)
  }

  /// Appends the merged events that the rings hold.
  ///
  /// See ``EventSource/read(into:limit:)``.
  public func read(into events: inout [Event], limit: Int) throws -> SourceStatus {
    merge(into: &events, limit: limit, includingLatest: false)
  }

  /// Like ``read(into:limit:)``, but if `includingLatest` is true, holds back only the events that were recorded during this call.
  package func read(into events: inout [Event], limit: Int, includingLatest: Bool) throws -> SourceStatus {
    merge(into: &events, limit: limit, includingLatest: includingLatest)
  }

  /// A moment that no event recorded so far is later than, for ``hasRead(upTo:)``.
  var present: UInt64 { tracer.converter.conversion().present }

  /// Whether all events up to an earlier ``present`` have been read.
  func hasRead(upTo present: UInt64) -> Bool { lastPosition > present }

  private func merge(into events: inout [Event], limit: Int, includingLatest: Bool) -> SourceStatus {
    if hasEnded { return .ended }
    // Read first: if the tracer finished before the rings are copied, the copy is complete.
    let isFinal = tracer.isFinished
    let conversion = tracer.converter.conversion()
    // Sampled before any ring is copied: whatever caused an event that is earlier than this has been published.
    let horizon =
      isFinal || tracer.converter.isManual
      ? .max : conversion.position(before: includingLatest ? 0 : TraceReader.holdback) &+ 1

    for arrival in inbox.take() { cursors.append(RingCursor(arrival.chunkList, from: arrival.chunk)) }
    var isExhausted = true
    for index in cursors.indices where !cursors[index].fill(conversion, limit: TraceReader.batch, isFinal: isFinal) {
      isExhausted = false
    }

    let end = events.count &+ limit
    while events.count < end, let (ring, bound) = earliest(before: horizon) {
      // Stays with a ring while no other has an earlier event.
      repeat {
        append(cursors[ring].removeFirst(), from: cursors[ring].chunk, conversion, to: &events)
      } while events.count < end && cursors[ring].firstPosition < bound
      if cursors[ring].isEmpty, !isExhausted { break }
    }
    if events.count >= end || !isExhausted { return .more }
    guard isFinal, cursors.allSatisfy({ $0.isEmpty }) else {
      if horizon != .max { quietTime = conversion.nanoseconds(ofPosition: horizon) }
      return .idle
    }
    appendLost(takeUnrecorded(), at: lastTime, to: &events)
    appendEnd(at: conversion.nanoseconds(ofPosition: conversion.present), to: &events)
    return .ended
  }

  /// Replaces the table of texts, for a reader whose events are not stored.
  func renewTexts() {
    texts = TextTable()
    decoder.renew(texts)
  }

  /// Counts all events that are not read yet as lost, and ends the stream.
  ///
  /// - Parameter events: Receives the `lost` event, if any events are lost, and `ended`.
  /// - Returns: The number of events lost.
  package func abandon(into events: inout [Event]) -> UInt64 {
    guard !hasEnded else { return 0 }
    for arrival in inbox.take() { cursors.append(RingCursor(arrival.chunkList, from: arrival.chunk)) }
    var count = takeUnrecorded()
    for index in cursors.indices { count &+= cursors[index].abandon() }
    let time = tracer.elapsed
    appendLost(count, at: time, to: &events)
    appendEnd(at: time, to: &events)
    return count
  }

  /// Appends an `alive` event if one is due because nothing has happened for a while, after notes of where bodies are suspended.
  ///
  /// - Parameter events: Receives the events.
  func appendAlive(to events: inout [Event]) {
    guard pause.hasEnded(after: quietTime &- lastTime) else { return }
    let pause = pause
    // These notes report no progress of the program, so they do not change the pause.
    defer { self.pause = pause }
    noteMissed(at: quietTime, to: &events)
    for slot in 0..<(psKeepsStacks() ? Int32(truncatingIfNeeded: psTaskSlots) : 0) {
      guard let (promise, text) = decoder.suspension(ofTask: slot, of: tracer.prefix) else { continue }
      var event = Event(.noted, promise)
      event.text = text
      append(event, at: quietTime, to: &events)
    }
    append(Event(.alive), at: quietTime, to: &events)
  }

  /// Appends a note of how many calls and suspended bodies are missing since the last one, if any.
  private func noteMissed(at time: Int64, to events: inout [Event]) {
    let counts = (stacks: psMissedStacks(), tasks: psMissedTasks())
    guard psKeepsStacks(), counts != missed else { return }
    var event = Event(.noted)
    let (stacks, tasks) = (counts.stacks &- missed.stacks, counts.tasks &- missed.tasks)
    event.text = texts.intern(Preview.line(LibraryNote.missing(stacks: stacks, tasks: tasks)))
    missed = counts
    append(event, at: time, to: &events)
  }

  private func takeUnrecorded() -> UInt64 {
    let count = tracer.unrecordedCount &- unrecorded
    unrecorded &+= count
    return count
  }

  private func appendLost(_ count: UInt64, at time: Int64, to events: inout [Event]) {
    guard count > 0 else { return }
    lostCount &+= count
    var event = Event(.lost)
    event.count = count
    append(event, at: time, to: &events)
  }

  private func appendEnd(at time: Int64, to events: inout [Event]) {
    hasEnded = true
    noteMissed(at: time, to: &events)
    append(Event(.ended), at: time, to: &events)
  }

  /// Appends an event with the next sequence number and a time that does not decrease.
  private func append(_ event: Event, at time: Int64, to events: inout [Event]) {
    var event = event
    sequence &+= 1
    lastTime = max(lastTime, time)
    (event.sequence, event.time) = (sequence, lastTime)
    if event.kind != .alive { pause.restart() }
    events.append(event)
  }

  /// The ring with the earliest event before `horizon`, and the position (exclusive) up to which no other ring has an earlier one.
  private func earliest(before horizon: UInt64) -> (ring: Int, bound: UInt64)? {
    var best: (ring: Int, position: UInt64)?
    var bound = horizon
    for ring in cursors.indices {
      let position = cursors[ring].firstPosition
      guard position < horizon else { continue }
      guard let leader = best else {
        best = (ring, position)
        continue
      }
      // Of events with equal times, the one from the ring with the lower number comes first.
      if position < leader.position {
        bound = min(bound, leader.position)
        best = (ring, position)
      } else {
        bound = min(bound, position &+ 1)
      }
    }
    return best.map { ($0.ring, bound) }
  }

  private func append(
    _ raw: RawEvent, from chunk: EventChunk, _ conversion: TickConversion, to events: inout [Event]
  ) {
    let event = decoder.decode(raw, chunk: chunk)
    // Compares positions, because two conversions may differ by a nanosecond. A `lost` event has no time of its own.
    if raw.ticks < lastPosition, event.kind != .lost { lateCount &+= 1 }
    lastPosition = max(lastPosition, raw.ticks)
    if event.kind == .lost { lostCount &+= event.count }
    append(event, at: conversion.nanoseconds(ofPosition: raw.ticks), to: &events)
  }
}

extension Tracer {
  /// Creates a reader of this tracer's events, independent of all other readers.
  ///
  /// It starts with the oldest event that is still in the rings, and counts those overwritten before as lost.
  ///
  /// - Returns: A source that does not end before ``finish()``.
  public func makeReader() -> TraceReader { makeReader(texts: TextTable()) }

  /// Creates a reader that shares its table of texts with another source.
  package func makeReader(texts: TextTable) -> TraceReader {
    let inbox = ReaderInbox()
    add(inbox)
    return TraceReader(tracer: self, inbox: inbox, texts: texts)
  }
}
