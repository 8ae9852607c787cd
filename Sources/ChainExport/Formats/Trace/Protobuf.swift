// The encoding of protocol buffers, as far as a writer needs it. Owns varints, tags and lengths. Does not know any message.
//
// Source: "Protocol Buffers: Encoding".

extension ExportBytes {
  /// Appends a number of 1 to 10 bytes.
  @inline(__always)
  func append(varint number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(UInt8(truncatingIfNeeded: rest))
  }

  /// Appends a number as a field.
  @inline(__always)
  func append(field: UInt64, _ number: UInt64) {
    append(varint: field << 3)
    append(varint: number)
  }

  /// Appends eight bytes as a field.
  func append(field: UInt64, fixed number: UInt64) {
    append(varint: field << 3 | 1)
    for shift in stride(from: 0 as UInt64, to: 64, by: 8) { append(UInt8(truncatingIfNeeded: number >> shift)) }
  }

  /// Appends a text in UTF-8 or a message as a field: what `body` appends.
  @inline(__always)
  func append(field: UInt64, _ body: () -> Void) {
    append(varint: field << 3 | 2)
    appendCounted(body)
  }
}
