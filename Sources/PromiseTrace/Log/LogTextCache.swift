// A log says the same few words a million times. Owns a small cache that finds their handles without a lock and without making
// strings.

/// Handles of texts by their bytes: direct-mapped, bounded, in front of a ``TextTable``.
///
/// One thread uses it.
final class LogTextCache {
  private struct Slot {
    var hash: UInt64
    var id: TextID
    var count: UInt32
  }

  /// Longer texts are seldom said twice.
  private static var longest: Int { 64 }
  private static var slotCount: Int { 1024 }

  private let texts: TextTable
  private let slots: UnsafeMutablePointer<Slot>
  private let bytes: UnsafeMutablePointer<UInt8>
  @exclusivity(unchecked) private var round: UInt32 = 0

  init(_ texts: TextTable) {
    self.texts = texts
    slots = .allocate(capacity: Self.slotCount)
    slots.initialize(repeating: Slot(hash: 0, id: .none, count: 0), count: Self.slotCount)
    // Comparing takes eight bytes at a time, behind the last slot too.
    bytes = .allocate(capacity: Self.slotCount * Self.longest + 8)
    bytes.initialize(repeating: 0, count: Self.slotCount * Self.longest + 8)
  }

  deinit {
    slots.deallocate()
    bytes.deallocate()
  }

  /// The handle of a text, given as valid UTF-8 of which eight bytes more than `count` are readable.
  @inline(__always)
  func intern(_ start: UnsafePointer<UInt8>, count: Int) -> TextID {
    guard count <= Self.longest, round == texts.round else { return internSlowly(start, count) }
    let hash = Self.hash(start, count)
    let place = Int(truncatingIfNeeded: hash >> 54)
    let slot = slots + place
    guard slot.pointee.hash == hash, slot.pointee.count == count, slot.pointee.id != .none,
      Self.isEqual(start, bytes + place * Self.longest, count)
    else { return fill(place, hash, start, count) }
    return slot.pointee.id
  }

  /// Eight bytes at a time.
  ///
  /// Without a seed: texts that meet at one slot cost no more than a cache that misses.
  @inline(__always)
  private static func hash(_ start: UnsafePointer<UInt8>, _ count: Int) -> UInt64 {
    var hash = UInt64(truncatingIfNeeded: count)
    var place = 0
    while count - place >= 8 {
      hash = (hash ^ LogScanner.eight(at: start + place)) &* 0x9E37_79B9_7F4A_7C15
      hash ^= hash >> 32
      place += 8
    }
    let rest = LogScanner.eight(at: start + place) & mask(count - place)
    return (hash ^ rest) &* 0x9E37_79B9_7F4A_7C15
  }

  /// A mask for the first `count` of eight bytes.
  @inline(__always)
  private static func mask(_ count: Int) -> UInt64 { 1 &<< UInt64(truncatingIfNeeded: count &* 8) &- 1 }

  @inline(__always)
  private static func isEqual(_ left: UnsafePointer<UInt8>, _ right: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    var place = 0
    while count - place >= 8 {
      if LogScanner.eight(at: left + place) != LogScanner.eight(at: right + place) { return false }
      place += 8
    }
    return (LogScanner.eight(at: left + place) ^ LogScanner.eight(at: right + place)) & mask(count - place) == 0
  }

  @inline(never)
  private func fill(_ place: Int, _ hash: UInt64, _ start: UnsafePointer<UInt8>, _ count: Int) -> TextID {
    let id = texts.intern(valid: UnsafeBufferPointer(start: start, count: count))
    slots[place] = Slot(hash: hash, id: id, count: UInt32(count))
    (bytes + place * Self.longest).update(from: start, count: count)
    return id
  }

  @inline(never)
  private func internSlowly(_ start: UnsafePointer<UInt8>, _ count: Int) -> TextID {
    if round != texts.round {
      // The table may have forgotten what this remembers.
      round = texts.round
      for place in 0..<Self.slotCount { slots[place].id = .none }
    }
    if count <= Self.longest { return intern(start, count: count) }
    return texts.intern(valid: UnsafeBufferPointer(start: start, count: count))
  }
}
