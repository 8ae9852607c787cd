// What the program wrote, up to the playhead: its notes, and the lines that it printed. A note that describes a screen is drawn as one, so
// that each delivery to a list is seen. The insides of objects are drawn below all that, each as it is now. `ProgramScreen` owns how.

import Canvas
import LessonEngine
import PlainText
import PromiseTrace

struct OutputPane {
  private let screen: Screen
  private let width: Int

  init(_ screen: Screen, width: Int) { (self.screen, self.width) = (screen, width) }

  var content: PaneContent {
    let title = [Span(screen.language("program output", "程序输出"), .title)]
    // A long text has several lines, so a page of the latest messages is enough.
    var lines: [PaneLine] = []
    var screens: [ProgramScreen] = []
    var boxes: [ProgramScreen] = []
    var newestBox: Int?
    for message in screen.shownMessages.suffix(500) {
      let drawn = ProgramScreen(message)
      if let drawn, let name = drawn.name {
        newestBox = boxes.firstIndex { $0.name == name } ?? boxes.count
        if newestBox == boxes.count { boxes.append(drawn) } else if let newestBox { boxes[newestBox] = drawn }
      } else if let drawn {
        screens.append(drawn)
      } else {
        lines += draw(screens, current: nil) + self.lines(message)
        screens = []
      }
    }
    lines += draw(screens, current: screens.indices.last) + draw(boxes, current: newestBox)
    var content = PaneContent(title, lines, empty: empty)
    content.staysAtEnd = true
    return content
  }

  private var empty: String {
    // A lesson holds only the part of the run that was shown.
    let isWhole = screen.lesson?.walk.map { $0.place == .score } ?? true
    return isWhole && screen.playhead.isAtEnd && !screen.stream.isRunning
      ? screen.language(
        "This log has no notes. What a program prints is captured only by pscope run, and by the demos.",
        "此日志中没有备注。只有 pscope run 和演示会捕获程序打印的内容。")
      : screen.language("The program has written nothing so far.", "程序到目前为止没有输出。")
  }

  /// Draws screens or boxes, as many side by side as fit.
  private func draw(_ screens: [ProgramScreen], current: Int?) -> [PaneLine] {
    let room = max(8, width - 2)
    let perRow = max(1, (room + 1) / (ProgramScreen.width.least + 1))
    let columns = min(ProgramScreen.width.greatest, (room + 1) / min(perRow, max(1, screens.count)) - 1)
    var lines: [PaneLine] = []
    for start in stride(from: 0, to: screens.count, by: perRow) {
      let row = screens[start..<min(start + perRow, screens.count)]
      let height = row.map(\.height).max() ?? 0
      let drawn = row.indices.map { index in
        screens[index].lines(
          columns: columns, height: height, isCurrent: index == current, screen.glyphs)
      }
      for line in 0..<height {
        lines.append(PaneLine(Array(drawn.map { $0[line] }.joined(separator: [Span(" ")]))))
      }
    }
    return lines
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
