// The number of columns that a text takes, and truncation to a number of columns. Owns the counting; `Glyph` decides what is counted.

/// The width of text on a terminal, in columns.
public enum DisplayWidth {
  /// The width of a text as ``Glyph`` shows it, including visible escapes.
  ///
  /// - Parameters:
  ///   - text: Any text.
  ///   - limit: The maximum to count to, in columns, so that a huge text costs no more than a line.
  /// - Returns: The width in columns, at most `limit`.
  /// - Complexity: O(*n*) in the text's length, or O(*limit*) if that is less.
  public static func of(_ text: String, limit: Int = .max) -> Int {
    if Escaping.isPlain(text) { return min(text.utf8.count, limit) }
    var width = 0
    Glyph.forEach(in: text) { glyph in
      width += Int(glyph.width)
      return width < limit
    }
    return min(width, limit)
  }
}

extension [UInt8] {
  /// Appends a text as ``Glyph`` shows it, in UTF-8.
  ///
  /// - Parameters:
  ///   - text: Any text.
  ///   - columns: The maximum width, in columns.
  ///   - ellipsis: Ends a truncated text, and counts towards `columns`. Each of its scalars must take one column.
  /// - Returns: The width of the appended text, in columns.
  /// - Complexity: O(*n*) in the text's length, or O(*columns*) if that is less.
  @discardableResult
  package mutating func append(visible text: String, within columns: Int = .max, ellipsis: String = "…") -> Int {
    var text = text
    return text.withUTF8 { append(visible: $0, within: columns, ellipsis: ellipsis) }
  }

  /// Appends the bytes of a `String` as ``Glyph`` shows them.
  @discardableResult
  package mutating func append(
    visible utf8: UnsafeBufferPointer<UInt8>, within columns: Int = .max, ellipsis: String = "…"
  ) -> Int {
    if utf8.count <= columns, Escaping.isPlain(utf8) {
      append(contentsOf: utf8)
      return utf8.count
    }
    let room = columns == .max ? columns : columns - ellipsis.unicodeScalars.count
    var width = 0
    // The end of the text if it has to be truncated.
    var (cut, cutWidth) = (count, 0)
    var isCut = false
    Glyph.forEach(in: utf8) { glyph in
      width += Int(glyph.width)
      guard width <= columns else {
        isCut = true
        return false
      }
      append(scalar: glyph.base)
      if glyph.marks.0 != 0 { append(scalar: glyph.marks.0) }
      if glyph.marks.1 != 0 { append(scalar: glyph.marks.1) }
      if width <= room { (cut, cutWidth) = (count, width) }
      return true
    }
    guard isCut else { return width }
    removeLast(count - cut)
    guard room >= 0 else { return 0 }
    append(text: ellipsis)
    return cutWidth + ellipsis.unicodeScalars.count
  }

  package mutating func append(text: String) {
    var text = text
    text.withUTF8 { append(contentsOf: $0) }
  }

  private mutating func append(scalar value: UInt32) {
    switch value {
    case ..<0x80: append(UInt8(value))
    case ..<0x800:
      append(UInt8(0xC0 | value >> 6))
      append(UInt8(0x80 | value & 0x3F))
    case ..<0x10000:
      append(UInt8(0xE0 | value >> 12))
      append(UInt8(0x80 | value >> 6 & 0x3F))
      append(UInt8(0x80 | value & 0x3F))
    default:
      append(UInt8(0xF0 | value >> 18))
      append(UInt8(0x80 | value >> 12 & 0x3F))
      append(UInt8(0x80 | value >> 6 & 0x3F))
      append(UInt8(0x80 | value & 0x3F))
    }
  }
}
