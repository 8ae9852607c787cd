// The story so far: the sentences of the steps that the lesson has passed.

import Canvas
import LessonEngine
import PlainText

struct StoryPane {
  private let screen: Screen
  private let walk: LessonWalk
  private let width: Int

  /// Earlier sentences have left the screen for good; the reader can step back to see them.
  private static let limit = 60

  init(_ screen: Screen, _ walk: LessonWalk, width: Int) {
    (self.screen, self.walk, self.width) = (screen, walk, width)
  }

  var content: PaneContent {
    let seen = walk.seenSteps
    let language = screen.language
    var lines = LessonLines(width: width)
    for index in max(0, seen - Self.limit)..<seen {
      let step = walk.plan.steps[index]
      let isLatest = index == seen - 1
      lines.add(
        step.sentence.text.line(in: language).spans(isLatest ? .text : .action),
        head: [Span("\(DurationText.clock(step.sentence.time))  ", .time)])
    }
    var content = PaneContent([Span(screen.language("so far", "经过"), .title)], lines.lines)
    content.staysAtEnd = true
    content.empty = screen.language("Nothing has happened yet.", "还什么都没有发生。")
    return content
  }
}
