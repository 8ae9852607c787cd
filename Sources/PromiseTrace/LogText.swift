// What stands between a JSON string's quotes, turned into the text it means. Never fails: what it can't decode is replaced.

/// Decoding of JSON strings.
enum LogText {
  /// Decodes escapes; a lone surrogate or an escape that JSON does not have becomes U+FFFD.
  static func unescape(_ source: UnsafeBufferPointer<UInt8>, into result: inout [UInt8]) {
    result.removeAll(keepingCapacity: true)
    var place = 0
    while place < source.count {
      let byte = source[place]
      place += 1
      guard byte == 0x5C, place < source.count else {
        result.append(byte)
        continue
      }
      let escape = source[place]
      place += 1
      switch escape {
      case 0x22, 0x5C, 0x2F: result.append(escape)
      case 0x62: result.append(0x08)
      case 0x66: result.append(0x0C)
      case 0x6E: result.append(0x0A)
      case 0x72: result.append(0x0D)
      case 0x74: result.append(0x09)
      case 0x75: append(scalar(source, &place), to: &result)
      default: append("\u{FFFD}", to: &result)
      }
    }
  }

  private static func append(_ scalar: Unicode.Scalar, to result: inout [UInt8]) {
    if let utf8 = UTF8.encode(scalar) { result.append(contentsOf: utf8) }
  }

  /// The character whose four hex digits begin at `place`; two escapes where it is a surrogate pair.
  private static func scalar(_ source: UnsafeBufferPointer<UInt8>, _ place: inout Int) -> Unicode.Scalar {
    guard let first = hex(source, place) else { return "\u{FFFD}" }
    place += 4
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard first < 0xDC00, place + 1 < source.count, source[place] == 0x5C, source[place + 1] == 0x75,
      let second = hex(source, place + 2), (0xDC00..<0xE000).contains(second)
    else { return "\u{FFFD}" }
    place += 6
    return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)) ?? "\u{FFFD}"
  }

  private static func hex(_ source: UnsafeBufferPointer<UInt8>, _ place: Int) -> UInt32? {
    guard place + 4 <= source.count else { return nil }
    var value: UInt32 = 0
    for byte in source[place..<place + 4] {
      switch byte {
      case 0x30...0x39: value = value << 4 | UInt32(byte - 0x30)
      case 0x41...0x46: value = value << 4 | UInt32(byte - 0x37)
      case 0x61...0x66: value = value << 4 | UInt32(byte - 0x57)
      default: return nil
      }
    }
    return value
  }
}
