// The lines of the list of logs: the name, when it was last written, and its size.

import Canvas
import PlainText

struct LogListLines {
  /// A line per log, all of the same width where they fit.
  let lines: [[Span]]
  let keys: [Span]
  /// The width of the longest line, in columns.
  var width: Int { max((lines.map(\.width).max() ?? 0), keys.width) }

  init(_ list: LogList, _ screen: Screen) {
    let language = screen.language
    let times = list.logs.map { language("\(screen.duration($0.age)) ago", "\(screen.duration($0.age)) 前") }
    let sizes = list.logs.map { Self.size($0.bytes) }
    let names = list.logs.map { DisplayWidth.of($0.name) }.max() ?? 0
    let (timeWidth, sizeWidth) = (times.map { DisplayWidth.of($0) }.max() ?? 0, sizes.map(\.count).max() ?? 0)
    // Without the border, the margins, and the mark.
    let whole = screen.layout.size.columns - 2 - 4 - 2
    // A narrow page shows only the names.
    let hasColumns = whole - 3 - timeWidth - 2 - sizeWidth >= min(names, 16)
    let room = min(names, max(1, hasColumns ? whole - 3 - timeWidth - 2 - sizeWidth : whole))
    lines = list.logs.indices.map { index in
      let (isSelected, isShown) = (index == list.selected, index == list.shown)
      let name = Self.shortened(list.logs[index].name, to: room, screen.glyphs.ellipsis)
      let line = [
        Span(isSelected ? screen.glyphs.mark + " " : "  ", .notice), Span(name, isShown ? .label : .text),
      ]
      guard hasColumns else { return line }
      let gap = String(repeating: " ", count: room - DisplayWidth.of(name) + 3)
      return line + [
        Span(gap), Span(Self.padded(times[index], timeWidth), .time),
        Span("  " + Self.padded(sizes[index], sizeWidth), .faint),
      ]
    }
    keys = language.faint("Enter: show   Esc: close", "Enter：显示   Esc：关闭")
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - DisplayWidth.of(text))) + text
  }

  /// A name without its middle, because both the program at its start and the number at its end matter.
  static func shortened(_ name: String, to width: Int, _ ellipsis: String) -> String {
    guard DisplayWidth.of(name) > width else { return name }
    let characters = Array(name)
    // A character takes at least one column, so this ends.
    var kept = min(characters.count, max(0, width - DisplayWidth.of(ellipsis)))
    while kept > 0 {
      let text = String(characters.prefix(kept / 2)) + ellipsis + String(characters.suffix(kept - kept / 2))
      if DisplayWidth.of(text) <= width { return text }
      kept -= 1
    }
    return ellipsis
  }

  /// A number of bytes, with three digits.
  static func size(_ bytes: Int64) -> String {
    var (number, unit) = (Double(max(0, bytes)), 0)
    let units = ["B", "kB", "MB", "GB", "TB"]
    while number >= 999.5, unit < units.count - 1 { (number, unit) = (number / 1_000, unit + 1) }
    let text: String
    switch number {
    case _ where unit == 0, 99.95...: text = "\(Int(number.rounded()))"
    case 9.995...: text = Self.decimal(number, digits: 1)
    default: text = Self.decimal(number, digits: 2)
    }
    return "\(text) \(units[unit])"
  }

  private static func decimal(_ number: Double, digits: Int) -> String {
    let factor = digits == 1 ? 10 : 100
    let scaled = Int((number * Double(factor)).rounded())
    let fraction = String(scaled % factor)
    return "\(scaled / factor).\(String(repeating: "0", count: digits - fraction.count))\(fraction)"
  }
}
