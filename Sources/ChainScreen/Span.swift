// Pieces of lines with their meanings: measured, broken into lines, written.

import Canvas
import PlainText

/// A piece of a line with its meaning.
struct Span {
  var text: String
  var role: StyleRole

  init(_ text: String, _ role: StyleRole = .text) {
    self.text = text
    self.role = role
  }
}

extension [Span] {
  /// Columns, as far as they matter on a line.
  var width: Int { reduce(0) { $0 + DisplayWidth.of($1.text, limit: 1000) } }

  /// What is longer than this is no word but data.
  private static var word: Int { 16 }

  /// Breaks into lines: at a blank where one is near, else between glyphs, for previews are data and need not have any.
  ///
  /// - Parameters:
  ///   - width: Columns of a line.
  ///   - lines: How many at most; the last one holds all the rest, to be cut where it is written.
  /// - Returns: The lines; none for no text.
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
          if character != " ", let blank = piece.lastIndex(of: " "),
            piece.distance(from: blank, to: piece.endIndex) < Self.word
          {
            rest = String(piece[piece.index(after: blank)...])
            piece = String(piece[..<blank])
          } else if character != " ", piece.count < Self.word, !result[result.count - 1].isEmpty {
            // A short piece goes to the next line as a whole.
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
  /// Writes pieces one after the other; the one that does not fit is cut, and the cut is marked.
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
      // What follows must be seen to be cut even where this piece fits exactly.
      let width = DisplayWidth.of(span.text, limit: columns.upperBound - column + 1)
      let isCutAfter = !isLast && column + width == columns.upperBound && Array(spans[(index + 1)...]).width > 0
      column = write(
        isCutAfter ? span.text + ellipsis : span.text, in: column..<columns.upperBound, row: row, style: style,
        ellipsis: ellipsis)
    }
    return column
  }
}
