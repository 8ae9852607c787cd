// Writes frames as asciicast v2: a header line, then one line per frame with its time and the bytes that a terminal receives.
//
// Source: the asciicast v2 file format of asciinema. Version 3 exists, but fewer players read it.

import Canvas
import ChainExport
import PlainText

struct CastWriter {
  private let size: Size
  private let theme: Theme
  private var shown: Grid?
  /// The time of the recording, in milliseconds.
  private var time: Int64 = 0

  init(_ size: Size, _ theme: Theme) { (self.size, self.theme) = (size, theme) }

  /// Writes the header and clears the terminal.
  mutating func begin(title: String, into output: inout ExportOutput) throws {
    let header: JSON = [
      "version": 2, "width": size.columns, "height": size.rows,
      "title": Escaping.line(title, limit: 200), "env": ["TERM": "xterm-256color"] as JSON,
    ]
    try output.write(header.line + "\n")
    // Hides the cursor.
    try write("\u{1B}[?25l\u{1B}[2J", into: &output)
  }

  mutating func pass(milliseconds: Int64) { time += milliseconds }

  /// Writes what differs from the frame before; nothing if it is the same.
  mutating func show(_ grid: Grid, into output: inout ExportOutput) throws {
    var text = ""
    for row in 0..<grid.size.rows where shown.map({ $0.row(row) != grid.row(row) }) ?? true {
      // The row is erased first: erasing after its last column would erase that column.
      text += "\u{1B}[\(row + 1);1H\u{1B}[2K" + grid.ansi(row: row, theme)
    }
    shown = grid
    if !text.isEmpty { try write(text, into: &output) }
  }

  /// Shows the cursor again, below everything.
  mutating func end(into output: inout ExportOutput) throws {
    try write("\u{1B}[\(size.rows);1H\u{1B}[?25h", into: &output)
  }

  private func write(_ text: String, into output: inout ExportOutput) throws {
    let seconds = "\(time / 1_000).\(NumberText.padded(time % 1_000, to: 3))"
    try output.write("[\(seconds), \"o\", \(JSON.string(text).line)]\n")
  }
}
