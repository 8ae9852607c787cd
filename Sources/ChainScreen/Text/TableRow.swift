// A row of a table: a name at the left, then cells that end at fixed columns.

import Canvas
import PlainText

struct TableRow {
  typealias Cell = (text: Span, width: Int)

  /// The maximum width of the names of a table, so that on a wide page the numbers stay close to them.
  static let widestName = 44

  /// What the row is about, at its left.
  var name: [Span]
  /// The texts of its columns, right-aligned, with the widths of the columns.
  var cells: [Cell] = []

  init(_ name: [Span]) { self.name = name }

  mutating func add(_ text: String, _ role: StyleRole, _ width: Int) { cells.append((Span(text, role), width)) }

  /// The text of the row: a cell that is too long for its column extends into those at its left; the name is cut last.
  func spans(name width: Int, _ ellipsis: String) -> [Span] {
    var (end, edge) = (cells.reduce(width) { $0 + $1.width }, Int.max)
    var starts: [Int] = []
    for cell in cells.reversed() {
      let columns = DisplayWidth.of(cell.text.text)
      let start = min(end, edge) - columns
      starts.append(start)
      if columns > 0 { edge = start - 1 }
      end -= cell.width
    }
    let room = max(0, min(width, edge))
    var (spans, column) = (name.fitted(to: room, ellipsis), room)
    for (cell, start) in zip(cells, starts.reversed()) where !cell.text.text.isEmpty {
      // The role of a cell, which may fill or underline it, must not show on the blanks before it.
      spans += [Span(String(repeating: " ", count: max(0, start - column))), cell.text]
      column = max(column, start) + DisplayWidth.of(cell.text.text)
    }
    return spans
  }
}

extension [Span] {
  /// A name with its call site; the name is cut so that at least the line of the call site fits.
  static func name(_ name: [Span], at site: String?, within width: Int, _ ellipsis: String) -> [Span] {
    guard let site else { return name.fitted(to: Swift.min(width, name.width), ellipsis) }
    let line = site.lastIndex(of: ":").map { DisplayWidth.of(String(site[$0...])) } ?? 0
    let least = Swift.min(DisplayWidth.of(site), line + 4) + 2
    return name.fitted(to: Swift.min(name.width, Swift.max(4, width - least)), ellipsis)
      + [Span("  \(site)", .location)]
  }

  /// The same spans, cut or padded to exactly that width.
  func fitted(to width: Int, _ ellipsis: String) -> [Span] {
    var (left, fitted) = (width, [Span]())
    for span in self where left > 0 {
      var text: [UInt8] = []
      left -= text.append(visible: span.text(within: left, ellipsis), within: left, ellipsis: ellipsis)
      fitted.append(Span(String(decoding: text, as: UTF8.self), span.role))
    }
    return fitted + [Span(String(repeating: " ", count: Swift.max(0, left)))]
  }
}
