// Classification of Unicode scalars by their effect on a terminal, with a table of its own, so that a text looks the same on every machine.
//
// Uses neither the C library's `wcwidth`, which depends on the locale, nor the standard library's properties, which depend on the
// operating system. `CursesTerminal` reconciles these widths with those of the terminal.

/// The effect of a scalar on a terminal.
package enum ScalarKind: UInt8, Sendable, CaseIterable {
  case plain
  /// Two columns: East Asian Wide and Fullwidth, and characters with emoji presentation by default.
  case wide
  /// No column of its own: a combining mark, or the vowel or final consonant of a Hangul syllable.
  case mark
  /// Changes neighboring characters in ways that differ between terminals: joiners and variation selectors.
  case selector
  /// A space other than U+0020; terminals draw it in one column.
  case blank
  /// Could control a terminal, reorder a line, or be invisible: control and format characters, line and paragraph separators, and the
  /// Hangul fillers.
  case hostile
  /// Not assigned in Unicode 17, so that its width is unknown.
  case unassigned

  /// The kind of a scalar.
  ///
  /// - Parameter scalar: The scalar's value; a surrogate counts as unassigned.
  /// - Complexity: O(1) for Latin scripts, ideographs and box-drawing characters; otherwise 11 comparisons.
  package init(_ scalar: UInt32) {
    switch scalar {
    case 0x20..<0x7F, 0xA1..<0xAD, 0xAE..<0x300, 0x2500..<0x25FD: self = .plain
    case 0x4E00..<0xA000, 0xAC00...0xD7A3: self = .wide
    default: self = ScalarKind.ranges.withUnsafeBufferPointer { ScalarKind(scalar, in: $0) }
    }
  }

  private init(_ scalar: UInt32, in ranges: UnsafeBufferPointer<UInt32>) {
    // Finds the last range that starts at or before the scalar. The first range starts at 0.
    var low = 0
    var high = ranges.count
    while high &- low > 1 {
      let middle = (low &+ high) / 2
      if ranges[middle] >> 3 <= scalar { low = middle } else { high = middle }
    }
    self = ScalarKind(rawValue: UInt8(truncatingIfNeeded: ranges[low] & 7)) ?? .unassigned
  }

  /// The ranges in ascending order, each as its first scalar times eight plus its kind.
  private static let ranges = decode(table)

  private static func decode(_ table: StaticString) -> [UInt32] {
    var ranges: [UInt32] = []
    var next: UInt32 = 0
    let bytes = UnsafeBufferPointer(start: table.utf8Start, count: table.utf8CodeUnitCount)
    for entry in bytes.split(whereSeparator: { $0 <= 0x20 }) {
      // Skips the number at the start of a line, which is for people.
      guard let first = entry.first, let kind = ScalarKind(letter: first) else { continue }
      ranges.append(next << 3 | UInt32(kind.rawValue))
      next &+= entry.dropFirst().reduce(0) { $0 &* 10 &+ UInt32($1 &- 0x30) }
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
