// Quoting of texts as JSON strings: `a"b` becomes `"a\"b"`.
//
// Besides what JSON requires, it escapes everything that could control a terminal or break a line: DEL, C1 controls, line and paragraph
// separators, bidi marks, overrides and isolates. It does so in preserved members, too, and keeps their own escapes. Owns the set of
// those characters.

/// Escaping of texts in logs.
enum LogQuoting {
  /// The maximum number of bytes that a byte of text becomes.
  static let growth = 6

  /// Writes a text in quotes.
  ///
  /// There must be room for ``growth`` times its bytes, plus two.
  @inline(__always)
  static func put(quoted text: UnsafeBufferPointer<UInt8>, _ cursor: inout UnsafeMutablePointer<UInt8>) {
    cursor.put(byte: 0x22)
    put(escaped: text, isJSON: false, &cursor)
    cursor.put(byte: 0x22)
  }

  /// Writes a text.
  ///
  /// There must be room for ``growth`` times its bytes, plus eight.
  ///
  /// - Parameters:
  ///   - text: UTF-8. The bytes after it need not be readable.
  ///   - isJSON: Whether it is a fragment of JSON. Then quotes and backslashes are syntax, and control characters can only be white space
  ///     between tokens, which becomes spaces.
  ///   - cursor: The address to write to; advances past the last byte.
  static func put(
    escaped text: UnsafeBufferPointer<UInt8>, isJSON: Bool, _ cursor: inout UnsafeMutablePointer<UInt8>
  ) {
    guard var source = text.baseAddress else { return }
    let end = source + text.count
    while source < end {
      while end - source >= 8 {
        let word = LogScanner.eight(at: source)
        let special = special(in: word, isJSON: isJSON)
        UnsafeMutableRawPointer(cursor).storeBytes(of: word.littleEndian, as: UInt64.self)
        let count = special == 0 ? 8 : special.trailingZeroBitCount >> 3
        source += count
        cursor += count
        if special != 0 { break }
      }
      guard source < end else { return }
      let length = escapedLength(source, isJSON: isJSON)
      if length == 0 {
        cursor.put(byte: source.pointee)
        source += 1
      } else if isJSON, length == 1, source.pointee != 0x7F {
        cursor.put(byte: 0x20)
        source += 1
      } else {
        putEscape(source, length, &cursor)
        source += length
      }
    }
  }

  /// The top bit of each byte that may have to be escaped.
  ///
  /// Only the lowest one found is reliable.
  @inline(__always)
  private static func special(in word: UInt64, isJSON: Bool) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let deletes = word ^ (ones &* 0x7F)
    var found = (deletes &- ones) & ~deletes | (word &- ones &* 0x20) & ~word | word
    if !isJSON {
      let quotes = word ^ (ones &* 0x22)
      let backslashes = word ^ (ones &* 0x5C)
      found |= (quotes &- ones) & ~quotes | (backslashes &- ones) & ~backslashes
    }
    return found & (ones &* 0x80)
  }

  /// The length of a character that must be escaped, in bytes; 0 for any other.
  @inline(__always)
  private static func escapedLength(_ text: UnsafePointer<UInt8>, isJSON: Bool) -> Int {
    switch text[0] {
    case ..<0x20, 0x7F: return 1
    case 0x22, 0x5C: return isJSON ? 0 : 1
    case 0xC2: return text[1] < 0xA0 ? 2 : 0
    case 0xD8: return text[1] == 0x9C ? 2 : 0
    case 0xE2:
      switch (text[1], text[2]) {
      case (0x80, 0x8E...0x8F), (0x80, 0xA8...0xAE), (0x81, 0xA6...0xA9): return 3
      default: return 0
      }
    default: return 0
    }
  }

  @inline(never)
  private static func putEscape(
    _ text: UnsafePointer<UInt8>, _ length: Int, _ cursor: inout UnsafeMutablePointer<UInt8>
  ) {
    cursor.put(byte: 0x5C)
    switch (length, text[0]) {
    case (1, 0x22), (1, 0x5C): return cursor.put(byte: text[0])
    case (1, 0x0A): return cursor.put(byte: 0x6E)
    case (1, 0x0D): return cursor.put(byte: 0x72)
    case (1, 0x09): return cursor.put(byte: 0x74)
    default: break
    }
    let value: UInt32 =
      switch length {
      case 1: UInt32(text[0])
      case 2: UInt32(text[0] & 0x1F) << 6 | UInt32(text[1] & 0x3F)
      default: UInt32(text[0] & 0x0F) << 12 | UInt32(text[1] & 0x3F) << 6 | UInt32(text[2] & 0x3F)
      }
    cursor.put(byte: 0x75)
    for shift in [12, 8, 4, 0] as [UInt32] {
      let digit = UInt8(value >> shift & 0xF)
      cursor.put(byte: digit < 10 ? 0x30 + digit : 0x57 + digit)
    }
  }
}
