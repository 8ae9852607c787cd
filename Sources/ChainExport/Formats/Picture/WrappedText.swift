// A sentence on several lines of a picture, in any script. Owns where a line may break: at a space, and before or after a wide character.

import PlainText

extension TextLines {
  /// A text as lines of at most a number of columns.
  ///
  /// - Parameters:
  ///   - text: Any text; characters that could hide or reorder it become visible escapes.
  ///   - width: The maximum width of a line, in columns. A longer word is divided.
  ///   - limit: The maximum number of lines; the last one then ends in `…`.
  static func lines(_ text: String, width: Int, limit: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    var columns = 0
    // Where the line can break: its length up to there, and the text after it.
    var end: String?
    var rest = ""
    var restColumns = 0
    func addLine(_ text: String) { lines.append(text) }
    for character in Glyph.visible(text) {
      let wide = DisplayWidth.of(String(character))
      // A number stays with its unit.
      let breaks = character == " " ? line.last?.isNumber != true : wide > 1
      if columns + wide > width, !line.isEmpty {
        guard lines.count + 1 < limit else {
          while columns > width - 1, let last = line.popLast() { columns -= DisplayWidth.of(String(last)) }
          return lines + [line + "…"]
        }
        if let broken = end, !breaks {
          addLine(broken)
          (line, columns) = (rest, restColumns)
        } else {
          addLine(line)
          (line, columns) = ("", 0)
        }
        (end, rest, restColumns) = (nil, "", 0)
        if character == " ", line.isEmpty { continue }
      }
      if breaks, !line.isEmpty {
        // A space disappears at the end of a line; a wide character starts the next one.
        (end, rest, restColumns) = (line, character == " " ? "" : String(character), character == " " ? 0 : wide)
      } else if end != nil {
        rest.append(character)
        restColumns += wide
      }
      line.append(character)
      columns += wide
    }
    return lines + [line]
  }
}
