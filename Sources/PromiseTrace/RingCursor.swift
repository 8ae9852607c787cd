// One reader's position in one thread's ring, and the events it has copied out but not merged yet.

import Synchronization

struct RingCursor {
  /// What keeps the ring of a thread that ended.
  private let recorder: ThreadRecorder
  /// The chunk that the copied events, and their texts, lie in.
  private(set) var chunk: EventChunk
  private var position: UInt64 = 0
  private var buffer: [RawEvent] = []
  private var consumed = 0

  init(_ recorder: ThreadRecorder, from chunk: EventChunk) {
    self.recorder = recorder
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
  /// - Parameter limit: How many to hold at most.
  /// - Returns: Whether everything published so far has been copied.
  mutating func fill(limit: Int) -> Bool {
    // What is left moves up, but not for a few each time.
    if consumed * 2 >= buffer.count {
      buffer.removeSubrange(0..<consumed)
      consumed = 0
    }
    if position < chunk.base {
      // The chunks before a lossless ring's current one were kept for earlier readers only.
      appendLost(upTo: chunk.base, ticks: chunk.head > chunk.base ? chunk.read(chunk.base)?.ticks ?? 0 : 0)
    }
    while buffer.count - consumed < limit {
      // `next` first: what it hides was published before it was linked.
      let next = chunk.next
      let head = chunk.head
      if position == head {
        guard let next else { return true }
        guard isEmpty else { return false }
        chunk = next
        continue
      }
      copy(upTo: min(head, position + UInt64(limit - (buffer.count - consumed))))
    }
    return false
  }

  /// Copies what is there; at the first event that is not, counts what was lost.
  private mutating func copy(upTo end: UInt64) {
    buffer.reserveCapacity(buffer.count + Int(end - position))
    while position < end {
      guard let event = chunk.read(position) else { return skip() }
      buffer.append(event)
      position += 1
    }
  }

  /// Counts what was overwritten and goes on where the ring is still good, a little behind its oldest event: the producer is running.
  private mutating func skip() {
    let head = chunk.head
    let oldest = head - chunk.capacity + 1
    let target = max(position + 1, min(head, oldest + chunk.capacity / 8))
    let ticks = chunk.read(target)?.ticks ?? buffer.last?.ticks ?? 0
    appendLost(upTo: target, ticks: ticks)
  }

  private mutating func appendLost(upTo target: UInt64, ticks: UInt64) {
    var lost = RawEvent(ticks: ticks, kind: .lost, promise: 0)
    lost.words.3 = target - position
    position = target
    buffer.append(lost)
  }
}
