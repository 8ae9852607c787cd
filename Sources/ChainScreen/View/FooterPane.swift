// The bottom line: the currently useful keys, from the table of commands; or the line being typed.

import Canvas
import PlainText

struct FooterPane {
  private let context: ScreenContext
  private var words: Words { context.words }

  init(_ context: ScreenContext) { self.context = context }

  func draw(_ size: Size) -> Grid {
    var grid = Grid(size, style: Style(.text, on: .band))
    if let prompt = context.state.prompt {
      draw(prompt, into: &grid)
    } else {
      drawKeys(into: &grid)
    }
    return grid
  }

  /// The action whose key is drawn at a column; nil if there is none.
  func action(at column: Int, columns: Int) -> Action? {
    var start = 1
    for command in shown(columns: columns) {
      let end = start + spans(command).width
      if start..<end ~= column { return command.action }
      start = end + 2
    }
    return nil
  }

  /// The commands that fit.
  private func shown(columns: Int) -> [Command] {
    // A message takes at most half of the line.
    let notice = context.notice.map { [Span($0, .notice)] } ?? []
    let noticeWidth = notice.isEmpty ? 0 : min(notice.width, columns / 2) + 2
    // The most useful keys first, and the key that quits last.
    var shown = Command.all.filter {
      $0.word != nil && ($0.action != .runAgain || context.options.canRunAgain)
        && !context.options.keyMap.keys(for: $0.action).isEmpty
    }
    shown.sort { ($0.rank == 0 ? 100 : $0.rank) < ($1.rank == 0 ? 100 : $1.rank) }
    while shown.reduce(1, { $0 + spans($1).width + 2 }) > columns + 1 - noticeWidth, shown.count > 1 {
      guard let last = shown.map(\.rank).max(), last > 1 else { break }
      shown.removeAll { $0.rank == last }
    }
    return shown
  }

  private func drawKeys(into grid: inout Grid) {
    let columns = grid.size.columns
    var column = 1
    for command in shown(columns: columns) {
      column = grid.write(
        spans(command), in: column..<columns, row: 0, on: .band, ellipsis: context.glyphs.ellipsis)
      column += 2
    }
    // A message of the program takes only what the keys leave.
    let message = context.message.map { context.glyphs.isASCII ? "\"\($0)\"" : "“\($0)”" }
    guard let text = context.notice ?? (columns - column >= 14 ? message : nil), column + 4 < columns else { return }
    grid.write(
      text, in: column..<columns - 1, row: 0, style: Style(.notice, on: .band), alignment: .trailing,
      ellipsis: context.glyphs.ellipsis)
  }

  private func draw(_ prompt: Prompt, into grid: inout Grid) {
    let columns = grid.size.columns
    let (head, keys): (Phrase, Phrase) =
      switch prompt.purpose {
      case .search: (.searchPrompt, .promptKeys)
      case .filter: (.filterPrompt, .promptKeys)
      case .logFilter: (.logFilterPrompt, .promptKeys)
      case .save: (.savePrompt, .savePromptKeys)
      }
    let hint = [Span(words(keys), .faint)]
    let limit = columns - (columns >= 60 ? hint.width + 3 : 1)
    var column = grid.write(
      [Span(words(head), .key)], in: 1..<columns, row: 0, on: .band, ellipsis: context.glyphs.ellipsis)
    // The end of a long text stays visible, because that is where the user types.
    var text = prompt.text
    while DisplayWidth.of(text, limit: 1_000) > limit - column - 1, !text.isEmpty { text.removeFirst() }
    column = grid.write(
      [Span(text, prompt.isSuggestion ? .faint : .title)], in: column..<max(column, limit), row: 0, on: .band,
      ellipsis: "")
    grid.write(context.glyphs.cursor, column: column, row: 0, style: Style(.notice, on: .band))
    guard columns >= 60 else { return }
    grid.write(hint, in: columns - hint.width - 1..<columns - 1, row: 0, on: .band, ellipsis: context.glyphs.ellipsis)
  }

  private func spans(_ command: Command) -> [Span] {
    let isOn: Bool =
      switch command.action {
      case .pause: context.state.isPaused
      case .follow: context.state.isFollowing
      case .why: context.state.path?.question == .why
      case .criticalPath: context.state.path?.question == .criticalPath
      default: false
      }
    var phrase = command.word ?? .quitWord
    if command.action == .pause {
      let isLive = context.stream.isRunning
      phrase = isLive ? (isOn ? .resumeWord : .pauseWord) : context.state.isPlaying ? .stopWord : .playWord
    }
    let keys = context.options.keyMap
    var key = keys.keys(for: command.action).first?.name ?? ""
    if command.action == .stepBack, let forward = keys.keys(for: .stepForward).first { key += " \(forward.name)" }
    return [Span(key, .key), Span(" \(words(phrase))", isOn ? .notice : .action)]
  }
}
