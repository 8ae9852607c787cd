// Text as data on one line: whatever could steer a terminal, reorder the line or hide in it is written as a visible escape.
//
// Owns which characters are escaped and how. Refuses to drop any and to know columns: `Glyph` decides what is shown of a text.

/// Makes text from anywhere safe to print, to log and to copy.
public enum Escaping {
  /// `text` on one line, hostile characters written as `\n`, `\r`, `\t`, or `\u{1B}`.
  ///
  /// Escaped are control and format characters (C0, DEL, C1, marks and overrides of writing direction, zero-width spaces,
  /// tags) and the line and paragraph separators. The joiners and variation selectors stay: emoji and several scripts need
  /// them, and they steer nothing.
  ///
  /// - Parameters:
  ///   - text: Any text, from anywhere.
  ///   - limit: How many scalars to return at most; a longer line ends in `…`.
  /// - Returns: A line; `text` itself where there is nothing to escape and to cut. Any thread may call.
  /// - Complexity: O(*limit*) for text that is longer than that.
  public static func line(_ text: String, limit: Int = .max) -> String {
    var text = text
    return text.withUTF8 { utf8 -> String? in
      if utf8.count <= limit, isPlain(utf8) { return nil }
      var line: [UInt8] = []
      line.reserveCapacity(min(utf8.count, limit &* 4) + 16)
      // How many bytes stay of a line that has to be cut.
      var kept = 0
      var count = 0
      var place = 0
      while place < utf8.count {
        let start = place
        let scalar = UTF8Walk.scalar(utf8, &place)
        let former = line.count
        if ScalarKind(scalar) == .hostile {
          append(scalar, to: &line)
          count += line.count - former
        } else {
          line.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[start..<place]))
          count += 1
        }
        if count > limit {
          line.removeLast(line.count - kept)
          line.append(contentsOf: "…".utf8)
          break
        }
        if count < limit { kept = line.count }
      }
      return String(decoding: line, as: UTF8.self)
    } ?? text
  }

  /// Whether a text is printable ASCII throughout: it needs no escaping and takes one column a byte.
  ///
  /// - Complexity: O(*n*), a byte at a time.
  public static func isPlain(_ text: String) -> Bool {
    var text = text
    return text.withUTF8(isPlain)
  }

  static func isPlain(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
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
      var shift: UInt32 = scalar == 0 ? 0 : UInt32(31 - scalar.leadingZeroBitCount) & ~3
      while true {
        let digit = UInt8(scalar >> shift & 0xF)
        line.append(digit < 10 ? 0x30 + digit : 0x37 + digit)
        if shift == 0 { break }
        shift -= 4
      }
      line.append(UInt8(ascii: "}"))
    }
  }
}

/// Decoding of UTF-8 that a `String` vouches for.
enum UTF8Walk {
  /// The scalar that starts at `place`, which moves behind it.
  ///
  /// - Parameters:
  ///   - utf8: The bytes of a `String`, so that no sequence is cut short.
  ///   - place: Where a scalar starts, before the end.
  /// - Returns: The scalar's value.
  @inline(__always)
  static func scalar(_ utf8: UnsafeBufferPointer<UInt8>, _ place: inout Int) -> UInt32 {
    let first = UInt32(utf8[place])
    func next(_ offset: Int) -> UInt32 { UInt32(utf8[place + offset] & 0x3F) }
    switch first {
    case ..<0x80:
      place += 1
      return first
    case ..<0xE0:
      defer { place += 2 }
      return (first & 0x1F) << 6 | next(1)
    case ..<0xF0:
      defer { place += 3 }
      return (first & 0x0F) << 12 | next(1) << 6 | next(2)
    default:
      defer { place += 4 }
      return (first & 0x07) << 18 | next(1) << 12 | next(2) << 6 | next(3)
    }
  }
}
