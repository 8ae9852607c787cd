// A log says the same few words a million times. Owns a small cache that finds their handles without making strings.

/// Handles of texts by their bytes: direct-mapped, bounded, in front of a ``TextTable``.
struct LogTextCache {
  private struct Slot {
    var hash: UInt64 = 0
    var id = TextID.none
    var length: UInt8 = 0
  }

  private static var longest: Int { 64 }
  private static var slotCount: Int { 1024 }

  private let texts: TextTable
  private var slots = [Slot](repeating: Slot(), count: slotCount)
  private var round: UInt32 = 0
  private var bytes = [UInt8](repeating: 0, count: slotCount * longest)

  init(_ texts: TextTable) { self.texts = texts }

  /// The handle of a text given as UTF-8; what is no UTF-8 is repaired.
  mutating func intern(_ utf8: UnsafeBufferPointer<UInt8>) -> TextID {
    if round != texts.round { startRound() }
    guard utf8.count <= Self.longest else { return texts.intern(utf8) }
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    let slot = Int(truncatingIfNeeded: (hash >> 20) & UInt64(Self.slotCount - 1))
    let start = slot * Self.longest
    if slots[slot].hash == hash, slots[slot].id != .none, Int(slots[slot].length) == utf8.count,
      isEqual(utf8, start)
    {
      return slots[slot].id
    }
    let id = texts.intern(utf8)
    slots[slot] = Slot(hash: hash, id: id, length: UInt8(utf8.count))
    for (offset, byte) in utf8.enumerated() { bytes[start + offset] = byte }
    return id
  }

  private func isEqual(_ utf8: UnsafeBufferPointer<UInt8>, _ start: Int) -> Bool {
    for place in utf8.indices where bytes[start + place] != utf8[place] { return false }
    return true
  }

  /// The table may have forgotten what this remembers.
  private mutating func startRound() {
    round = texts.round
    for slot in slots.indices { slots[slot].id = .none }
  }
}
