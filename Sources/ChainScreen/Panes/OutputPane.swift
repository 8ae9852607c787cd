// What the program wrote, up to the playhead: its notes, and the lines that it printed. In a demo, that is what the user of the app would see,
// such as each list that a list screen shows.

import Canvas
import PlainText
import PromiseTrace

struct OutputPane {
  private let context: ScreenContext
  private let width: Int

  init(_ context: ScreenContext, width: Int) { (self.context, self.width) = (context, width) }

  var content: PaneContent {
    let title = [Span(context.words(.outputTitle), .title)]
    // A long text has several lines, so a page of the latest messages is enough.
    let lines = context.messages.suffix(500).flatMap(lines)
    var content = PaneContent(title, lines, empty: context.words(.noOutput))
    content.staysAtEnd = true
    return content
  }

  private func lines(_ message: ProgramMessage) -> [PaneLine] {
    let time = "\(DurationText.clock(message.time))  "
    var spans = [Span(Escaping.line(message.text), .text)]
    if message.promise != 0 { spans = [Span("#\(message.promise)", .link), Span(" ")] + spans }
    let indent = 1 + DisplayWidth.of(time)
    var lines = spans.wrapped(to: max(10, width - indent - 1), lines: 4).map { PaneLine($0, indent: indent) }
    guard !lines.isEmpty else { return [] }
    lines[0].spans = [Span(time, .time)] + lines[0].spans
    lines[0].indent = 1
    return lines
  }
}
