// The header of a lesson: which lesson, and which step.

import Canvas
import LessonEngine
import PlainText

struct LessonHeader {
  let screen: Screen
  let lesson: LessonState

  func draw(_ size: Size) -> Grid {
    var grid = Grid(size, style: Style(.text, on: .status))
    let (language, glyphs, columns) = (screen.language, screen.glyphs, size.columns)
    var right: [Span] = []
    if let walk = lesson.walk, !lesson.isPage {
      let step = language(
        "step \(NumberText.grouped(walk.number)) of \(NumberText.grouped(walk.count))",
        "第 \(NumberText.grouped(walk.number)) 步，共 \(NumberText.grouped(walk.count)) 步")
      if screen.state.isPlaying {
        right = [Span(" \(language.playing(screen.state.speedText, screen.glyphs.times)) ", .mode), Span("  ")]
      }
      right += [Span("\(screen.state.isPlaying ? "" : "\(glyphs.paused) ")\(step)", .notice)]
      if columns >= 60 { right += [Span("   "), Span(DurationText.clock(screen.shownTime), .time)] }
    }
    let start = max(1, columns - right.width - 1)
    grid.write(right, in: start..<columns - 1, row: 0, on: .status, ellipsis: glyphs.ellipsis)
    var left: [Span] = []
    if let place = lesson.options.place {
      left.append(
        Span(language("lesson \(place.number) of \(place.count)", "第 \(place.number) 课，共 \(place.count) 课"), .faint))
    } else {
      left.append(Span(language("lesson", "课程"), .faint))
    }
    let title = lesson.options.lesson?.title.text(in: screen.language) ?? Escaping.line(screen.name)
    // Before the title, which may be cut.
    if !lesson.options.changes.isEmpty { left += [Span("  "), Span(" \(language("changed", "已改动")) ", .mode)] }
    left += [Span("  "), Span(title, .title)]
    // On a narrow screen, the lesson's title matters more than the program's name.
    let program = [Span("PromiseScope", .title), Span("  ")]
    if program.width + left.width <= start - 3 { left = program + left }
    grid.write(left, in: 1..<max(1, start - 2), row: 0, on: .status, ellipsis: glyphs.ellipsis)
    return grid
  }
}
