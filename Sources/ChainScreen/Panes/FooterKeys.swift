// The keys in the footer: which ones are useful now, how they are called, and how many of them fit. `FooterPane` draws them, and a click on
// one performs its action.

import Canvas
import LessonEngine
import PlainText

struct FooterKeys {
  /// A key with its name for what it does.
  struct Item {
    /// Its action; nil in a lesson, where the footer can't be clicked.
    let action: Action?
    let spans: [Span]
    /// A narrow footer drops the keys with the highest rank first.
    let rank: Int
    /// The column at which it starts.
    var column = 1
  }

  /// The keys that fit, from left to right.
  private(set) var items: [Item]
  private let context: ScreenContext
  private var words: Words { context.words }

  init(_ context: ScreenContext, columns: Int) {
    (self.context, items) = (context, [])
    items = context.lesson.map(lessonItems) ?? usualItems
    // A message takes at most half of the line; in a lesson, where there are fewer keys, two thirds.
    let most = context.lesson == nil ? columns / 2 : columns * 2 / 3
    let message = context.notice.map { min([Span($0)].width, most) + 2 } ?? 0
    while items.reduce(1, { $0 + $1.spans.width + 2 }) > columns + 1 - message, items.count > 1,
      let last = items.map(\.rank).max(), last > 1
    {
      items.removeAll { $0.rank == last }
    }
    var column = 1
    for index in items.indices {
      items[index].column = column
      column += items[index].spans.width + 2
    }
  }

  /// The action of the key at a column; nil if there is none.
  func action(at column: Int) -> Action? {
    items.first { $0.column..<$0.column + $0.spans.width ~= column }?.action
  }

  // MARK: The whole run

  /// The most useful keys first, and the key that quits last.
  private var usualItems: [Item] {
    return Command.all.filter { $0.isUseful(context) }
      .map { (command: $0, rank: context.isProgramOver && $0.action == .runAgain ? 3 : $0.rank) }
      .sorted { ($0.rank == 0 ? 100 : $0.rank) < ($1.rank == 0 ? 100 : $1.rank) }
      .map { Item(action: $0.command.action, spans: spans($0.command), rank: $0.rank) }
  }

  private func spans(_ command: Command) -> [Span] {
    let isOn: Bool =
      switch command.action {
      case .pause: context.state.isPaused
      case .follow: context.state.isFollowing
      case .service: context.state.page == .service
      case .compareRuns: context.state.page == .runs
      case .formerRun: context.options.series.isFormer
      case .why: context.state.path?.question == .why
      case .criticalPath: context.state.path?.question == .criticalPath
      default: false
      }
    var word = command.word?(words) ?? ""
    if command.action == .toggleFold, context.state.page != nil { word = words.openWord }
    if command.action == .formerRun, context.options.series.isFormer { word = words.latestRunWord }
    if command.action == .runAgain, context.options.again == .log { word = words.readAgainWord }
    if command.action == .pause, context.stream.isRunning {
      if isOn { word = words.resumeWord }
    } else if command.action == .pause {
      word = context.state.isPlaying ? words.stopWord : words.playWord
    }
    let keys = context.options.keyMap
    var key = keys.keys(for: command.action).first?.name ?? ""
    if command.action == .stepBack, let forward = keys.keys(for: .stepForward).first { key += " \(forward.name)" }
    return [Span(key, .key), Span(" \(word)", isOn ? .notice : .action)]
  }

  // MARK: A lesson

  private func lessonItems(_ lesson: LessonState) -> [Item] {
    LessonCommand.all.filter { $0.isUseful(lesson, context.options) }.map {
      Item(action: nil, spans: spans($0, lesson), rank: $0.rank)
    }
  }

  private func spans(_ command: LessonCommand, _ lesson: LessonState) -> [Span] {
    var key = command.keys[0].name
    var word = command.word?(words) ?? ""
    switch command.action {
    case .answer: key = "1-\(lesson.walk?.question?.answers.count ?? 4)"
    case .forward: key = context.options.isASCII ? key : "→"
    case .back: key = context.options.isASCII ? key : "←"
    case .play: if context.state.isPlaying { word = words.stopWord }
    case .language: if context.options.isASCII { word = words.languageWordPlain }
    default: break
    }
    return [Span(key, .key), Span(" \(word)", .action)]
  }
}
