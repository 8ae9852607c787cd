// A Mermaid diagram under construction: its lines, the limits of the programs that draw it, and the escapes of texts. Owns what does not fit.
//
// GitHub and other viewers refuse a diagram of more than 50,000 characters or 500 edges (`maxTextSize` and `maxEdges`), and draw nothing of it.
// So a diagram stops before these limits, and says how much is missing.

import PlainText

/// The lines of a diagram.
struct MermaidText {
  /// The maximum number of characters, and of edges: fewer than Mermaid's, so that the note about the rest fits.
  static let (textLimit, edgeLimit) = (49_000, 490)

  private(set) var text: String
  private var size: Int
  private var edges = 0
  /// Whether a line did not fit; nothing is added after it.
  private(set) var isFull = false

  init(_ start: String) { (text, size) = (start, start.utf16.count) }

  /// Adds lines, all of them or none; returns whether they fit.
  mutating func add(_ lines: String, edges count: Int = 0) -> Bool {
    let length = lines.utf16.count
    guard !isFull, size + length <= Self.textLimit, edges + count <= Self.edgeLimit else {
      isFull = true
      return false
    }
    text += lines
    size += length
    edges += count
    return true
  }

  /// Adds a line about the diagram itself, for which there is always room.
  mutating func addNote(_ line: String) { text += line }

  /// A text of the program, on one line, with entities for all characters that have a meaning in one of the languages.
  static func escaped(_ text: String, limit: Int = DiagramLabel.limit) -> String {
    var escaped = ""
    for character in Escaping.line(text, limit: limit).unicodeScalars {
      switch character {
      case "\"", "#", "<", ">", "&", "`", ";", ":", "%", "{", "}", "[", "]", "(", ")", "|", "\\", ",", "-", "+", "@",
        "*", "_", "~", "$":
        escaped += "#\(character.value);"
      // Mermaid copies them to SVG, which must not contain them.
      case "\u{FFFE}", "\u{FFFF}": escaped += "#92;u#123;\(character == "\u{FFFE}" ? "FFFE" : "FFFF")#125;"
      default: escaped.unicodeScalars.append(character)
      }
    }
    return escaped
  }
}
