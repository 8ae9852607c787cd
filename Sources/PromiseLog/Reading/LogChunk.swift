// A part of a log file, decoded on its own: some whole lines, their events, and what is wrong with the other lines. Owns the memory, which is
// used again for later parts. Says nothing about order and numbers of lines: `LogReader` takes the lines one by one, like those it decodes itself.

import PromiseTrace

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Some lines of a log, decoded.
///
/// One thread at a time uses it; ``LogAhead`` passes it on.
final class LogChunk: @unchecked Sendable {
  /// A line that is not an event, or several blank ones.
  struct Other {
    /// The number of events before it.
    var events: Int
    /// What is wrong with it; nil for blank lines.
    var problem: LogProblem?
    var lines = 1
  }

  /// The offset of its first byte in the file.
  private(set) var offset: Int64 = 0
  /// The number of its bytes, up to its last newline.
  private(set) var size = 0
  @exclusivity(unchecked) private(set) var events: [Event] = []
  /// Where the line of each event starts.
  @exclusivity(unchecked) private(set) var starts: [UInt32] = []
  @exclusivity(unchecked) private(set) var others: [Other] = []
  /// Where the first line starts that is not decoded yet.
  private var decoded = 0
  /// The events whose text is interned last.
  @exclusivity(unchecked) private var late: [Int] = []
  // The numbers of events and of other lines that were taken.
  @exclusivity(unchecked) var nextEvent = 0
  @exclusivity(unchecked) var nextOther = 0
  private let buffer: LogBuffer
  private let block: Int

  /// Creates an empty chunk of at most `block` bytes.
  init(block: Int) { (self.block, buffer) = (block, LogBuffer(capacity: block)) }

  /// The offset of the line of an event in the file.
  func offset(ofEvent index: Int) -> Int64 { offset + Int64(starts[index]) }

  /// Reads as many whole lines as fit; returns false if there is none.
  func fill(from descriptor: Int32, at offset: Int64) -> Bool {
    var got = 0
    repeat { got = pread(descriptor, buffer.start, block, off_t(offset)) } while got < 0 && errno == EINTR
    while got > 0, buffer.start[got - 1] != 0x0A { got -= 1 }
    (self.offset, size) = (offset, max(0, got))
    return size > 0
  }

  /// Decodes the lines before the first one that names a promise.
  func decode(with decoder: LogDecoder) {
    events.removeAll(keepingCapacity: true)
    starts.removeAll(keepingCapacity: true)
    others.removeAll(keepingCapacity: true)
    (nextEvent, nextOther, decoded) = (0, 0, 0)
    decoder.isInOrder = false
    decodeRest(with: decoder)
    decoder.isInOrder = true
  }

  /// Whether all lines are decoded.
  var isDecoded: Bool { decoded == size }

  /// Decodes the other lines, once all lines before were taken: promises with names are numbered in the order of the log.
  func decodeRest(with decoder: LogDecoder) {
    late.removeAll(keepingCapacity: true)
    let cache = decoder.cache
    cache.isCollecting = true
    let first = UnsafePointer(buffer.start)
    var start = first + decoded
    let end = first + size
    while start < end, let found = memchr(start, 0x0A, end - start) {
      let newline = UnsafePointer(found.assumingMemoryBound(to: UInt8.self))
      guard start < newline else {
        addBlankLine()
        start = newline + 1
        continue
      }
      do throws(LogProblem) {
        events.append(try decoder.event(start, end: newline))
        starts.append(UInt32(truncatingIfNeeded: start - first))
        if cache.missedCount > late.count { late.append(events.count - 1) }
      } catch {
        cache.dropMissed(after: late.count)
        if decoder.isTooEarly {
          decoder.isTooEarly = false
          break
        }
        others.append(Other(events: events.count, problem: LogScanner.isBlank(start, newline) ? nil : error))
      }
      start = newline + 1
    }
    decoded = start - first
    cache.isCollecting = false
    cache.internMissed { index, id in events[late[index]].text = id }
  }

  private func addBlankLine() {
    if nextOther < others.count, let last = others.last, last.problem == nil, last.events == events.count {
      others[others.count - 1].lines += 1
    } else {
      others.append(Other(events: events.count, problem: nil))
    }
  }
}
