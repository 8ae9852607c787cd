// One reader's position in one thread's ring, the events it has copied out but not merged yet, and how many the thread recorded
// before them. What is missing between two of them follows from that number alone.

import Synchronization

struct RingCursor {
  /// What keeps the ring of a thread that ended.
  private let chunkList: ChunkList
  /// The chunk that the copied events, and their texts, lie in.
  private(set) var chunk: EventChunk
  /// The next slot to copy.
  private var position: UInt64 = 0
  /// Events copied so far, and events counted as lost.
  private var accounted: UInt64 = 0
  /// Whether events may be missing between those accounted for and the next one.
  private var hasGap = true
  private var lastTicks: UInt64 = 0
  private var buffer: [RawEvent] = []
  private var consumed = 0

  init(_ chunkList: ChunkList, from chunk: EventChunk) {
    self.chunkList = chunkList
    self.chunk = chunk
  }

  /// Whether every event copied has been merged.
  var isEmpty: Bool { consumed == buffer.count }

  /// When the earliest event happened that was copied and not merged yet; the end of time where there is none.
  var firstTicks: UInt64 { isEmpty ? .max : buffer[consumed].ticks }

  mutating func removeFirst() -> RawEvent {
    consumed += 1
    return buffer[consumed - 1]
  }

  /// Copies events out of the ring, those of one chunk at a time.
  ///
  /// - Parameters:
  ///   - limit: How many to hold, but for one more.
  ///   - isFinal: Whether the thread records no more.
  /// - Returns: Whether everything published so far has been copied.
  mutating func fill(limit: Int, isFinal: Bool) -> Bool {
    // What is left moves up, but not for a few each time.
    if consumed * 2 >= buffer.count {
      buffer.removeSubrange(0..<consumed)
      consumed = 0
    }
    while buffer.count - consumed < limit {
      // The chunks before a thread's current one were kept for earlier readers only.
      position = max(position, chunk.base)
      // `next` first: what it hides was published before it was linked.
      let next = chunk.next
      let head = chunk.head
      if position < head {
        copy(upTo: min(head, position + UInt64(limit - (buffer.count - consumed))))
        continue
      }
      guard let next else {
        // The loss began behind the last event. What is missing before an event that will come is found with that one.
        let dropped = chunk.droppedCount
        if dropped > 0 || isFinal, let count = chunk.eventsBefore(head: head) {
          appendLost(upTo: count + dropped, ticks: lastTicks)
        }
        return true
      }
      guard isEmpty else { return false }
      chunk = next
      hasGap = true
    }
    return false
  }

  /// Counts everything that was recorded and not merged as lost.
  ///
  /// - Returns: How many events that is.
  mutating func abandon() -> UInt64 {
    var count: UInt64 = 0
    while !isEmpty {
      let event = removeFirst()
      count += event.kind == .lost ? event.words.3 : 1
    }
    while let next = chunk.next { chunk = next }
    position = chunk.head
    let recorded = (chunk.eventsBefore(head: position) ?? accounted) + chunk.droppedCount
    count += max(recorded, accounted) - accounted
    accounted = max(recorded, accounted)
    return count
  }

  /// Copies what is there, and counts what is not.
  private mutating func copy(upTo end: UInt64) {
    buffer.reserveCapacity(buffer.count + Int(end - position))
    while position < end {
      guard let event = chunk.read(position) else { return skip() }
      if hasGap {
        appendLost(upTo: chunk.eventsBefore(position, event), ticks: event.ticks)
        hasGap = false
      }
      if let (first, second) = event.split {
        buffer.append(first)
        buffer.append(second)
        accounted += 2
      } else {
        buffer.append(event)
        accounted += 1
      }
      lastTicks = event.ticks
      position += 1
    }
  }

  /// Goes on where the ring is still good, a little behind its oldest event: the producer is running.
  private mutating func skip() {
    let head = chunk.head
    let oldest = head - chunk.capacity + 1
    position = max(position + 1, min(head, oldest + chunk.capacity / 8))
    hasGap = true
  }

  /// Counts the events between those accounted for and the one before which `count` were recorded.
  private mutating func appendLost(upTo count: UInt64, ticks: UInt64) {
    guard count > accounted else { return }
    var lost = RawEvent(ticks: ticks, kind: .lost, promise: 0)
    lost.words.3 = count - accounted
    accounted = count
    buffer.append(lost)
  }
}
