// Text that came from a program, made fit for one line: no control character, no bidi trick, a known number of columns.
//
// Owns the escaping, the column count and the durations of the text tree. The screen measures with Canvas and may use these.

/// Text of a program, for a line of a terminal or a file.
public enum DisplayText {
  /// `text` on one line, with what could steer a terminal or reorder a line written as `\n`, `\t`, `\u{1B}`.
  ///
  /// Escaped are control and format characters (C0, C1, bidi marks and overrides, zero-width ones but the joiner, which
  /// emoji need) and the line and paragraph separators.
  public static func escaped(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case "\u{200D}": result.unicodeScalars.append(scalar)
      default:
        if isHostile(scalar) {
          result += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    return result
  }

  private static func isHostile(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: true
    default: false
    }
  }

  /// Columns that `text` takes in a terminal: 0 for combining marks, 2 for East Asian wide and emoji, else 1.
  public static func columns(_ text: String) -> Int {
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text.utf8.count }
    return text.reduce(0) { $0 + columns($1) }
  }

  private static func columns(_ character: Character) -> Int {
    var result = 0
    for scalar in character.unicodeScalars {
      if isWide(scalar) || scalar.value == 0xFE0F { return 2 }
      if result == 0, !isZeroWidth(scalar) { result = 1 }
    }
    return result
  }

  private static func isZeroWidth(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.value < 0x300 { return false }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return true
    default: return false
    }
  }

  private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case ..<0x1100: false
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3,
      0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD:
      true
    default: scalar.properties.isEmojiPresentation
    }
  }

  /// `text` cut to so many columns, the last one an ellipsis.
  public static func cut(_ text: String, to columns: Int, ellipsis: String = "…") -> String {
    if self.columns(text) <= columns { return text }
    var result = ""
    var width = self.columns(ellipsis)
    guard width <= columns else { return "" }
    for character in text {
      width += self.columns(character)
      if width > columns { break }
      result.append(character)
    }
    return result + ellipsis
  }

  /// `nanoseconds` as people read them: `0 ms`, `1.21 s`, `3 min 04 s`; three significant digits below a minute.
  ///
  /// - Parameters:
  ///   - nanoseconds: The duration; negative ones count as 0.
  ///   - micro: How to write a millionth; `u` where only ASCII will do.
  /// - Returns: The number, a space and the unit.
  public static func duration(_ nanoseconds: Int64, micro: String = "µ") -> String {
    if nanoseconds <= 0 { return "0 ms" }
    if nanoseconds < 1_000 { return "\(nanoseconds) ns" }
    if nanoseconds < 999_500 { return digits(nanoseconds, unit: 1_000) + " \(micro)s" }
    if nanoseconds < 999_500_000 { return digits(nanoseconds, unit: 1_000_000) + " ms" }
    if nanoseconds < 59_950_000_000 { return digits(nanoseconds, unit: 1_000_000_000) + " s" }
    let seconds = (nanoseconds - 500_000_000) / 1_000_000_000 + 1
    if seconds < 3_600 { return "\(seconds / 60) min \(two(seconds % 60)) s" }
    return "\(seconds / 3_600) h \(two(seconds % 3_600 / 60)) min"
  }

  /// `value / unit`, rounded to three significant digits; below 1,000 units.
  private static func digits(_ value: Int64, unit: Int64) -> String {
    let hundredths = (value + unit / 200) / (unit / 100)
    if hundredths < 1_000 { return "\(hundredths / 100).\(two(hundredths % 100))" }
    let tenths = (value + unit / 20) / (unit / 10)
    if tenths < 1_000 { return "\(tenths / 10).\(tenths % 10)" }
    return "\((value + unit / 2) / unit)"
  }

  private static func two(_ value: Int64) -> String { value < 10 ? "0\(value)" : "\(value)" }
}
