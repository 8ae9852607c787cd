// How many columns text takes, and text cut to a number of columns. Owns the counting; `Glyph` owns what is counted.

/// Columns that text takes on a terminal.
public enum DisplayWidth {
  /// Columns of a text as ``Glyph`` shows it, visible escapes included.
  ///
  /// - Parameters:
  ///   - text: Any text.
  ///   - limit: Counting stops here, so that a huge text costs no more than a line.
  /// - Returns: Columns, at most `limit`.
  /// - Complexity: O(*n*), or O(*limit*) where that is less.
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
  ///   - columns: How many columns it may take.
  ///   - ellipsis: Marks a cut, within `columns`; ASCII or one column for each of its scalars.
  /// - Returns: The columns that were appended.
  /// - Complexity: O(*n*), or O(*columns*) where that is less.
  @discardableResult
  package mutating func append(visible text: String, within columns: Int = .max, ellipsis: String = "…") -> Int {
    var text = text
    return text.withUTF8 { append(visible: $0, within: columns, ellipsis: ellipsis) }
  }

  /// The same for the bytes of a `String`.
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
    // Where the text ends if it has to be cut.
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

  /// Appends a text as it is.
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
