// Pieces of text with roles: measures them, breaks them into lines, writes them.

import Canvas
import PlainText

/// A piece of text with a role.
struct Span {
  var text: String
  var role: StyleRole

  init(_ text: String, _ role: StyleRole = .text) {
    self.text = text
    self.role = role
  }
}

extension [Span] {
  /// Its width in columns, up to the longest line.
  var width: Int { reduce(0) { $0 + DisplayWidth.of($1.text, limit: 1000) } }

  /// Longer pieces without a blank are data, not words.
  private static var word: Int { 40 }

  /// Where a line that is full can end near its end: after a blank, or next to a wide character; nil if it can't.
  private static func lineEnd(_ line: String, before next: Character) -> String.Index? {
    var (end, next) = (line.endIndex, next)
    for _ in 1..<word {
      guard end > line.startIndex else { return nil }
      let last = line[line.index(before: end)]
      let isBeside = DisplayWidth.of(String(last)) == 2 || DisplayWidth.of(String(next)) == 2
      if last == " " || isBeside && !closing.contains(next) && !opening.contains(last) { return end }
      (end, next) = (line.index(before: end), last)
    }
    return nil
  }

  private static let closing: Set<Character> = ["，", "。", "、", "；", "：", "）", "」", "！", "？"]
  private static let opening: Set<Character> = ["（", "「"]

  /// Breaks spans into lines: at a nearby blank or next to a wide character if there is one, and between glyphs otherwise, because
  /// previews need not contain blanks.
  ///
  /// No line starts with a wide punctuation mark that belongs to the text before it.
  ///
  /// - Parameters:
  ///   - width: The width of a line in columns.
  ///   - lines: The maximum number of lines; the last one holds all remaining text and is cut when it is written.
  /// - Returns: The lines; empty if there is no text.
  func wrapped(to width: Int, lines: Int) -> [[Span]] {
    guard width > 1, lines > 1, self.width > width else { return isEmpty ? [] : [self] }
    var result: [[Span]] = [[]]
    var column = 0
    for span in self {
      var piece = ""
      for character in span.text {
        let columns = DisplayWidth.of(String(character))
        if column + columns > width, result.count < lines {
          var rest = ""
          if character != " ", let end = Self.lineEnd(piece, before: character) {
            rest = String(piece[end...].drop { $0 == " " })
            piece = String(piece[..<end])
            if piece.last == " " { piece.removeLast() }
          } else if character != " ", piece.count < Self.word, !result[result.count - 1].isEmpty {
            // A short piece moves to the next line as a whole.
            (rest, piece) = (piece, "")
          }
          result[result.count - 1].append(Span(piece, span.role))
          result.append([])
          piece = rest
          column = DisplayWidth.of(rest)
        }
        if column == 0, character == " ", result.count > 1 { continue }
        piece.append(character)
        column += columns
      }
      result[result.count - 1].append(Span(piece, span.role))
    }
    return result
  }
}

extension Grid {
  /// Writes spans one after another; the first that does not fit is cut and ends with an ellipsis.
  ///
  /// - Returns: The column after the last piece.
  @discardableResult
  mutating func write(
    _ spans: [Span], in columns: Range<Int>, row: Int, on surface: Surface = .page, ellipsis: String
  ) -> Int {
    var column = columns.lowerBound
    for (index, span) in spans.enumerated() {
      let style = Style(span.role, on: surface)
      guard column < columns.upperBound else { break }
      let isLast = index == spans.count - 1
      // The cut of a following piece must be visible even if this piece fits exactly.
      let width = DisplayWidth.of(span.text, limit: columns.upperBound - column + 1)
      let isCutAfter = !isLast && column + width == columns.upperBound && Array(spans[(index + 1)...]).width > 0
      column = write(
        isCutAfter ? span.text + ellipsis : span.text, in: column..<columns.upperBound, row: row, style: style,
        ellipsis: ellipsis)
    }
    return column
  }
}
