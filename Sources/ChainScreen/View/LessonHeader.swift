// The header of a lesson: which lesson, and which step.

import Canvas
import LessonEngine
import PlainText

struct LessonHeader {
  let screen: Screen
  let lesson: LessonState

  func draw(_ size: Size) -> Grid {
    var grid = Grid(size, style: Style(.text, on: .status))
    let (words, glyphs, columns) = (screen.words, screen.glyphs, size.columns)
    var right: [Span] = []
    if let walk = lesson.walk, !lesson.isPage {
      let step = words.stepOf(NumberText.grouped(walk.number), NumberText.grouped(walk.count))
      if screen.state.isPlaying {
        right = [Span(" \(words.playing(screen.state.speedText, screen.glyphs.times)) ", .mode), Span("  ")]
      }
      right += [Span("\(screen.state.isPlaying ? "" : "\(glyphs.paused) ")\(step)", .notice)]
      if columns >= 60 { right += [Span("   "), Span(DurationText.clock(screen.shownTime), .time)] }
    }
    let start = max(1, columns - right.width - 1)
    grid.write(right, in: start..<columns - 1, row: 0, on: .status, ellipsis: glyphs.ellipsis)
    var left: [Span] = []
    if let place = lesson.options.place {
      left.append(Span(words.lessonOf("\(place.number)", "\(place.count)"), .faint))
    } else {
      left.append(Span(words.lessonWord, .faint))
    }
    let title = lesson.options.lesson?.title.text(in: screen.options.language) ?? Escaping.line(screen.name)
    // Before the title, which may be cut.
    if !lesson.options.changes.isEmpty { left += [Span("  "), Span(" \(words.changedWord) ", .mode)] }
    left += [Span("  "), Span(title, .title)]
    // On a narrow screen, the lesson's title matters more than the program's name.
    let program = [Span("PromiseScope", .title), Span("  ")]
    if program.width + left.width <= start - 3 { left = program + left }
    grid.write(left, in: 1..<max(1, start - 2), row: 0, on: .status, ellipsis: glyphs.ellipsis)
    return grid
  }
}
