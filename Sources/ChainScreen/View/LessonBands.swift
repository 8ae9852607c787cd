// The header and the footer of a lesson: which lesson, which step, and the keys that do something now.

import Canvas
import ChainLessons
import PlainText

struct LessonHeader {
  let context: ScreenContext
  let lesson: LessonState

  func draw(_ size: Size) -> Grid {
    var grid = Grid(size, style: Style(.text, on: .band))
    let (words, glyphs, columns) = (context.words, context.glyphs, size.columns)
    var right: [Span] = []
    if let walk = lesson.walk, !lesson.isPage {
      let step = words(.stepOf, NumberText.grouped(walk.number), NumberText.grouped(walk.count))
      if context.state.isPlaying {
        let speed = context.state.speed
        right = [Span(" \(words(.playing, speed >= 0 ? "\(1 << speed)" : "1/\(1 << -speed)")) ", .mode), Span("  ")]
      }
      right += [Span("\(context.state.isPlaying ? "" : "\(glyphs.paused) ")\(step)", .notice)]
      if columns >= 60 { right += [Span("   "), Span(DurationText.clock(context.now), .time)] }
    }
    let start = max(1, columns - right.width - 1)
    grid.write(right, in: start..<columns - 1, row: 0, on: .band, ellipsis: glyphs.ellipsis)
    var left: [Span] = []
    if let place = lesson.options.place {
      left.append(Span(words(.lessonOf, "\(place.number)", "\(place.count)"), .faint))
    } else {
      left.append(Span(words(.lessonWord), .faint))
    }
    let title = lesson.options.lesson?.title.text(in: context.options.language) ?? Escaping.line(context.name)
    left += [Span("  "), Span(title, .title)]
    // On a narrow screen, the lesson's title matters more than the program's name.
    let program = [Span("PromiseScope", .title), Span("  ")]
    if program.width + left.width <= start - 3 { left = program + left }
    grid.write(left, in: 1..<max(1, start - 2), row: 0, on: .band, ellipsis: glyphs.ellipsis)
    return grid
  }
}

struct LessonFooter {
  let context: ScreenContext
  let lesson: LessonState

  func draw(_ size: Size) -> Grid {
    var grid = Grid(size, style: Style(.text, on: .band))
    let notice = context.notice.map { [Span($0, .notice)] } ?? []
    let room = size.columns - (notice.isEmpty ? 0 : min(notice.width, size.columns * 2 / 3) + 2)
    var shown = LessonCommand.all.filter(isUseful)
    while shown.reduce(1, { $0 + spans($1).width + 2 }) > room + 1, let last = shown.map(\.rank).max(), last > 1 {
      shown.removeAll { $0.rank == last }
    }
    var column = 1
    for command in shown {
      column = grid.write(
        spans(command), in: column..<size.columns, row: 0, on: .band, ellipsis: context.glyphs.ellipsis)
      column += 2
    }
    if !notice.isEmpty, column + 4 < size.columns {
      grid.write(
        context.notice ?? "", in: column..<size.columns - 1, row: 0, style: Style(.notice, on: .band),
        alignment: .trailing, ellipsis: context.glyphs.ellipsis)
    }
    return grid
  }

  private func isUseful(_ command: LessonCommand) -> Bool {
    guard command.word != nil else { return false }
    if context.options.isPresenter, !next.contains(command.action) { return false }
    switch command.action {
    case .answer, .skip: return lesson.askedPromise != nil
    case .forward: return lesson.walk.map { $0.stop != .score && !$0.isAsking } ?? false
    case .back: return lesson.walk.map { $0.stop != .introduction } ?? false
    case .play: return lesson.walk.map { $0.stop != .score && !$0.isAsking } ?? false
    case .language: return context.options.languages.count > 1
    case .twin: return context.options.twin != nil && !lesson.isPage
    case .changeRun: return context.options.form != nil
    default: return true
    }
  }

  /// What comes next: the only keys that a presenter's footer shows.
  private var next: [LessonAction] {
    if lesson.askedPromise != nil { return [.answer, .skip] }
    return lesson.walk.map { $0.stop != .score } ?? false ? [.forward] : [.quit]
  }

  private func spans(_ command: LessonCommand) -> [Span] {
    let words = context.words
    var key = command.keys[0].name
    var phrase = command.word ?? .leaveWord
    switch command.action {
    case .answer: key = "1-\(lesson.walk?.question?.answers.count ?? 4)"
    case .forward: key = context.options.isASCII ? key : "→"
    case .back: key = context.options.isASCII ? key : "←"
    case .play: if context.state.isPlaying { phrase = .stopWord }
    case .language: if context.options.isASCII { phrase = .languageWordPlain }
    default: break
    }
    return [Span(key, .key), Span(" \(words(phrase))", .action)]
  }
}
