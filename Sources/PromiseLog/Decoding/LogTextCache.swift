// A small cache of the handles of texts, because a log repeats few texts very often. A hit takes no lock and creates no string.
//
// Texts that miss it can be collected and interned together: in a large table, several searches at once take much less time than one by one.

import PromiseTrace

/// A direct-mapped cache of a ``TextTable``'s handles, by the texts' bytes.
///
/// Not thread-safe.
final class LogTextCache {
  private struct Slot {
    var hash: UInt64
    var id: TextID
    var count: UInt32
  }

  /// Longer texts are rarely repeated, and not cached.
  private static var longest: Int { 64 }
  private static var slotCount: Int { 1024 }
  /// The bytes that a view can show of a text: twenty lines of a wide terminal.
  ///
  /// Of a longer one, its beginning and an ellipsis are kept, because whatever handles a text takes time in proportion to its length: a label of
  /// 15 MB took 14 s at each key.
  static var mostShown: Int { 4_096 }

  /// A text that was not in the cache.
  private struct Missed {
    var hash: UInt64
    var text: UnsafeBufferPointer<UInt8>
  }

  private let texts: TextTable
  private let slots: UnsafeMutablePointer<Slot>
  private let bytes: UnsafeMutablePointer<UInt8>
  @exclusivity(unchecked) private var round: UInt32 = 0
  /// Whether ``internLater(_:count:)`` collects the texts that are not in the cache.
  @exclusivity(unchecked) var isCollecting = false
  @exclusivity(unchecked) private var missed: [Missed] = []
  /// The number of texts collected.
  @exclusivity(unchecked) private(set) var missedCount = 0

  init(_ texts: TextTable) {
    self.texts = texts
    slots = .allocate(capacity: Self.slotCount)
    slots.initialize(repeating: Slot(hash: 0, id: .none, count: 0), count: Self.slotCount)
    // Comparing reads eight bytes at a time, also past the last slot.
    bytes = .allocate(capacity: Self.slotCount * Self.longest + 8)
    bytes.initialize(repeating: 0, count: Self.slotCount * Self.longest + 8)
  }

  deinit {
    slots.deallocate()
    bytes.deallocate()
  }

  /// The handle of a text in valid UTF-8.
  ///
  /// Eight bytes after it must be readable.
  @inline(__always)
  func intern(_ start: UnsafePointer<UInt8>, count: Int) -> TextID {
    guard count <= Self.longest, round == texts.round else { return internSlowly(start, count) }
    let hash = Self.hash(start, count)
    return cached(hash, start, count) ?? fill(hash, start, count)
  }

  /// The handle of a text that no view shows and that must be kept whole, like a line to write again, or an ID.
  func internWhole(_ start: UnsafePointer<UInt8>, count: Int) -> TextID {
    guard count > Self.mostShown else { return intern(start, count: count) }
    return texts.intern(valid: UnsafeBufferPointer(start: start, count: count))
  }

  /// The beginning of a text that is longer than `limit` bytes, with an ellipsis.
  static func shortened(_ text: UnsafeBufferPointer<UInt8>, to limit: Int = mostShown) -> [UInt8] {
    var end = limit - 3
    // A scalar's bytes after its first one are 10xxxxxx.
    while end > 0, text[end] & 0xC0 == 0x80 { end -= 1 }
    return Array(text[..<end]) + Array("…".utf8)
  }

  /// The handle of a text in valid UTF-8; ``TextID/none`` if the text was collected.
  ///
  /// The bytes of a collected text must remain valid until ``internMissed(_:)``. Eight bytes after them must be readable.
  @inline(__always)
  func internLater(_ start: UnsafePointer<UInt8>, count: Int) -> TextID {
    guard isCollecting, count <= Self.longest, round == texts.round else { return intern(start, count: count) }
    let hash = Self.hash(start, count)
    return cached(hash, start, count) ?? collect(hash, start, count)
  }

  /// Interns the collected texts.
  ///
  /// - Parameter body: Receives the index of each text in the order of collection, and its handle.
  func internMissed(_ body: (_ index: Int, _ id: TextID) -> Void) {
    let found = missed
    texts.intern(valid: found.map(\.text)) { index, id in
      let (hash, text) = (found[index].hash, found[index].text)
      if let start = text.baseAddress { keep(id, hash, start, text.count) }
      body(index, id)
    }
    dropMissed(after: 0)
  }

  /// Drops the texts collected after the first `count`.
  func dropMissed(after count: Int) {
    missed.removeLast(missedCount - count)
    missedCount = count
  }

  @inline(never)
  private func collect(_ hash: UInt64, _ start: UnsafePointer<UInt8>, _ count: Int) -> TextID {
    missed.append(Missed(hash: hash, text: UnsafeBufferPointer(start: start, count: count)))
    missedCount += 1
    return .none
  }

  /// The handle of a text that is in the cache.
  @inline(__always)
  private func cached(_ hash: UInt64, _ start: UnsafePointer<UInt8>, _ count: Int) -> TextID? {
    let index = Self.index(hash)
    let slot = slots + index
    guard slot.pointee.hash == hash, slot.pointee.count == count, slot.pointee.id != .none,
      Self.isEqual(start, bytes + index * Self.longest, count)
    else { return nil }
    return slot.pointee.id
  }

  @inline(__always)
  private func keep(_ id: TextID, _ hash: UInt64, _ start: UnsafePointer<UInt8>, _ count: Int) {
    let index = Self.index(hash)
    slots[index] = Slot(hash: hash, id: id, count: UInt32(count))
    (bytes + index * Self.longest).update(from: start, count: count)
  }

  @inline(__always)
  private static func index(_ hash: UInt64) -> Int { Int(truncatingIfNeeded: hash >> 54) }

  /// Hashes eight bytes at a time, without a seed, because colliding texts only make the cache miss.
  @inline(__always)
  private static func hash(_ start: UnsafePointer<UInt8>, _ count: Int) -> UInt64 {
    var hash = UInt64(truncatingIfNeeded: count)
    var offset = 0
    while count - offset >= 8 {
      hash = (hash ^ (start + offset).eight) &* 0x9E37_79B9_7F4A_7C15
      hash ^= hash >> 32
      offset += 8
    }
    let rest = (start + offset).eight & mask(count - offset)
    return (hash ^ rest) &* 0x9E37_79B9_7F4A_7C15
  }

  /// A mask for the first `count` of eight bytes.
  @inline(__always)
  private static func mask(_ count: Int) -> UInt64 { 1 &<< UInt64(truncatingIfNeeded: count &* 8) &- 1 }

  @inline(__always)
  private static func isEqual(_ left: UnsafePointer<UInt8>, _ right: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    var offset = 0
    while count - offset >= 8 {
      if (left + offset).eight != (right + offset).eight { return false }
      offset += 8
    }
    return ((left + offset).eight ^ (right + offset).eight) & mask(count - offset) == 0
  }

  @inline(never)
  private func fill(_ hash: UInt64, _ start: UnsafePointer<UInt8>, _ count: Int) -> TextID {
    let id = texts.intern(valid: UnsafeBufferPointer(start: start, count: count))
    keep(id, hash, start, count)
    return id
  }

  @inline(never)
  private func internSlowly(_ start: UnsafePointer<UInt8>, _ count: Int) -> TextID {
    if round != texts.round {
      // The table may have forgotten cached texts.
      round = texts.round
      for index in 0..<Self.slotCount { slots[index].id = .none }
    }
    if count <= Self.longest { return intern(start, count: count) }
    let text = UnsafeBufferPointer(start: start, count: count)
    guard count > Self.mostShown else { return texts.intern(valid: text) }
    return Self.shortened(text).withUnsafeBufferPointer { texts.intern(valid: $0) }
  }
}
