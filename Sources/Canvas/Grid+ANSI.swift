// Renders a grid as text with escape sequences for colors, for files and pages that show a screen. Pure: the same grid gives the same
// bytes everywhere.
//
// Owns the SGR sequences (ECMA-48, 8.3.117). Writes no other sequence, so the text can be printed anywhere.

extension Grid {
  /// The grid as text with the colors of a theme.
  ///
  /// Each line starts and ends without any style. Blanks at the end of a line are dropped unless their background is visible.
  ///
  /// - Parameters:
  ///   - theme: The look of every style.
  ///   - depth: The colors to use.
  /// - Returns: One line per row, separated by newlines.
  public func ansi(_ theme: Theme, depth: ColorDepth = .palette) -> String {
    (0..<size.rows).map { ansi(row: $0, theme, depth: depth) }.joined(separator: "\n")
  }

  /// One row as text with the colors of a theme, as in ``ansi(_:depth:)``.
  ///
  /// - Parameters:
  ///   - number: 0 ..< `size.rows`.
  ///   - theme: The look of every style.
  ///   - depth: The colors to use.
  /// - Returns: The row, without a newline.
  public func ansi(row number: Int, _ theme: Theme, depth: ColorDepth = .palette) -> String {
    let row = self.row(number)
    let end = row.lastIndex { !$0.isBlank || theme.paint($0.style, at: depth).isVisibleOnBlanks } ?? row.startIndex - 1
    var line = ""
    var current = Paint()
    for cell in row[row.startIndex..<end + 1] where cell.width > 0 {
      let paint = theme.paint(cell.style, at: depth)
      // A blank shows only its background, so it needs no sequence for another foreground.
      if paint != current, !(cell.isBlank && paint.looksAsBlank(like: current)) {
        line += paint.sequence
        current = paint
      }
      line += cell.text
    }
    if current != Paint() { line += Paint().sequence }
    return line
  }
}

extension Cell {
  fileprivate var isBlank: Bool { base == 0x20 && marks.0 == 0 }
}

extension Paint {
  /// Whether blanks with this look differ from an empty screen.
  fileprivate var isVisibleOnBlanks: Bool {
    background != .standard || !emphasis.isDisjoint(with: [.reverse, .underline])
  }

  fileprivate func looksAsBlank(like other: Paint) -> Bool {
    background == other.background && emphasis.isDisjoint(with: [.reverse, .underline])
      && other.emphasis.isDisjoint(with: [.reverse, .underline])
  }

  /// The sequence that sets exactly this look, whatever was set before.
  fileprivate var sequence: String {
    var codes = ["0"]
    if emphasis.contains(.bold) { codes.append("1") }
    if emphasis.contains(.dim) { codes.append("2") }
    if emphasis.contains(.underline) { codes.append("4") }
    if emphasis.contains(.reverse) { codes.append("7") }
    codes += foreground.codes(from: 30) + background.codes(from: 40)
    return "\u{1B}[" + codes.joined(separator: ";") + "m"
  }
}

extension PaintColor {
  /// The parameters of the color; `base` is 30 for the foreground and 40 for the background.
  fileprivate func codes(from base: Int) -> [String] {
    switch self {
    case .standard: []
    case .indexed(let index) where index < 8: ["\(base + Int(index))"]
    case .indexed(let index) where index < 16: ["\(base + 60 + Int(index) - 8)"]
    case .indexed(let index): ["\(base + 8)", "5", "\(index)"]
    case .rgb(let value): ["\(base + 8)", "2", "\(value >> 16)", "\(value >> 8 & 255)", "\(value & 255)"]
    }
  }
}
