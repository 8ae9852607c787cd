// Lines of a report for people, at most 80 columns wide. Owns wrapping and alignment. Does not escape: its input is safe to print.

import PlainText

/// Layout of reports.
enum TextLines {
  /// The maximum width of a line, in columns; a single longer word is not divided.
  static let width = 80

  /// A paragraph, wrapped between words.
  ///
  /// - Parameters:
  ///   - text: The words.
  ///   - indent: The spaces before the first line.
  ///   - hanging: The spaces before the following lines.
  /// - Returns: The lines, each with a newline.
  static func wrap(_ text: String, indent: Int = 2, hanging: Int = 4) -> String {
    var lines = ""
    var line = String(repeating: " ", count: indent)
    var columns = indent
    var isEmpty = true
    for word in text.split(separator: " ") {
      let wide = DisplayWidth.of(String(word))
      if !isEmpty, columns + 1 + wide > width {
        lines += line + "\n"
        line = String(repeating: " ", count: hanging)
        (columns, isEmpty) = (hanging, true)
      }
      line += (isEmpty ? "" : " ") + word
      columns += wide + (isEmpty ? 0 : 1)
      isEmpty = false
    }
    return lines + line + "\n"
  }

  /// A text at the end of a column.
  static func right(_ text: String, _ columns: Int) -> String {
    String(repeating: " ", count: max(0, columns - DisplayWidth.of(text))) + text
  }
}
