// From any text to glyphs that a terminal can be trusted with: each takes exactly the columns it claims, on every terminal.
//
// Owns what is shown of a text, on the screen and in text alike. Hostile and unassigned characters become visible escapes;
// joiners, variation selectors and skin tones, on whose width terminals disagree, are dropped; flags become their letters.
// Refuses to know where the glyphs go.

/// One visible glyph: a base scalar, at most two marks, one or two columns.
public struct Glyph: Sendable, BitwiseCopyable {
  /// The base scalar's value.
  public var base: UInt32
  /// Combining marks, or 0.
  public var marks: (UInt32, UInt32) = (0, 0)
  /// Columns: 1 or 2.
  public var width: UInt8

  /// A space.
  public static let blank = Glyph(base: 0x20, width: 1)

  /// Passes the glyphs of a text to `body`, in order.
  ///
  /// - Parameters:
  ///   - text: Any text, from anywhere.
  ///   - body: Receives each glyph and returns whether to continue.
  /// - Complexity: O(*n*) up to where `body` stops.
  public static func forEach(in text: String, _ body: (Glyph) -> Bool) {
    var text = text
    text.withUTF8 { forEach(in: $0, body) }
  }

  /// The same for the bytes of a `String`; others may be cut short in the middle of a scalar.
  static func forEach(in utf8: UnsafeBufferPointer<UInt8>, _ body: (Glyph) -> Bool) {
    // One glyph is held back, for a mark may follow.
    var held = Glyph.blank
    var isHolding = false
    func release() -> Bool {
      guard isHolding else { return true }
      isHolding = false
      return body(held)
    }
    func hold(_ base: UInt32, width: UInt8) {
      held = Glyph(base: base, width: width)
      isHolding = true
    }
    var place = 0
    while place < utf8.count {
      let byte = utf8[place]
      if byte &- 0x20 < 0x5F {
        guard release() else { return }
        hold(UInt32(byte), width: 1)
        place += 1
        continue
      }
      let scalar = UTF8Walk.scalar(utf8, &place)
      switch ScalarKind(scalar) {
      case .plain:
        guard release() else { return }
        hold(scalar, width: 1)
      case .wide:
        if 0x1F3FB...0x1F3FF ~= scalar, isHolding, held.takesSkinTone { continue }
        guard release() else { return }
        // Two of these letters make a flag on some terminals, two columns wide, and two letters on others.
        if 0x1F1E6...0x1F1FF ~= scalar { hold(scalar - 0x1F1E6 + 0x41, width: 1) } else { hold(scalar, width: 2) }
      case .blank:
        guard release() else { return }
        hold(0x20, width: 1)
      case .mark:
        if !isHolding { hold(0x20, width: 1) }
        held.add(mark: scalar)
      case .selector: continue
      case .hostile, .unassigned:
        guard release() else { return }
        var escape: [UInt8] = []
        Escaping.append(scalar, to: &escape)
        for byte in escape where !body(Glyph(base: UInt32(byte), width: 1)) { return }
      }
    }
    _ = release()
  }

  /// The glyphs of a text, in order.
  ///
  /// - Parameter text: Any text.
  /// - Returns: Every glyph of the text; ``forEach(in:_:)`` can stop early.
  public static func all(in text: String) -> [Glyph] {
    var glyphs: [Glyph] = []
    forEach(in: text) { glyph in
      glyphs.append(glyph)
      return true
    }
    return glyphs
  }

  /// The text as it is shown: what is unsafe or invisible made visible.
  ///
  /// - Parameter text: Any text.
  /// - Returns: The same text with escapes such as `\n` and `\u{202E}` in place of what must not reach a terminal.
  public static func visible(_ text: String) -> String {
    if Escaping.isPlain(text) { return text }
    var shown: [UInt8] = []
    shown.append(visible: text)
    return String(decoding: shown, as: UTF8.self)
  }

  /// A third mark is dropped: a tower of marks is an attack, not a word.
  private mutating func add(mark: UInt32) {
    if marks.0 == 0 {
      marks.0 = mark
    } else if marks.1 == 0 {
      marks.1 = mark
    }
  }

  private var takesSkinTone: Bool { Unicode.Scalar(base)?.properties.isEmojiModifierBase ?? false }
}
