// Keeps lines of text from being commands to a CI service that reads them. Owns what such a command looks like.
//
// GitHub's runner obeys a line that starts with `::NAME …::`, and one that contains `##[NAME …]` anywhere; Azure's obeys `##vso[…]`. They
// trim the line, and compare it by rules that ignore some characters outside of ASCII, so those do not count here, either.

/// Escapes the starts of commands in text that is written in pieces.
struct LineGuard {
  /// Whether nothing visible in ASCII precedes on this line.
  private var isAtStart = true
  /// The number of `#` that precede, with only letters after them; 2 for more.
  private var marks = 0
  /// A colon at the start of a line, and what follows it outside of ASCII; empty while there is none.
  private var held: [UInt8] = []

  /// Appends a piece of text, with each start of a command escaped as `\u{3A}` or `\u{5B}`.
  ///
  /// - Parameters:
  ///   - text: UTF-8; characters may be split between pieces.
  ///   - output: Receives all of it but a colon whose meaning the next piece decides.
  /// - Complexity: O(*n*) in the length of the piece.
  mutating func append(_ text: some Sequence<UInt8>, to output: inout [UInt8]) {
    for byte in text {
      if !held.isEmpty {
        guard byte < 0x80 else {
          held.append(byte)
          continue
        }
        if byte == UInt8(ascii: ":") {
          output += #"\u{3A}"#.utf8
          held.removeFirst()
        }
        finish(into: &output)
      }
      switch byte {
      case 0x0A, 0x0D: (isAtStart, marks) = (true, 0)
      case UInt8(ascii: ":") where isAtStart:
        isAtStart = false
        held = [byte]
        continue
      case UInt8(ascii: "#"): (isAtStart, marks) = (false, min(2, marks + 1))
      case UInt8(ascii: "[") where marks == 2:
        output += #"\u{5B}"#.utf8
        marks = 0
        continue
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"):
        isAtStart = false
        if marks == 1 { marks = 0 }
      case 0x21..<0x7F: (isAtStart, marks) = (false, 0)
      case ..<0x80: marks = 0
      default: break
      }
      output.append(byte)
    }
  }

  /// Appends what is still held.
  mutating func finish(into output: inout [UInt8]) {
    output += held
    held.removeAll()
  }

  /// A whole text with each start of a command escaped.
  static func text(_ text: String) -> String {
    var (lines, bytes) = (LineGuard(), [UInt8]())
    lines.append(text.utf8, to: &bytes)
    lines.finish(into: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}
