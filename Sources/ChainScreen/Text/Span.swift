// Pieces of text with roles: measures them, breaks them into lines, writes them.

import Canvas
import PlainText
import PromiseTrace

typealias Span = Piece
/// A text between spans: `"caught \(error) from \(promise)"`.
typealias Line = Phrase

extension Span {
  /// The promise whose number it is, such as ` #7`.
  var target: PromiseID? { PromiseID(text.drop { $0 == " " || $0 == "#" }) }
}

extension [Span] {
  /// Its width in columns, up to the longest line.
  var width: Int { reduce(0) { $0 + DisplayWidth.of($1.text, limit: 1000) } }

  private static var word: Int { 40 }
  /// Longer commands are broken, too.
  private static var command: Int { 70 }

  /// The position at which a line breaks within a word: `end`, or before the digits and the colon around it.
  private static func beforeNumber(_ end: Int, after start: Int, _ text: [Character]) -> Int {
    func isDigit(_ index: Int) -> Bool { ("0"..."9").contains(text[index]) }
    guard end < text.count, isDigit(end) else { return end }
    var before = end
    while before > start + 1, isDigit(before - 1), end - before < 8 { before -= 1 }
    return before > start + 1 && text[before - 1] == ":" ? before - 1 : end
  }

  /// Breaks spans into lines: at a nearby blank or next to a wide character if there is one, and between glyphs otherwise, because
  /// previews need not contain blanks.
  ///
  /// Lines may break within spans and between them. Keys, commands, and text in backquotes stay on one line if they fit.
  ///
  /// - Parameters:
  ///   - width: The width of a line in columns.
  ///   - lines: The maximum number of lines; the last one holds all remaining text and is cut when it is written.
  /// - Returns: The lines; empty if there is no text.
  func wrapped(to width: Int, lines: Int) -> [[Span]] {
    guard width > 1, lines > 1, self.width > width else { return isEmpty ? [] : [self] }
    let glyphs = enumerated().flatMap { index, span in span.text.map { (character: $0, span: index) } }
    // Whether a blank belongs to a command.
    var (isInside, isQuoted) = ([Bool](repeating: false, count: glyphs.count), false)
    for (index, glyph) in glyphs.enumerated() {
      if glyph.character == "`" { isQuoted.toggle() }
      isInside[index] =
        isQuoted || self[glyph.span].role == .key && index + 1 < glyphs.count && glyphs[index + 1].span == glyph.span
    }
    // A backquote that is never closed quotes nothing.
    if isQuoted { isInside = isInside.map { _ in false } }
    var result: [[Span]] = []
    func add(_ range: Range<Int>) {
      var line: [(text: String, span: Int)] = []
      for glyph in glyphs[range] {
        if line.last?.span == glyph.span {
          line[line.count - 1].text.append(glyph.character)
        } else {
          line.append((String(glyph.character), glyph.span))
        }
      }
      result.append(line.map { Span($0.text, self[$0.span].role) })
    }
    var (start, next, column) = (0, 0, 0)
    while next < glyphs.count {
      let columns = DisplayWidth.of(String(glyphs[next].character))
      guard column + columns > width, next > start, result.count < lines - 1 else {
        (next, column) = (next + 1, column + columns)
        continue
      }
      var end = next
      if glyphs[next].character != " " {
        let nearest = stride(
          from: next, to: Swift.max(start, next - (isInside[next - 1] ? Self.command : Self.word) + 1), by: -1)
        end =
          nearest.first { !isInside[$0 - 1] && LineBreaking.canBreak(glyphs[$0 - 1].character, glyphs[$0].character) }
          ?? nearest.first { LineBreaking.canBreak(glyphs[$0 - 1].character, glyphs[$0].character) }
          // A path that is longer than a line ends one after a folder, and never within the number of its line.
          ?? nearest.first { glyphs[$0 - 1].character == "/" }
          ?? Self.beforeNumber(next, after: start, glyphs.map(\.character))
      }
      let isAfterBlank = end > start && glyphs[end - 1].character == " "
      add(start..<(isAfterBlank ? end - 1 : end))
      start = end
      while start < glyphs.count, glyphs[start].character == " " { start += 1 }
      next = Swift.max(start, next)
      column = glyphs[start..<next].reduce(0) { $0 + DisplayWidth.of(String($1.character)) }
    }
    add(start..<glyphs.count)
    return result
  }
}

extension Span {
  /// Its text within a width: a call site that is too long loses its folder, then the end of its file's name, and never its line.
  func text(within width: Int, _ ellipsis: String) -> String {
    guard role == .location, DisplayWidth.of(text, limit: width + 1) > width else { return text }
    let blanks = text.prefix { $0 == " " }
    let name = text.dropFirst(blanks.count).split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    let line = name.lastIndex(of: ":").map { name[$0...] } ?? ""
    let room = width - blanks.count
    guard DisplayWidth.of(String(name)) > room, room > line.utf8.count + 2 else { return "\(blanks)\(name)" }
    var kept = name.dropLast(line.count)
    while DisplayWidth.of(String(kept)) + line.utf8.count >= room { kept.removeLast() }
    return "\(blanks)\(kept)\(ellipsis)\(line)"
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
      let start = column
      let style = Style(span.role, on: surface)
      guard column < columns.upperBound else { break }
      let isLast = index == spans.count - 1
      let text = span.text(within: columns.upperBound - column, ellipsis)
      // The cut of a following piece must be visible even if this piece fits exactly.
      let width = DisplayWidth.of(text, limit: columns.upperBound - column + 1)
      let isCutAfter = !isLast && column + width == columns.upperBound && Array(spans[(index + 1)...]).width > 0
      column = write(
        isCutAfter ? text + ellipsis : text, in: column..<columns.upperBound, row: row, style: style,
        ellipsis: ellipsis)
      // A number that is cut is no number.
      guard span.role == .link, !isCutAfter, start + width <= columns.upperBound else { continue }
      let blanks = span.text.prefix { $0 == " " }.count
      if let target = span.target {
        add(Link(row: row, columns: start + blanks..<column, target: target))
      }
    }
    return column
  }
}
