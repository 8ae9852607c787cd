// A screen of the observed program, such as the list of an app, or the inside of one of its objects, drawn from the note that describes
// it. A screen has its time above it, a box the name of its object.
//
//     box: State of letter | .pending | bodies: first, second        ╭ State of letter ──────╮
//                                                                   │ .pending              │
//                                                                   │ bodies: first, second │
//                                                                   ╰───────────────────────╯
//     screen: 17 + 2 sticky | * House rules | 120 Our bakery         ╭ 00:02.800 ───────────╮
//                                                                   │ 17 + 2 sticky        │
//                                                                   │ * House rules        │
//                                                                   │ 120 Our bakery       │
//                                                                   ╰──────────────────────╯

import Canvas
import ChainModel
import PlainText

struct ProgramScreen {
  /// The width from which a screen no longer grows, and the width below which two screens don't stand side by side.
  static let width = (greatest: 44, least: 28)

  let time: Int64
  /// The name of the object that it is the inside of; nil for a screen.
  let name: String?
  /// The rows, the heading first.
  private let rows: [String]

  /// Creates the screen that a message describes; nil if it describes none.
  init?(_ message: ProgramMessage) {
    guard let note = DrawnNote(Escaping.line(message.text)) else { return nil }
    (time, name, rows) = (message.time, note.object, note.rows)
  }

  /// The number of lines with the border.
  var height: Int { rows.count + 2 }

  /// Draws the screen.
  ///
  /// - Parameters:
  ///   - columns: The width with the border.
  ///   - height: The number of lines with the border; a screen with fewer rows is padded.
  ///   - isCurrent: Whether it is the latest one, whose border stands out.
  ///   - glyphs: The glyphs.
  /// - Returns: The spans of each line, all of the same width.
  func lines(columns: Int, height: Int, isCurrent: Bool, _ glyphs: ScreenGlyphs) -> [[Span]] {
    let border: StyleRole = isCurrent ? .text : .rule
    let inner = max(1, columns - 4)
    let (left, right, lowLeft, lowRight) = glyphs.corners
    let heading = name.map { " \(Self.cut($0, to: inner - 2, glyphs)) " } ?? " \(DurationText.clock(time)) "
    let rest = String(repeating: glyphs.rule, count: max(0, columns - 2 - DisplayWidth.of(heading)))
    var lines = [[Span(left, border), Span(heading, name == nil ? .time : .title), Span(rest + right, border)]]
    for index in 0..<max(0, height - 2) {
      let text = index < rows.count ? rows[index] : ""
      let role: StyleRole = text.hasPrefix("! ") ? .failure : index == 0 ? .title : .text
      lines.append([
        Span(glyphs.divider + " ", border), Span(Self.fit(text, to: inner, glyphs), role),
        Span(" " + glyphs.divider, border),
      ])
    }
    lines.append([Span(lowLeft + String(repeating: glyphs.rule, count: columns - 2) + lowRight, border)])
    return lines
  }

  /// A text of exactly that width: cut or padded.
  private static func fit(_ text: String, to width: Int, _ glyphs: ScreenGlyphs) -> String {
    let line = cut(text, to: width, glyphs)
    return line + String(repeating: " ", count: max(0, width - DisplayWidth.of(line)))
  }

  /// A text of at most that width.
  private static func cut(_ text: String, to width: Int, _ glyphs: ScreenGlyphs) -> String {
    var line: [UInt8] = []
    _ = line.append(visible: text, within: max(1, width), ellipsis: glyphs.ellipsis)
    return String(decoding: line, as: UTF8.self)
  }
}
