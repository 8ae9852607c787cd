// Decoding of the escapes in a JSON string: `a\u00e9` becomes `aé`.
//
// The scanner has validated the string. An unpaired surrogate, which JSON's grammar allows (RFC 8259, section 8.2), becomes U+FFFD.

import PromiseTrace

enum LogText {
  /// Decodes the escapes of a validated string.
  ///
  /// - Parameters:
  ///   - start: The first byte.
  ///   - end: The end of the string's content.
  ///   - result: Receives UTF-8, at most as many bytes as the input.
  /// - Returns: The end of the bytes written.
  static func unescape(
    _ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, into result: UnsafeMutablePointer<UInt8>
  ) -> UnsafeMutablePointer<UInt8> {
    var (cursor, result) = (start, result)
    while cursor < end {
      guard cursor.pointee == 0x5C else {
        result.put(byte: cursor.pointee)
        cursor += 1
        continue
      }
      let escape = cursor[1]
      cursor += 2
      switch escape {
      case 0x62: result.put(byte: 0x08)
      case 0x66: result.put(byte: 0x0C)
      case 0x6E: result.put(byte: 0x0A)
      case 0x72: result.put(byte: 0x0D)
      case 0x74: result.put(byte: 0x09)
      case 0x75: put(scalar(&cursor, end), &result)
      default: result.put(byte: escape)
      }
    }
    return result
  }

  /// The character with four hexadecimal digits at `cursor`; consumes two escapes for a surrogate pair.
  private static func scalar(_ cursor: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) -> Unicode.Scalar {
    let first = unit(cursor)
    cursor += 4
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard first < 0xDC00, end - cursor >= 6, cursor[0] == 0x5C, cursor[1] == 0x75 else { return "\u{FFFD}" }
    let second = unit(cursor + 2)
    guard 0xDC00..<0xE000 ~= second else { return "\u{FFFD}" }
    cursor += 6
    return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)) ?? "\u{FFFD}"
  }

  private static func unit(_ digits: UnsafePointer<UInt8>) -> UInt32 {
    var value: UInt32 = 0
    for index in 0..<4 { value = value << 4 | (LogScanner.hexDigit(digits[index]) ?? 0) }
    return value
  }

  private static func put(_ scalar: Unicode.Scalar, _ result: inout UnsafeMutablePointer<UInt8>) {
    for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { result.put(byte: byte) }
  }
}
