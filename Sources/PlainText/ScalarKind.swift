// What each Unicode scalar is to a terminal, from one table of our own, so that every machine shows the same text the same way.
//
// Owns the classification. Refuses the C library's `wcwidth`, which changes with the locale, and the standard library's
// properties, which change with the operating system. `CursesTerminal` reconciles our columns with a terminal's at the very end.

/// What a terminal would do with a scalar.
package enum ScalarKind: UInt8, Sendable, CaseIterable {
  /// One column.
  case plain
  /// Two columns: East Asian Wide and Fullwidth, and emoji that are drawn as such by default.
  case wide
  /// No column of its own: a combining mark, or the vowel or final consonant of a Hangul syllable.
  case mark
  /// Changes what is beside it, in ways that terminals disagree on: joiners and variation selectors.
  case selector
  /// A space of another width than U+0020; terminals draw it in one column.
  case blank
  /// Could steer a terminal, reorder a line, or hide: control and format characters, line and paragraph separators, and the
  /// Hangul fillers, which are invisible letters.
  case hostile
  /// Not assigned in Unicode 17, so that its width is unknown.
  case unassigned

  /// The kind of a scalar.
  ///
  /// - Parameter scalar: Its value; a surrogate, which no text holds, counts as unassigned.
  /// - Complexity: O(1) for Latin scripts, ideographs and the shapes that draw trees; else 11 comparisons.
  package init(_ scalar: UInt32) {
    switch scalar {
    case 0x20..<0x7F, 0xA1..<0xAD, 0xAE..<0x300, 0x2500..<0x25FD: self = .plain
    case 0x4E00..<0xA000, 0xAC00...0xD7A3: self = .wide
    default: self = ScalarKind.ranges.withUnsafeBufferPointer { ScalarKind(scalar, in: $0) }
    }
  }

  private init(_ scalar: UInt32, in ranges: UnsafeBufferPointer<UInt32>) {
    // The last range that starts at or before the scalar. The first one starts at 0.
    var low = 0
    var high = ranges.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if ranges[middle] >> 3 <= scalar { low = middle } else { high = middle }
    }
    self = ScalarKind(rawValue: UInt8(ranges[low] & 7)) ?? .unassigned
  }

  /// The table as numbers: a range's first scalar times eight, plus its kind; ascending.
  private static let ranges = decode(table)

  private static func decode(_ table: StaticString) -> [UInt32] {
    var ranges: [UInt32] = []
    var next: UInt32 = 0
    table.withUTF8Buffer { bytes in
      for entry in bytes.split(whereSeparator: { $0 <= 0x20 }) {
        // The number at the start of a line is for readers.
        guard let first = entry.first, let kind = ScalarKind(letter: first) else { continue }
        ranges.append(next << 3 | UInt32(kind.rawValue))
        next += entry.dropFirst().reduce(0) { $0 * 10 + UInt32($1 - 0x30) }
      }
    }
    return ranges
  }

  private init?(letter: UInt8) {
    switch letter {
    case UInt8(ascii: "p"): self = .plain
    case UInt8(ascii: "w"): self = .wide
    case UInt8(ascii: "m"): self = .mark
    case UInt8(ascii: "s"): self = .selector
    case UInt8(ascii: "b"): self = .blank
    case UInt8(ascii: "h"): self = .hostile
    case UInt8(ascii: "u"): self = .unassigned
    default: return nil
    }
  }
}
