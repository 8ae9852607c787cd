// The encoding of protocol buffers, as far as a writer needs it. Owns varints, tags and lengths. Does not know any message.
//
// Source: "Protocol Buffers: Encoding".

extension [UInt8] {
  /// Appends a number of 1 to 10 bytes.
  @inline(__always)
  mutating func append(varint number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(UInt8(truncatingIfNeeded: rest))
  }

  /// Appends a number as a field.
  @inline(__always)
  mutating func append(field: UInt64, _ number: UInt64) {
    append(varint: field << 3)
    append(varint: number)
  }

  /// Appends eight bytes as a field.
  mutating func append(field: UInt64, fixed number: UInt64) {
    append(varint: field << 3 | 1)
    Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
  }

  /// Appends bytes, a text in UTF-8, or a message as a field.
  @inline(__always)
  mutating func append(field: UInt64, bytes: some Collection<UInt8>) {
    append(varint: field << 3 | 2)
    append(varint: UInt64(bytes.count))
    append(contentsOf: bytes)
  }

  /// Appends a text as a field.
  mutating func append(field: UInt64, _ text: String) { append(field: field, bytes: text.utf8) }
}
