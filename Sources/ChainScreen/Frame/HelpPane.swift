// The help: the table of commands and the legend of glyphs, in a box over the page.

import Canvas
import ChainModel
import PlainText

struct HelpPane {
  private let context: ScreenContext
  private var words: Words { context.words }

  init(_ context: ScreenContext) { self.context = context }

  func draw(over grid: inout Grid) {
    let lines = self.lines(columns: grid.size.columns - 6)
    let textWidth = lines.map(\.width).max() ?? 0
    let width = min(grid.size.columns - 2, textWidth + 4)
    let height = min(grid.size.rows - 2, lines.count + 2)
    let top = max(0, min(context.state.helpTop, lines.count - (height - 2)))
    var box = Grid(Size(columns: width, rows: height), style: Style(.text, on: .overlay))
    frame(&box, isMoreAbove: top > 0, isMoreBelow: top + height - 2 < lines.count)
    for row in 0..<max(0, min(height - 2, lines.count - top)) {
      box.write(
        lines[top + row], in: 2..<width - 2, row: row + 1, on: .overlay, ellipsis: context.glyphs.ellipsis)
    }
    grid.draw(box, column: (grid.size.columns - width) / 2, row: (grid.size.rows - height) / 2)
  }

  /// The keys, with the legend beside them if there is room, and below them otherwise.
  private func lines(columns: Int) -> [[Span]] {
    let keys = self.keys
    let legend = self.legend
    let keyWidth = keys.map(\.width).max() ?? 0
    guard keyWidth + 2 + (legend.map(\.width).max() ?? 0) <= columns else { return keys + [[]] + legend }
    return (0..<max(keys.count, legend.count)).map { row in
      var line = row < keys.count ? keys[row] : []
      guard row < legend.count else { return line }
      line.append(Span(String(repeating: " ", count: keyWidth + 2 - line.width)))
      return line + legend[row]
    }
  }

  /// The commands by topic.
  private var keys: [[Span]] {
    var lines: [[Span]] = []
    for topic in Command.Topic.allCases {
      let commands = Command.all.filter {
        $0.topic == topic && ($0.action != .runAgain || context.options.canRunAgain)
      }
      if !lines.isEmpty { lines.append([]) }
      lines.append([Span(words(topic.phrase), .title)])
      lines += commands.map { command in
        [
          Span(pad(context.options.keyMap.keys(for: command.action).map(\.name).joined(separator: " "), 13), .key),
          Span(words(command.sentence), .action),
        ]
      }
    }
    return lines
  }

  private var legend: [[Span]] {
    let glyphs = context.glyphs
    var lines = [[Span(words(.legendTitle), .title)]]
    lines += NodeState.allCases.map { [Span(glyphs.state($0), $0.role), Span("  \(words.state($0))")] }
    lines.append([])
    lines += ProblemKind.allCases.map { [Span(glyphs.problem($0), $0.role), Span("  \(words($0.word(1)))")] }
    lines.append([])
    lines.append([Span(glyphs.barRunning + glyphs.barRunning, .barRunning), Span(" \(words(.legendOwnWork))")])
    lines.append([Span(glyphs.barWaiting + glyphs.barWaiting, .barWaiting), Span(" \(words(.legendWaits))")])
    lines.append([Span(glyphs.barQueued + glyphs.barQueued, .barQueued), Span(" \(words(.legendQueued))")])
    lines.append([])
    lines.append([Span(glyphs.reference, .link), Span("  \(words(.legendElsewhere))")])
    lines.append([Span(glyphs.cycle, .rejected), Span("  \(words(.waitsForItself))")])
    lines.append([Span(glyphs.loss, .loss), Span("  \(words(.legendLost))")])
    return lines
  }

  private func frame(_ box: inout Grid, isMoreAbove: Bool, isMoreBelow: Bool) {
    let (width, height) = (box.size.columns, box.size.rows)
    let glyphs = context.glyphs
    let style = Style(.faint, on: .overlay)
    for row in [0, height - 1] { box.fill(glyphs.rule, columns: 1..<width - 1, row: row, style: style) }
    for row in 1..<max(1, height - 1) {
      box.write(glyphs.divider, column: 0, row: row, style: style)
      box.write(glyphs.divider, column: width - 1, row: row, style: style)
    }
    let corners = glyphs.corners
    box.write(corners.0, column: 0, row: 0, style: style)
    box.write(corners.1, column: width - 1, row: 0, style: style)
    box.write(corners.2, column: 0, row: height - 1, style: style)
    box.write(corners.3, column: width - 1, row: height - 1, style: style)
    box.write(" \(words(.helpTitle)) ", column: 2, row: 0, style: Style(.title, on: .overlay))
    if isMoreAbove { box.write(" \(glyphs.more.up) ", column: width - 5, row: 0, style: Style(.key, on: .overlay)) }
    if isMoreBelow {
      box.write(" \(glyphs.more.down) ", column: width - 5, row: height - 1, style: Style(.key, on: .overlay))
    }
  }

  private func pad(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - DisplayWidth.of(text)))
  }
}

extension Command.Topic {
  /// The heading in the help.
  fileprivate var phrase: Phrase {
    switch self {
    case .questions: .topicQuestions
    case .moving: .topicMoving
    case .panes: .topicPanes
    case .time: .topicTime
    case .finding: .topicFinding
    case .other: .topicOther
    }
  }
}
