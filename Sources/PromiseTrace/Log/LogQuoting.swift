// Quoting of texts as JSON strings: `a"b` becomes `"a\"b"`.
//
// Besides what JSON requires, it escapes every character that could control a terminal, reorder a line or hide in it: all scalars of the kind
// `ScalarKind.hostile`. It does so in preserved members, too, and keeps their own escapes.

import PlainText

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
        let word = source.eight
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
        putEscape(source, &cursor)
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
    case ..<0x20, 0x7F: 1
    case 0x22, 0x5C: isJSON ? 0 : 1
    // The first bytes of hostile characters. Those of most letters, and of all CJK ideographs, are not among them.
    case 0xC2, 0xD8, 0xDB, 0xDC, 0xE0...0xE3, 0xEF, 0xF0, 0xF3: lengthIfHostile(text)
    default: 0
    }
  }

  @inline(never)
  private static func lengthIfHostile(_ text: UnsafePointer<UInt8>) -> Int {
    let (scalar, length) = scalar(text)
    return ScalarKind(scalar) == .hostile ? length : 0
  }

  /// Decodes a character of valid UTF-8.
  private static func scalar(_ text: UnsafePointer<UInt8>) -> (value: UInt32, length: Int) {
    let first = UInt32(text[0])
    switch first {
    case ..<0x80: return (first, 1)
    case ..<0xE0: return ((first & 0x1F) << 6 | next(text, 1), 2)
    case ..<0xF0: return ((first & 0x0F) << 12 | next(text, 1) << 6 | next(text, 2), 3)
    default: return ((first & 0x07) << 18 | next(text, 1) << 12 | next(text, 2) << 6 | next(text, 3), 4)
    }
  }

  private static func next(_ text: UnsafePointer<UInt8>, _ offset: Int) -> UInt32 { UInt32(text[offset] & 0x3F) }

  @inline(never)
  private static func putEscape(
    _ text: UnsafePointer<UInt8>, _ cursor: inout UnsafeMutablePointer<UInt8>
  ) {
    let value = scalar(text).value
    switch value {
    case 0x22, 0x5C: putEscape(UInt8(truncatingIfNeeded: value), &cursor)
    case 0x0A: putEscape(0x6E, &cursor)
    case 0x0D: putEscape(0x72, &cursor)
    case 0x09: putEscape(0x74, &cursor)
    case ..<0x1_0000: putEscape(unit: value, &cursor)
    default:
      putEscape(unit: 0xD7C0 &+ value >> 10, &cursor)
      putEscape(unit: 0xDC00 | value & 0x3FF, &cursor)
    }
  }

  private static func putEscape(_ letter: UInt8, _ cursor: inout UnsafeMutablePointer<UInt8>) {
    cursor.put(byte: 0x5C)
    cursor.put(byte: letter)
  }

  private static func putEscape(unit value: UInt32, _ cursor: inout UnsafeMutablePointer<UInt8>) {
    putEscape(0x75, &cursor)
    for shift in [12, 8, 4, 0] as [UInt32] {
      let digit = UInt8(truncatingIfNeeded: value &>> shift & 0xF)
      cursor.put(byte: digit < 10 ? 0x30 &+ digit : 0x57 &+ digit)
    }
  }
}
