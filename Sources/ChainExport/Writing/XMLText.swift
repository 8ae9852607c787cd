// Text for XML. Owns its escapes; `Glyph` (PlainText) first turns what could reorder or hide text into visible escapes, so that no character
// that XML forbids is left.

import PlainText

extension [UInt8] {
  /// Appends a text of a program as visible glyphs, escaped for XML, within a number of columns.
  ///
  /// - Parameters:
  ///   - text: Any text.
  ///   - columns: The maximum width, in columns; a longer text ends in `…`.
  /// - Returns: The width of the appended text, in columns.
  @discardableResult
  mutating func append(xml text: String, within columns: Int = .max) -> Int {
    var visible: [UInt8] = []
    let width = visible.append(visible: text, within: columns)
    for byte in visible {
      switch byte {
      case UInt8(ascii: "&"): append(text: "&amp;")
      case UInt8(ascii: "<"): append(text: "&lt;")
      case UInt8(ascii: ">"): append(text: "&gt;")
      case UInt8(ascii: "\""): append(text: "&quot;")
      default: append(byte)
      }
    }
    return width
  }

  /// Appends a position, at least 0, with at most one decimal and without an exponent.
  mutating func append(tenths value: Double) {
    let tenths = UInt64((Swift.max(0, Swift.min(1e9, value)) * 10).rounded())
    append(number: tenths / 10)
    guard tenths % 10 != 0 else { return }
    append(UInt8(ascii: "."))
    append(number: tenths % 10)
  }
}
