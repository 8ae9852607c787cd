// Bytes of JSON text: numbers, literals and quoted strings. Owns the escaping; refuses to know what is written.

extension [UInt8] {
  /// Appends text that needs no escaping.
  @inline(__always)
  mutating func put(_ text: StaticString) { append(contentsOf: text.bytes) }

  /// Appends text as it is.
  mutating func put(_ text: String) { append(contentsOf: text.utf8) }

  /// Appends a number in decimal.
  mutating func put(_ number: Int64) {
    if number < 0 { append(0x2D) }
    put(number.magnitude)
  }

  /// Appends a number in decimal.
  mutating func put(_ number: UInt64) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
      var rest = number
      var start = 20
      repeat {
        start -= 1
        digits[start] = 0x30 + UInt8(truncatingIfNeeded: rest % 10)
        rest /= 10
      } while rest > 0
      append(contentsOf: UnsafeBufferPointer(rebasing: digits[start..<20]))
    }
  }

  /// Appends `text` as a JSON string.
  ///
  /// Besides what JSON demands, everything that could steer a terminal or a reader of lines is escaped: DEL, C1 controls,
  /// line and paragraph separators, bidi marks, overrides and isolates.
  mutating func putQuoted(_ text: String) {
    append(0x22)
    var text = text
    text.withUTF8 { utf8 in
      var clean = 0
      var place = 0
      while place < utf8.count {
        let byte = utf8[place]
        if byte >= 0x20, byte < 0x7F, byte != 0x22, byte != 0x5C {
          place += 1
          continue
        }
        let length = Self.escapedLength(utf8, at: place)
        if length == 0 {
          place += 1
          continue
        }
        append(contentsOf: UnsafeBufferPointer(rebasing: utf8[clean..<place]))
        putEscape(utf8, at: place, length: length)
        place += length
        clean = place
      }
      append(contentsOf: UnsafeBufferPointer(rebasing: utf8[clean...]))
    }
    append(0x22)
  }

  /// How many bytes at `place` make a character that must be escaped; 0 where it is harmless.
  private static func escapedLength(_ utf8: UnsafeBufferPointer<UInt8>, at place: Int) -> Int {
    switch utf8[place] {
    case ..<0x20, 0x22, 0x5C, 0x7F: return 1
    case 0xC2: return utf8[place + 1] < 0xA0 ? 2 : 0
    case 0xD8: return utf8[place + 1] == 0x9C ? 2 : 0
    case 0xE2:
      switch (utf8[place + 1], utf8[place + 2]) {
      case (0x80, 0x8E...0x8F), (0x80, 0xA8...0xAE), (0x81, 0xA6...0xA9): return 3
      default: return 0
      }
    default: return 0
    }
  }

  private mutating func putEscape(_ utf8: UnsafeBufferPointer<UInt8>, at place: Int, length: Int) {
    append(0x5C)
    let byte = utf8[place]
    if length == 1 {
      switch byte {
      case 0x22, 0x5C: return append(byte)
      case 0x0A: return append(0x6E)
      case 0x0D: return append(0x72)
      case 0x09: return append(0x74)
      default: break
      }
    }
    let value: UInt32 =
      switch length {
      case 1: UInt32(byte)
      case 2: UInt32(byte & 0x1F) << 6 | UInt32(utf8[place + 1] & 0x3F)
      default: UInt32(byte & 0x0F) << 12 | UInt32(utf8[place + 1] & 0x3F) << 6 | UInt32(utf8[place + 2] & 0x3F)
      }
    append(0x75)
    for shift in [12, 8, 4, 0] as [UInt32] {
      let digit = UInt8(value >> shift & 0xF)
      append(digit < 10 ? 0x30 + digit : 0x57 + digit)
    }
  }
}
