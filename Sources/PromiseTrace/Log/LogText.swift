// What stands between a JSON string's quotes, turned into the text it means: `a\u00e9` becomes `aé`.
//
// The scanner has validated it. One thing that JSON's grammar allows means no text: half of a surrogate pair (RFC 8259, section 8.2).
// It becomes U+FFFD.

/// Decoding of JSON strings.
enum LogText {
  /// Decodes the escapes of a validated string.
  ///
  /// - Parameters:
  ///   - start: The first byte.
  ///   - end: Behind the last.
  ///   - result: Receives UTF-8, never more bytes than were given.
  /// - Returns: Behind the last byte written.
  static func unescape(
    _ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, into result: UnsafeMutablePointer<UInt8>
  ) -> UnsafeMutablePointer<UInt8> {
    var (place, result) = (start, result)
    while place < end {
      guard place.pointee == 0x5C else {
        result.put(byte: place.pointee)
        place += 1
        continue
      }
      let escape = place[1]
      place += 2
      switch escape {
      case 0x62: result.put(byte: 0x08)
      case 0x66: result.put(byte: 0x0C)
      case 0x6E: result.put(byte: 0x0A)
      case 0x72: result.put(byte: 0x0D)
      case 0x74: result.put(byte: 0x09)
      case 0x75: put(scalar(&place, end), &result)
      default: result.put(byte: escape)
      }
    }
    return result
  }

  /// The character whose four hexadecimal digits begin at `place`; two escapes for a surrogate pair.
  private static func scalar(_ place: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) -> Unicode.Scalar {
    let first = unit(place)
    place += 4
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard first < 0xDC00, end - place >= 6, place[0] == 0x5C, place[1] == 0x75 else { return "\u{FFFD}" }
    let second = unit(place + 2)
    guard 0xDC00..<0xE000 ~= second else { return "\u{FFFD}" }
    place += 6
    return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)) ?? "\u{FFFD}"
  }

  private static func unit(_ digits: UnsafePointer<UInt8>) -> UInt32 {
    var value: UInt32 = 0
    for place in 0..<4 { value = value << 4 | (LogScanner.hexDigit(digits[place]) ?? 0) }
    return value
  }

  private static func put(_ scalar: Unicode.Scalar, _ result: inout UnsafeMutablePointer<UInt8>) {
    for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { result.put(byte: byte) }
  }
}
