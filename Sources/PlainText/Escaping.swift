// Text as data on one line: characters that could control a terminal, reorder the line or hide in it are written as visible escapes.
//
// Owns which characters are escaped, and how. It drops none, and does not count columns; `Glyph` decides how a text is displayed.

/// Escaping of untrusted text, so that it is safe to print, to log and to copy.
public enum Escaping {
  /// Returns a text on one line, with hostile characters written as `\n`, `\r`, `\t`, or `\u{1B}`.
  ///
  /// It escapes control and format characters (C0, DEL, C1, marks and overrides of the writing direction, zero-width spaces, tags) and
  /// the line and paragraph separators. It keeps joiners and variation selectors, which emoji and several scripts need. Any thread may
  /// call it.
  ///
  /// - Parameters:
  ///   - text: Any text.
  ///   - limit: The maximum length of the result, in Unicode scalars; a truncated line ends in `…`.
  /// - Returns: The line; `text` itself if there is nothing to escape or to truncate.
  /// - Complexity: O(*n*) in the text's length, or O(*limit*) if that is less.
  public static func line(_ text: String, limit: Int = .max) -> String {
    text.withBytes { utf8 -> String? in
      if utf8.count <= limit, isPlain(utf8) { return nil }
      var line: [UInt8] = []
      line.reserveCapacity(min(utf8.count, limit &* 4) &+ 16)
      // The number of bytes to keep if the line has to be truncated.
      var kept = 0
      var count = 0
      var index = 0
      while index < utf8.count {
        let start = index
        let scalar = UTF8Walk.scalar(utf8, &index)
        let former = line.count
        if ScalarKind(scalar) == .hostile {
          append(scalar, to: &line)
          count &+= line.count &- former
        } else {
          line.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[start..<index]))
          count &+= 1
        }
        if count > limit {
          line.removeLast(line.count &- kept)
          line.append(contentsOf: "…".utf8)
          break
        }
        if count < limit { kept = line.count }
      }
      return String(decoding: line, as: UTF8.self)
    } ?? text
  }

  /// Whether a text is entirely printable ASCII, so that it needs no escaping and takes one column per byte.
  ///
  /// - Complexity: O(*n*) in the text's length.
  public static func isPlain(_ text: String) -> Bool {
    text.withBytes(isPlain)
  }

  package static func isPlain(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
    for byte in utf8 where byte &- 0x20 >= 0x5F { return false }
    return true
  }

  /// Appends the visible escape of a scalar, in ASCII.
  static func append(_ scalar: UInt32, to line: inout [UInt8]) {
    line.append(UInt8(ascii: "\\"))
    switch scalar {
    case 0x09: line.append(UInt8(ascii: "t"))
    case 0x0A: line.append(UInt8(ascii: "n"))
    case 0x0D: line.append(UInt8(ascii: "r"))
    default:
      line.append(contentsOf: "u{".utf8)
      var shift: UInt32 = scalar == 0 ? 0 : UInt32(truncatingIfNeeded: 31 &- scalar.leadingZeroBitCount) & ~3
      while true {
        let digit = UInt8(truncatingIfNeeded: scalar &>> shift & 0xF)
        line.append(digit < 10 ? 0x30 &+ digit : 0x37 &+ digit)
        if shift == 0 { break }
        shift &-= 4
      }
      line.append(UInt8(ascii: "}"))
    }
  }
}

/// Decoding of UTF-8 that is valid because it comes from a `String`.
enum UTF8Walk {
  /// Decodes the scalar at an index, and advances the index past it.
  ///
  /// - Parameters:
  ///   - utf8: The bytes of a `String`, which have no incomplete sequence.
  ///   - index: The index of a scalar's first byte.
  /// - Returns: The scalar's value.
  @inline(__always)
  static func scalar(_ utf8: UnsafeBufferPointer<UInt8>, _ index: inout Int) -> UInt32 {
    let first = UInt32(utf8[index])
    func next(_ offset: Int) -> UInt32 { UInt32(utf8[index &+ offset] & 0x3F) }
    switch first {
    case ..<0x80:
      index &+= 1
      return first
    case ..<0xE0:
      defer { index &+= 2 }
      return (first & 0x1F) << 6 | next(1)
    case ..<0xF0:
      defer { index &+= 3 }
      return (first & 0x0F) << 12 | next(1) << 6 | next(2)
    default:
      defer { index &+= 4 }
      return (first & 0x07) << 18 | next(1) << 12 | next(2) << 6 | next(3)
    }
  }
}
