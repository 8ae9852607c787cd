// Lines of a text for people, at most 80 columns wide unless the caller says otherwise. Owns wrapping and alignment. Does not escape: its input is safe to print.

import PlainText

package enum TextLines {
  /// The maximum width of a line, in columns; a single longer word is not divided.
  package static let width = 80

  /// A paragraph, wrapped between words, or next to a wide character as in Chinese.
  ///
  /// - Parameters:
  ///   - text: The words.
  ///   - indent: The spaces before the first line.
  ///   - hanging: The spaces before the following lines.
  ///   - width: The maximum width of a line, in columns.
  /// - Returns: The lines, each with a newline.
  package static func wrap(_ text: String, indent: Int = 2, hanging: Int = 4, width: Int = Self.width) -> String {
    var lines = ""
    var line = String(repeating: " ", count: indent)
    var columns = indent
    var isEmpty = true
    for word in text.split(separator: " ") {
      for (index, piece) in pieces(of: word).enumerated() {
        let wide = DisplayWidth.of(String(piece))
        let blank = isEmpty || index > 0 ? 0 : 1
        if !isEmpty, columns + blank + wide > width {
          lines += line + "\n"
          line = String(repeating: " ", count: hanging) + piece
          columns = hanging + wide
        } else {
          line += (blank > 0 ? " " : "") + piece
          columns += wide + blank
        }
        isEmpty = false
      }
    }
    return lines + line + "\n"
  }

  /// The parts of a word between which a line may end; one part, unless it has wide characters.
  private static func pieces(of word: Substring) -> [Substring] {
    guard word.utf8.contains(where: { $0 >= 0x80 }) else { return [word] }
    var pieces: [Substring] = []
    var start = word.startIndex
    for index in word.indices.dropFirst() where LineBreaking.canBreak(word[word.index(before: index)], word[index]) {
      pieces.append(word[start..<index])
      start = index
    }
    return pieces + [word[start...]]
  }

  /// A text at the end of a column.
  static func right(_ text: String, _ columns: Int) -> String {
    String(repeating: " ", count: max(0, columns - DisplayWidth.of(text))) + text
  }
}
