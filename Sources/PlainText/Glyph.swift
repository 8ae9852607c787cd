// Conversion of any text to glyphs that take the same number of columns on every terminal.
//
// Owns how a text is displayed, on the screen and in plain text. Hostile and unassigned characters become visible escapes. Joiners,
// variation selectors and skin tones, whose width differs between terminals, are dropped. Flags become their letters.

/// One visible glyph: a base scalar, at most two marks, one or two columns.
public struct Glyph: Sendable, BitwiseCopyable {
  /// The base scalar's value.
  public var base: UInt32
  /// The combining marks, or 0.
  public var marks: (UInt32, UInt32) = (0, 0)
  /// The width in columns: 1 or 2.
  public var width: UInt8

  /// A space.
  public static let blank = Glyph(base: 0x20, width: 1)

  /// Calls `body` with each glyph of a text, in order.
  ///
  /// - Parameters:
  ///   - text: Any text.
  ///   - body: Receives a glyph and returns whether to continue.
  /// - Complexity: O(*n*) in the length of the text up to where `body` stops.
  public static func forEach(in text: String, _ body: (Glyph) -> Bool) {
    var text = text
    text.withUTF8 { forEach(in: $0, body) }
  }

  /// Calls `body` with each glyph of the bytes of a `String`, which have no incomplete sequence.
  static func forEach(in utf8: UnsafeBufferPointer<UInt8>, _ body: (Glyph) -> Bool) {
    // One glyph is held back, because a mark may follow it.
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
    var index = 0
    while index < utf8.count {
      let byte = utf8[index]
      if byte &- 0x20 < 0x5F {
        guard release() else { return }
        hold(UInt32(byte), width: 1)
        index += 1
        continue
      }
      let scalar = UTF8Walk.scalar(utf8, &index)
      switch ScalarKind(scalar) {
      case .plain:
        guard release() else { return }
        hold(scalar, width: 1)
      case .wide:
        if 0x1F3FB...0x1F3FF ~= scalar, isHolding, held.takesSkinTone { continue }
        guard release() else { return }
        // Some terminals show two of these letters as a flag, others as two letters.
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

  /// The glyphs of a text, in order; ``forEach(in:_:)`` can stop early.
  ///
  /// - Parameter text: Any text.
  /// - Returns: All glyphs of the text.
  /// - Complexity: O(*n*) in the text's length.
  public static func all(in text: String) -> [Glyph] {
    var glyphs: [Glyph] = []
    forEach(in: text) { glyph in
      glyphs.append(glyph)
      return true
    }
    return glyphs
  }

  /// A text as its glyphs show it, for output on a terminal.
  ///
  /// - Parameter text: Any text.
  /// - Returns: The text with escapes such as `\n` and `\u{202E}` in place of characters that must not reach a terminal.
  /// - Complexity: O(*n*) in the text's length.
  public static func visible(_ text: String) -> String {
    if Escaping.isPlain(text) { return text }
    var shown: [UInt8] = []
    shown.append(visible: text)
    return String(decoding: shown, as: UTF8.self)
  }

  /// Adds a combining mark; drops a third one, because stacks of marks cover other lines.
  private mutating func add(mark: UInt32) {
    if marks.0 == 0 {
      marks.0 = mark
    } else if marks.1 == 0 {
      marks.1 = mark
    }
  }

  private var takesSkinTone: Bool { Unicode.Scalar(base)?.properties.isEmojiModifierBase ?? false }
}
