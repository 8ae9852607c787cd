// The quoted form of the texts that were written last, by their handles: a log says the same few words a million times. Handles
// are never used twice, so what is remembered of one stays true.

/// Texts as JSON strings: direct-mapped, bounded, in front of a ``TextTable``.
///
/// One thread uses it.
final class LogQuotes {
  /// The longest quoted form that is remembered.
  static let longest = 120

  private struct Slot {
    var id = TextID.none
    var count: UInt32 = 0
  }

  private static var slotCount: Int { 1024 }
  /// A slot's share of the bytes: whole words are copied.
  private static var stride: Int { 128 }

  private let texts: TextTable
  private let slots: UnsafeMutablePointer<Slot>
  private let bytes: UnsafeMutablePointer<UInt8>

  init(_ texts: TextTable) {
    self.texts = texts
    slots = .allocate(capacity: Self.slotCount)
    slots.initialize(repeating: Slot(), count: Self.slotCount)
    bytes = .allocate(capacity: Self.slotCount * Self.stride)
    bytes.initialize(repeating: 0, count: Self.slotCount * Self.stride)
  }

  deinit {
    slots.deallocate()
    bytes.deallocate()
  }

  /// Writes a text's quoted form if it is remembered; there is room for 16 bytes more than ``longest``.
  @inline(__always)
  func put(_ id: TextID, _ place: inout UnsafeMutablePointer<UInt8>) -> Bool {
    let slot = Int(truncatingIfNeeded: id.rawValue) & (Self.slotCount - 1)
    guard slots[slot].id == id else { return false }
    let count = Int(truncatingIfNeeded: slots[slot].count)
    let source = UnsafeRawPointer(bytes + slot * Self.stride)
    var copied = 0
    while copied < count {
      let pair = source.loadUnaligned(fromByteOffset: copied, as: SIMD2<UInt64>.self)
      UnsafeMutableRawPointer(place).storeBytes(of: pair, toByteOffset: copied, as: SIMD2<UInt64>.self)
      copied += 16
    }
    place += count
    return true
  }

  /// Writes a text's quoted form, and remembers it.
  ///
  /// - Parameters:
  ///   - id: The text.
  ///   - reserve: Is called with the number of bytes that may be needed, and returns the address to write to.
  /// - Returns: The address behind the last byte written; nil if the table has no such text.
  @inline(never)
  func fill(_ id: TextID, _ reserve: (Int) -> UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8>? {
    var end: UnsafeMutablePointer<UInt8>?
    texts.withBytes(id) { text in
      let start = reserve(text.count * LogQuoting.growth + 16)
      var place = start
      LogQuoting.put(quoted: text, &place)
      if place - start <= Self.longest {
        let slot = Int(truncatingIfNeeded: id.rawValue) & (Self.slotCount - 1)
        slots[slot] = Slot(id: id, count: UInt32(place - start))
        (bytes + slot * Self.stride).update(from: start, count: place - start)
      }
      end = place
    }
    return end
  }
}
