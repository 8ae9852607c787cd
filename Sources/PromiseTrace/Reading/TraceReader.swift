// A live reader: merges the rings of a tracer's threads into one stream, in order of time.
//
// Owns its own position in every ring, so that any number of readers read the same rings and none slows a producer. What was
// overwritten before it came is a `lost` event at the position where it is missing: read + lost == produced, always.

/// Where a tracer leaves new threads' rings for a reader to find.
final class ReaderInbox: Sendable {
  private let arrivals = Lock<[(chunkList: ChunkList, chunk: EventChunk)]>([])

  func add(_ chunkList: ChunkList, from chunk: EventChunk) {
    arrivals.withLock { $0.append((chunkList, chunk)) }
  }

  func take() -> [(chunkList: ChunkList, chunk: EventChunk)] {
    arrivals.withLock { arrivals in
      defer { arrivals = [] }
      return arrivals
    }
  }
}

/// A reader of a tracer's live events.
///
/// One thread reads with it. Events of the last few milliseconds are held back, so that a thread that was interrupted while it
/// recorded still finds its place in the order.
public final class TraceReader: EventSource {
  /// The header of a log of this stream.
  public var header: LogHeader { tracer.header }
  /// The words of this reader's events.
  public let texts: TextTable
  /// Always empty: rings have no malformed lines.
  public var diagnostics: [LogDiagnostic] { [] }
  /// Events that were overwritten before this reader came.
  @exclusivity(unchecked) public private(set) var lostCount: UInt64 = 0
  /// Labels, previews and notes that were overwritten before this reader came; their events are there, and say so in their place.
  public var overwrittenTextCount: UInt64 { decoder.overwrittenTextCount }
  /// Events that were delivered with a later time than their own, because they were published too late for their place.
  @exclusivity(unchecked) public private(set) var lateCount: UInt64 = 0

  /// How long an event is held back before it is merged, in nanoseconds.
  private static let holdback: Int64 = 2_000_000
  /// Events copied out of one ring before the others are looked at.
  private static let batch = 16_384

  private let tracer: Tracer
  private let inbox: ReaderInbox
  // One thread reads, and nothing here calls anybody who could read: asking whether two accesses meet took a third of the time.
  @exclusivity(unchecked) private var cursors: [RingCursor] = []
  @exclusivity(unchecked) private var decoder: EventDecoder
  @exclusivity(unchecked) private var lastTime: Int64 = 0
  @exclusivity(unchecked) private var lastTicks: UInt64 = 0
  @exclusivity(unchecked) private var sequence: UInt64 = 0
  @exclusivity(unchecked) private var unrecorded: UInt64 = 0
  @exclusivity(unchecked) private var hasEnded = false

  init(tracer: Tracer, inbox: ReaderInbox, texts: TextTable) {
    (self.tracer, self.inbox, self.texts) = (tracer, inbox, texts)
    decoder = EventDecoder(texts: texts)
  }

  /// Merges what the rings hold.
  ///
  /// See ``EventSource/read(into:limit:)``.
  public func read(into events: inout [Event], limit: Int) throws -> SourceStatus {
    merge(into: &events, limit: limit, includingLatest: false)
  }

  /// Like ``read(into:limit:)``; with `includingLatest`, nothing is held back.
  package func read(into events: inout [Event], limit: Int, includingLatest: Bool) throws -> SourceStatus {
    merge(into: &events, limit: limit, includingLatest: includingLatest)
  }

  /// Whether everything that was recorded up to a reading of the clock has been read.
  func hasRead(upTo ticks: UInt64) -> Bool { lastTicks > ticks }

  private func merge(into events: inout [Event], limit: Int, includingLatest: Bool) -> SourceStatus {
    if hasEnded { return .ended }
    // In this order: a tracer that had finished before the rings were copied has nothing left behind.
    let isFinal = tracer.isFinished
    let isHeldBack = !isFinal && !includingLatest && !tracer.converter.isManual
    let now = tracer.converter.now()
    let conversion = tracer.converter.conversion()
    let delay = UInt64(Double(TraceReader.holdback) / max(conversion.nanosecondsPerTick, 1e-9))
    let horizon = isHeldBack ? now &- min(delay, now) : UInt64.max

    for arrival in inbox.take() { cursors.append(RingCursor(arrival.chunkList, from: arrival.chunk)) }
    var isExhausted = true
    for index in cursors.indices where !cursors[index].fill(limit: TraceReader.batch, isFinal: isFinal) {
      isExhausted = false
    }

    let end = events.count + limit
    while events.count < end, let (ring, bound) = earliest(before: horizon) {
      // Stay with a ring for as long as no other has something earlier.
      repeat {
        append(cursors[ring].removeFirst(), from: cursors[ring].chunk, conversion, to: &events)
      } while events.count < end && cursors[ring].firstTicks < bound
      if cursors[ring].isEmpty, !isExhausted { break }
    }
    if events.count >= end || !isExhausted { return .more }
    guard isFinal, cursors.allSatisfy({ $0.isEmpty }) else { return .idle }
    appendLost(takeUnrecorded(), at: lastTime, to: &events)
    appendEnd(at: conversion.nanoseconds(now), to: &events)
    return .ended
  }

  /// Takes everything that was recorded and not read for lost, and ends.
  ///
  /// - Parameter events: Receives the event that counts it, if there is something to count, and the last one.
  /// - Returns: How many events are lost.
  package func abandon(into events: inout [Event]) -> UInt64 {
    guard !hasEnded else { return 0 }
    for arrival in inbox.take() { cursors.append(RingCursor(arrival.chunkList, from: arrival.chunk)) }
    var count = takeUnrecorded()
    for index in cursors.indices { count += cursors[index].abandon() }
    let time = tracer.elapsed
    appendLost(count, at: time, to: &events)
    appendEnd(at: time, to: &events)
    return count
  }

  private func takeUnrecorded() -> UInt64 {
    let count = tracer.unrecordedCount - unrecorded
    unrecorded += count
    return count
  }

  private func appendLost(_ count: UInt64, at time: Int64, to events: inout [Event]) {
    guard count > 0 else { return }
    lostCount += count
    var event = Event(.lost)
    event.count = count
    append(event, at: time, to: &events)
  }

  private func appendEnd(at time: Int64, to events: inout [Event]) {
    hasEnded = true
    append(Event(.ended), at: time, to: &events)
  }

  /// Gives an event its place behind those before.
  private func append(_ event: Event, at time: Int64, to events: inout [Event]) {
    var event = event
    sequence += 1
    lastTime = max(lastTime, time)
    (event.sequence, event.time) = (sequence, lastTime)
    events.append(event)
  }

  /// The ring with the earliest event before `horizon`, and up to when (exclusive) it is the one to go on with.
  private func earliest(before horizon: UInt64) -> (ring: Int, bound: UInt64)? {
    var best: (ring: Int, ticks: UInt64)?
    var bound = horizon
    for ring in cursors.indices {
      let ticks = cursors[ring].firstTicks
      guard ticks < horizon else { continue }
      guard let leader = best else {
        best = (ring, ticks)
        continue
      }
      // An equal time goes to the ring with the lower number.
      if ticks < leader.ticks {
        bound = min(bound, leader.ticks)
        best = (ring, ticks)
      } else {
        bound = min(bound, ticks &+ 1)
      }
    }
    return best.map { ($0.ring, bound) }
  }

  private func append(
    _ raw: RawEvent, from chunk: EventChunk, _ conversion: TickConverter.Conversion, to events: inout [Event]
  ) {
    let event = decoder.decode(raw, chunk: chunk)
    // By ticks: two conversions may differ by a nanosecond. What is lost has no time of its own.
    if raw.ticks < lastTicks, event.kind != .lost { lateCount += 1 }
    lastTicks = max(lastTicks, raw.ticks)
    if event.kind == .lost { lostCount += event.count }
    append(event, at: conversion.nanoseconds(raw.ticks), to: &events)
  }
}
