// A cache of texts in their quoted form, by handle, because a log repeats few texts very often. Handles are never reused, so an entry
// never becomes invalid.

/// A direct-mapped cache of a ``TextTable``'s texts as JSON strings.
///
/// Not thread-safe.
package final class LogQuotes {
  /// The length of the longest cached form, in bytes.
  static let longest = 120

  private struct Slot {
    var id = TextID.none
    var count: UInt32 = 0
  }

  private static var slotCount: Int { 1024 }
  /// The number of bytes per slot, in whole words because whole words are copied.
  private static var stride: Int { 128 }

  private let texts: TextTable
  private let slots: UnsafeMutablePointer<Slot>
  private let bytes: UnsafeMutablePointer<UInt8>

  /// Creates an empty cache of a table's texts.
  package init(_ texts: TextTable) {
    self.texts = texts
    slots = .allocate(capacity: Self.slotCount)
    slots.initialize(repeating: Slot(), count: Self.slotCount)
    bytes = .allocate(capacity: Self.slotCount &* Self.stride)
    bytes.initialize(repeating: 0, count: Self.slotCount &* Self.stride)
  }

  deinit {
    slots.deallocate()
    bytes.deallocate()
  }

  /// Writes a text's quoted form if it is cached.
  ///
  /// There must be room for ``longest`` plus 16 bytes.
  @inline(__always)
  func put(_ id: TextID, _ cursor: inout UnsafeMutablePointer<UInt8>) -> Bool {
    let slot = Int(truncatingIfNeeded: id.rawValue) & (Self.slotCount &- 1)
    guard slots[slot].id == id else { return false }
    let count = Int(truncatingIfNeeded: slots[slot].count)
    let source = UnsafeRawPointer(bytes + slot &* Self.stride)
    var copied = 0
    while copied < count {
      let pair = source.loadUnaligned(fromByteOffset: copied, as: SIMD2<UInt64>.self)
      UnsafeMutableRawPointer(cursor).storeBytes(of: pair, toByteOffset: copied, as: SIMD2<UInt64>.self)
      copied &+= 16
    }
    cursor += count
    return true
  }

  /// Writes a text's quoted form.
  ///
  /// - Parameters:
  ///   - id: The text.
  ///   - cursor: The address to write to, with room for 256 bytes.
  ///   - reserve: Called if more may be needed, with the number of bytes; returns the address to write to.
  /// - Returns: The address after the last byte written; nil if the table has no such text.
  package func put(
    _ id: TextID, at cursor: UnsafeMutablePointer<UInt8>, _ reserve: (Int) -> UnsafeMutablePointer<UInt8>
  ) -> UnsafeMutablePointer<UInt8>? {
    var end = cursor
    return put(id, &end) ? end : fill(id, reserve)
  }

  /// Writes a text's quoted form, and caches it.
  ///
  /// - Parameters:
  ///   - id: The text.
  ///   - reserve: Called with the number of bytes that may be needed; returns the address to write to.
  /// - Returns: The address after the last byte written; nil if the table has no such text.
  @inline(never)
  func fill(_ id: TextID, _ reserve: (Int) -> UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8>? {
    var end: UnsafeMutablePointer<UInt8>?
    texts.withBytes(id) { text in
      let start = reserve(text.count &* LogQuoting.growth &+ 16)
      var cursor = start
      LogQuoting.put(quoted: text, &cursor)
      if cursor - start <= Self.longest {
        let slot = Int(truncatingIfNeeded: id.rawValue) & (Self.slotCount &- 1)
        slots[slot] = Slot(id: id, count: UInt32(truncatingIfNeeded: cursor - start))
        (bytes + slot &* Self.stride).update(from: start, count: cursor - start)
      }
      end = cursor
    }
    return end
  }
}
