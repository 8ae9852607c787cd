// The bottom line: the currently useful keys, from the table of commands.

import Canvas

struct FooterPane {
  /// From this width on, the program's last message fits beside the keys; on narrower screens it is on the rule of the details.
  static let noticeFrom = 100

  private let context: ScreenContext

  init(_ context: ScreenContext) { self.context = context }

  func draw(_ size: Size) -> Grid {
    var grid = Grid(size, style: Style(.text, on: .band))
    var shown = Command.all.filter { !$0.word.isEmpty && ($0.action != .runAgain || context.options.canRunAgain) }
    while shown.reduce(1, { $0 + spans($1).width + 2 }) > size.columns + 1, shown.count > 1 {
      guard let last = shown.map(\.rank).max() else { break }
      shown.removeAll { $0.rank == last }
    }
    var column = 1
    for command in shown {
      column = grid.write(
        spans(command), in: column..<size.columns, row: 0, on: .band, ellipsis: context.glyphs.ellipsis)
      column += 2
    }
    if size.columns >= Self.noticeFrom, let notice = context.notice {
      let room = column + 2..<max(column + 2, size.columns - 1)
      grid.write(
        notice, in: room, row: 0, style: Style(.notice, on: .band), alignment: .trailing,
        ellipsis: context.glyphs.ellipsis)
    }
    return grid
  }

  private func spans(_ command: Command) -> [Span] {
    let isOn: Bool =
      switch command.action {
      case .pause: context.state.isPaused
      case .follow: context.state.isFollowing
      default: false
      }
    let word = command.action == .pause && isOn ? "Resume" : command.word
    return [Span(command.keys.first?.name ?? "", .key), Span(" \(word)", isOn ? .notice : .action)]
  }
}
