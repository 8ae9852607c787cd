// One reader's position in one thread's ring, and the events it has copied out but not merged yet.

import Synchronization

struct RingCursor {
  private let recorder: ThreadRecorder
  private var chunk: EventChunk
  private var position: UInt64
  private var buffer: [(event: RawEvent, chunk: EventChunk)] = []
  private var consumed = 0

  init(_ recorder: ThreadRecorder, from chunk: EventChunk) {
    self.recorder = recorder
    self.chunk = chunk
    position = 0
  }

  /// The earliest event copied and not merged yet.
  var first: RawEvent? { consumed < buffer.count ? buffer[consumed].event : nil }

  /// The chunk that the earliest event's text lies in.
  var source: EventChunk { consumed > 0 ? buffer[consumed - 1].chunk : chunk }

  mutating func removeFirst() -> RawEvent {
    consumed += 1
    return buffer[consumed - 1].event
  }

  /// Copies events out of the ring.
  ///
  /// - Parameter limit: How many to hold at most.
  /// - Returns: Whether everything published so far has been copied.
  mutating func fill(limit: Int) -> Bool {
    if consumed > 0 {
      buffer.removeSubrange(0..<consumed)
      consumed = 0
    }
    if position < chunk.base {
      // The chunks before a lossless ring's current one were kept for earlier readers only.
      let ticks = chunk.head.load(ordering: .acquiring) > chunk.base ? chunk.read(chunk.base)?.ticks : nil
      appendLost(upTo: chunk.base, ticks: ticks ?? 0)
    }
    while buffer.count < limit {
      // `next` first: what it hides was published before it was linked.
      let next = chunk.next
      let head = chunk.head.load(ordering: .acquiring)
      if position == head {
        guard let next else { return true }
        chunk = next
        continue
      }
      while position < head, buffer.count < limit {
        if let event = chunk.read(position) {
          buffer.append((event, chunk))
          position += 1
        } else {
          skip()
          break
        }
      }
    }
    return false
  }

  /// Counts what was overwritten and goes on where the ring is still good, a little behind its oldest event: the producer is running.
  private mutating func skip() {
    let head = chunk.head.load(ordering: .acquiring)
    let oldest = head - chunk.capacity + 1
    let target = max(position + 1, min(head, oldest + chunk.capacity / 8))
    let ticks = chunk.read(target)?.ticks ?? buffer.last?.event.ticks ?? 0
    appendLost(upTo: target, ticks: ticks)
  }

  private mutating func appendLost(upTo target: UInt64, ticks: UInt64) {
    var lost = RawEvent(ticks: ticks, kind: .lost, promise: 0)
    lost.words.3 = target - position
    position = target
    buffer.append((lost, chunk))
  }
}
