// The grid of an SVG picture: columns of 8 pixels and lines of 22, and what is drawn on it. Owns positions, widths and the lines of the tree.

import ChainModel
import PlainText

/// The positions in a picture, in columns and lines.
struct SVGLayout {
  /// The width of a column, in pixels; at 13 pixels, every common monospaced font is a little narrower.
  static let column = 8
  /// The height of a line, in pixels.
  static let line = 22
  /// The columns of the durations.
  static let total = 9
  /// The columns of the timeline.
  static let timeline = 48

  /// The widest tree and name, in columns.
  var tree = 20 { didSet { tree = min(tree, 60) } }
  /// The widest outcome, in columns.
  var outcome = 8 { didSet { outcome = min(outcome, 44) } }
  /// The line of the first row.
  var top = 3
  var rows = 0
  /// The end of the timeline, in nanoseconds since the log's start.
  var end: Int64 = 0

  var hasTimeline: Bool { rows > 0 }
  var outcomeColumn: Int { 1 + tree + 2 }
  var totalColumn: Int { outcomeColumn + outcome + 1 }
  var timeColumn: Int { totalColumn + Self.total + 2 }
  /// The width of everything inside the margins, in columns.
  var columns: Int { timeColumn + Self.timeline }
  var width: Int { (columns + 1) * Self.column + 2 * Self.column }
  var height: Int { (top + rows) * Self.line + 2 * Self.line }
  var scale: TimeScale { TimeScale(start: 0, end: end, length: Double(Self.timeline * Self.column)) }

  func x(_ column: Int) -> Double { Double((column + 1) * Self.column) }
  func y(_ line: Int) -> Int { line * Self.line + Self.line - 8 }
  func baseline(_ line: Int) -> Int { y(line) + 15 }

  /// The columns before the name in a row: the lines of the tree and the symbol.
  static func lead(_ guides: OutlineGuides) -> Int {
    2 + 2 * guides.levels.count + (guides.elided > 0 ? 2 + String(guides.elided).utf8.count : 0)
  }

  // MARK: Drawing

  /// Appends a text and returns its width in columns.
  @discardableResult
  func text(
    _ text: String, _ style: String, at column: Int, _ line: Int, _ room: Int, _ bytes: inout [UInt8]
  ) -> Int {
    if text.isEmpty || room <= 0 { return 0 }
    bytes.append(text: "<text\(style.isEmpty ? "" : " class=\"\(style)\"") x=\"")
    bytes.append(tenths: x(column))
    bytes.append(text: "\" y=\"\(baseline(line))\">")
    let width = bytes.append(xml: text, within: room)
    bytes.append(text: "</text>")
    return width
  }

  /// Appends a symbol, two columns wide.
  func symbol(_ name: String, _ style: String, at column: Int, _ line: Int, _ bytes: inout [UInt8]) {
    bytes.append(text: "<use href=\"#\(name)\" class=\"\(style)\" x=\"")
    bytes.append(tenths: x(column))
    bytes.append(text: "\" y=\"\(y(line) + 5)\"/>")
  }

  /// Appends the line between two links of a chain.
  func rail(from first: Int, to last: Int, _ guides: OutlineGuides, _ bytes: inout [UInt8]) {
    bytes.append(text: "<path class=\"line\" d=\"M")
    bytes.append(tenths: x(Self.lead(guides) - 1) + 6)
    bytes.append(text: " \(y(first) + 19)V\(y(last) + 4)\"/>")
  }

  /// Appends the lines that lead to a row.
  func guides(_ guides: OutlineGuides, _ line: Int, _ bytes: inout [UInt8]) {
    if guides.levels.isEmpty { return }
    var column = 1
    if guides.elided > 0 {
      column += 1 + text("…\(guides.elided)", "faint", at: column, line, 12, &bytes)
    }
    let (top, middle, bottom) = (y(line), y(line) + Self.line / 2, y(line) + Self.line)
    var path = ""
    for (level, guide) in guides.levels.enumerated() {
      let left = Int(x(column + 2 * level)) + 6
      switch guide {
      case .blank: break
      case .line: path += "M\(left) \(top)V\(bottom)"
      case .branch: path += "M\(left) \(top)V\(bottom)M\(left) \(middle)H\(left + 9)"
      case .corner: path += "M\(left) \(top)V\(middle)H\(left + 9)"
      }
    }
    if !path.isEmpty { bytes.append(text: "<path class=\"line\" d=\"\(path)\"/>") }
  }
}
