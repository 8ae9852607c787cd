// One reader's position in one thread's rings, and the events that it has copied but not merged yet.
//
// Owns the detection of gaps: each slot contains how many events the thread emitted before it, so the loss between two copied events is the
// difference to the number accounted for.

import Synchronization

/// A reader's cursor in the rings of one thread.
struct RingCursor {
  /// Retained for the chunks of a thread that has ended.
  private let chunkList: ChunkList
  /// The chunk that holds the copied events and their texts.
  private(set) var chunk: EventChunk
  /// The next slot to copy.
  private var slot: UInt64 = 0
  /// The number of events copied so far, plus those counted as lost.
  private var accounted: UInt64 = 0
  /// Whether events may be missing before the next one.
  private var hasGap = true
  private var lastPosition: UInt64 = 0
  private var buffer: [RawEvent] = []
  private var consumed = 0

  init(_ chunkList: ChunkList, from chunk: EventChunk) {
    self.chunkList = chunkList
    self.chunk = chunk
  }

  /// Whether every event copied has been merged.
  var isEmpty: Bool { consumed == buffer.count }

  /// The position of the earliest event that is copied and not merged yet; `.max` if there is none.
  var firstPosition: UInt64 { isEmpty ? .max : buffer[consumed].ticks }

  /// Removes that event, whose ticks are its position.
  mutating func removeFirst() -> RawEvent {
    defer { consumed &+= 1 }
    return buffer[consumed]
  }

  /// Copies events from the ring, from one chunk at a time.
  ///
  /// - Parameters:
  ///   - conversion: Gives the events' positions.
  ///   - limit: The number of events to hold; a pair may exceed it by one.
  ///   - isFinal: Whether the thread emits no more events.
  /// - Returns: Whether everything published so far has been copied.
  mutating func fill(_ conversion: TickConversion, limit: Int, isFinal: Bool) -> Bool {
    // Compacts the buffer only when at least half of it is consumed.
    if consumed &* 2 >= buffer.count {
      buffer.removeFirst(consumed)
      consumed = 0
    }
    while buffer.count &- consumed < limit {
      // A reader that starts at a later chunk skips the earlier ones.
      slot = max(slot, chunk.base)
      chunk.awaitSettling()
      // `next` is read before `head`: if there is a next chunk, this one's `head` is final.
      let next = chunk.next
      let head = chunk.head
      if slot < head {
        let room = UInt64(truncatingIfNeeded: limit &- (buffer.count &- consumed))
        copy(upTo: min(head, slot &+ room), conversion)
        continue
      }
      guard let next else {
        // Reports a loss after the last event. A loss before a later event is detected when that event is copied.
        let dropped = chunk.droppedCount
        if dropped > 0 || isFinal, let count = chunk.eventsBefore(head: head) {
          appendLost(upTo: count &+ dropped, at: lastPosition)
        }
        return true
      }
      guard isEmpty else { return false }
      chunk = next
      hasGap = true
    }
    return false
  }

  /// Counts all events that are not merged yet as lost.
  ///
  /// - Returns: The number of those events.
  mutating func abandon() -> UInt64 {
    var count: UInt64 = 0
    while !isEmpty {
      let event = removeFirst()
      count &+= event.kind == .lost ? event.words.3 : 1
    }
    while let next = chunk.next { chunk = next }
    slot = chunk.head
    let recorded = max((chunk.eventsBefore(head: slot) ?? accounted) &+ chunk.droppedCount, accounted)
    count &+= recorded &- accounted
    accounted = recorded
    return count
  }

  /// Copies slots up to `end`; stops when one was overwritten.
  private mutating func copy(upTo end: UInt64, _ conversion: TickConversion) {
    buffer.reserveCapacity(buffer.count &+ Int(truncatingIfNeeded: end &- slot))
    while slot < end {
      guard var event = chunk.read(slot) else { return skip() }
      event.words.0 = conversion.position(ofTicks: event.ticks)
      if hasGap {
        appendLost(upTo: chunk.eventsBefore(slot, event), at: event.ticks)
        hasGap = false
      }
      if let (first, second) = event.split {
        buffer.append(first)
        buffer.append(second)
        accounted &+= 2
      } else {
        buffer.append(event)
        accounted &+= 1
      }
      lastPosition = event.ticks
      slot &+= 1
    }
  }

  /// Skips overwritten slots, and an eighth of the ring more, because the producer is still overwriting.
  private mutating func skip() {
    let head = chunk.head
    let oldest = head &- chunk.capacity &+ 1
    slot = max(slot &+ 1, min(head, oldest &+ chunk.capacity / 8))
    hasGap = true
  }

  /// Adds a `lost` event if fewer than `count` events are accounted for.
  private mutating func appendLost(upTo count: UInt64, at position: UInt64) {
    guard count > accounted else { return }
    var lost = RawEvent(ticks: position, kind: .lost, promise: 0)
    lost.words.3 = count &- accounted
    accounted = count
    buffer.append(lost)
  }
}
