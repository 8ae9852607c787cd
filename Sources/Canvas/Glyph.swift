// From hostile text to glyphs that a terminal can be trusted with: every one takes exactly the columns it says.
//
// Owns what is shown of a text: control characters, line ends and invisible or reordering format characters become visible
// escapes; joiners and variation selectors, on whose width terminals disagree, are dropped; flags become their letters.
// Refuses to know where on the screen the glyphs go.

/// One visible glyph: a base scalar, at most two marks, one or two columns.
public struct Glyph: Sendable, BitwiseCopyable {
  /// The base scalar's value.
  public var base: UInt32
  /// Combining marks, or 0.
  public var marks: (UInt32, UInt32) = (0, 0)
  /// 1 or 2.
  public var width: UInt8

  /// A space.
  public static let blank = Glyph(base: 0x20, width: 1)

  /// Gives the glyphs of a text, in order.
  ///
  /// - Parameters:
  ///   - text: Any text, from anywhere.
  ///   - body: Receives each glyph and returns whether to go on.
  public static func forEach(in text: String, _ body: (Glyph) -> Bool) {
    var held: Glyph?
    for scalar in text.unicodeScalars {
      let value = scalar.value
      // The common case, and the reason for holding one back: a mark may follow.
      if value >= 0x20 && value < 0x7F {
        if let glyph = held, !body(glyph) { return }
        held = Glyph(base: value, width: 1)
        continue
      }
      if let escape = escape(of: scalar) {
        if let glyph = held, !body(glyph) { return }
        held = nil
        for byte in escape.utf8 where !body(Glyph(base: UInt32(byte), width: 1)) { return }
        continue
      }
      if DisplayWidth.isZeroWidth(scalar) {
        guard isDrawnMark(value) else { continue }
        var glyph = held ?? .blank
        if glyph.marks.0 == 0 {
          glyph.marks.0 = value
        } else if glyph.marks.1 == 0 {
          glyph.marks.1 = value
        }
        held = glyph
        continue
      }
      if let glyph = held, !body(glyph) { return }
      if 0x1F1E6...0x1F1FF ~= value {
        held = Glyph(base: value - 0x1F1E6 + 0x41, width: 1)
      } else {
        held = Glyph(base: value, width: DisplayWidth.isWide(value) ? 2 : 1)
      }
    }
    if let glyph = held { _ = body(glyph) }
  }

  /// The glyphs of a text, in order.
  ///
  /// - Parameter text: Any text.
  /// - Returns: As many glyphs as the text has; ``forEach(in:_:)`` can stop early.
  public static func all(in text: String) -> [Glyph] {
    var glyphs: [Glyph] = []
    forEach(in: text) { glyph in
      glyphs.append(glyph)
      return true
    }
    return glyphs
  }

  /// The text as a grid shows it: what is unsafe or invisible made visible.
  ///
  /// - Parameter text: Any text.
  /// - Returns: The same text with escapes such as `\n` and `\u{202E}` in place of what must not reach a terminal.
  public static func visible(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    forEach(in: text) { glyph in
      for value in [glyph.base, glyph.marks.0, glyph.marks.1] where value != 0 {
        if let scalar = Unicode.Scalar(value) { scalars.append(scalar) }
      }
      return true
    }
    return String(scalars)
  }

  /// Joiners, selectors and skin tones would change the width of what is before them on some terminals only.
  private static func isDrawnMark(_ value: UInt32) -> Bool {
    switch value {
    case 0x200C, 0x200D, 0xFE00...0xFE0F, 0x1F3FB...0x1F3FF, 0xE0100...0xE01EF: return false
    default: return true
    }
  }

  /// The visible escape of a scalar that must not reach a terminal; nil for all others.
  private static func escape(of scalar: Unicode.Scalar) -> String? {
    switch scalar.value {
    case 0x20..<0x7F: return nil
    case 0x00: return "\\0"
    case 0x09: return "\\t"
    case 0x0A: return "\\n"
    case 0x0D: return "\\r"
    case 0x200C, 0x200D, 0xE0100...0xE01EF: return nil
    case 0xA0: return " "
    case 0xA1..<0x300 where scalar.value != 0xAD: return nil
    default:
      switch scalar.properties.generalCategory {
      // A space that is not U+0020 is shown as one, whatever its typographic width.
      case .spaceSeparator: return scalar.value == 0x3000 ? nil : " "
      case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned:
        return "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      default: return nil
      }
    }
  }
}
