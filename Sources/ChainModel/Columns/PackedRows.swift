// Rows of a delta in less than half of their memory: of each row, only the words that differ from the row before, as differences in as few bytes
// as possible. Neighbors resemble each other, because promises that were created together are also evicted together.
//
// Owns the layout, which exists only in memory. Does not know what the words mean.

/// Elements without references, packed.
///
/// - Complexity: Packing and unpacking take some 30 ns per element.
struct PackedRows<Element: Sendable>: Sendable {
  let count: Int
  private let bytes: [UInt8]

  /// The memory, in bytes.
  var size: Int { bytes.count }

  /// The number of 32-bit words of an element.
  private static var words: Int { MemoryLayout<Element>.stride / 4 }
  /// Each element starts with a bit for each of its words: whether it differs.
  private static var maskBytes: Int { (words + 7) / 8 }

  /// Packs elements that consist of at most 64 whole words.
  init(_ elements: [Element]) {
    precondition(MemoryLayout<Element>.stride % 4 == 0 && Self.words <= 64)
    count = elements.count
    bytes = elements.withUnsafeBytes { source in
      // Encodes into temporary memory first, because an array that checks its capacity for every byte takes twice the time.
      let longest = Self.maskBytes + Self.words * 5
      return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: elements.count * longest) { space in
        let size = Self.pack(source, into: space)
        return Array(UnsafeBufferPointer(rebasing: space[..<size]))
      }
    }
  }

  var unpacked: [Element] {
    [Element](unsafeUninitializedCapacity: count) { target, size in
      bytes.withUnsafeBufferPointer { Self.unpack($0, into: UnsafeMutableRawBufferPointer(target), count) }
      size = count
    }
  }

  private static func pack(_ source: UnsafeRawBufferPointer, into space: UnsafeMutableBufferPointer<UInt8>) -> Int {
    let (words, maskBytes) = (words, maskBytes)
    var size = 0
    for start in stride(from: 0, to: source.count, by: words * 4) {
      var mask: UInt64 = 0
      let maskStart = size
      size += maskBytes
      for word in 0..<words {
        let offset = start + word * 4
        let former = start == 0 ? 0 : source.loadUnaligned(fromByteOffset: offset - words * 4, as: UInt32.self)
        let difference = source.loadUnaligned(fromByteOffset: offset, as: UInt32.self) &- former
        guard difference != 0 else { continue }
        mask |= 1 << UInt64(word)
        // Small differences of either sign become small numbers, in seven bits per byte, the lowest first.
        var rest = difference << 1 ^ UInt32(bitPattern: Int32(bitPattern: difference) >> 31)
        while rest >= 0x80 {
          space[size] = UInt8(truncatingIfNeeded: rest) | 0x80
          rest >>= 7
          size += 1
        }
        space[size] = UInt8(truncatingIfNeeded: rest)
        size += 1
      }
      for byte in 0..<maskBytes { space[maskStart + byte] = UInt8(truncatingIfNeeded: mask >> UInt64(byte * 8)) }
    }
    return size
  }

  private static func unpack(
    _ bytes: UnsafeBufferPointer<UInt8>, into target: UnsafeMutableRawBufferPointer, _ count: Int
  ) {
    let (words, maskBytes) = (words, maskBytes)
    var position = 0
    for start in stride(from: 0, to: count * words * 4, by: words * 4) {
      var mask: UInt64 = 0
      for byte in 0..<maskBytes { mask |= UInt64(bytes[position + byte]) << UInt64(byte * 8) }
      position += maskBytes
      for word in 0..<words {
        let offset = start + word * 4
        var value = start == 0 ? 0 : target.loadUnaligned(fromByteOffset: offset - words * 4, as: UInt32.self)
        if mask & 1 << UInt64(word) != 0 {
          var (folded, shift) = (UInt32(0), UInt32(0))
          while true {
            let byte = bytes[position]
            position += 1
            folded |= UInt32(byte & 0x7F) << shift
            if byte < 0x80 { break }
            shift += 7
          }
          value &+= folded >> 1 ^ (0 &- (folded & 1))
        }
        target.storeBytes(of: value, toByteOffset: offset, as: UInt32.self)
      }
    }
  }
}
