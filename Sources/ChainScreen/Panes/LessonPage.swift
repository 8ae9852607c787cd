// The pages of text of a lesson: its introduction, and its score with what to repeat. Also the sentence for a run that makes no lesson.

import Canvas
import LessonEngine
import PlainText

struct LessonPage {
  let lesson: LessonState
  let words: Words
  let glyphs: ScreenGlyphs
  let width: Int
  private var language: Language { words.language }

  var content: PaneContent {
    var lines = LessonLines(width: min(width, 100))
    var title = words.introductionTitle
    if let walk = lesson.walk {
      if walk.place == .score {
        title = words.scoreTitle
        score(walk, &lines)
      } else {
        introduction(walk, &lines)
      }
    } else {
      lines.add([Span(lesson.refusal?.text(in: language) ?? words.readingRun, .notice)], indent: 2)
    }
    return PaneContent([Span(title, .title)], lines.lines, start: 0)
  }

  private func introduction(_ walk: LessonWalk, _ lines: inout LessonLines) {
    let known = lesson.options.prerequisites.map { words.lesson($0.title.text(in: language), named: $0.name) }
    if !known.isEmpty {
      lines.add([Span(words.buildsOn(known.joined(separator: words.comma)), .faint)], indent: 2)
      lines.gap()
    }
    if !lesson.options.changes.isEmpty {
      let settings = lesson.options.changes.map { (title: $0.title.text(in: language), value: $0.value) }
      lines.add([Span(words.runIsChanged(settings), .notice)], indent: 2)
      lines.gap()
    }
    for paragraph in lesson.options.lesson?.introduction ?? [] {
      lines.add([Span(paragraph.text(in: language))], indent: 2)
      lines.gap()
    }
    let plan = walk.plan
    if let shown = plan.shown {
      lines.add(
        [Span(words.lessonPart(NumberText.grouped(plan.promises), NumberText.grouped(shown)), .notice)], indent: 2)
      lines.gap()
    }
    let steps = NumberText.grouped(walk.count)
    let count = plan.questions.count
    if count > 0 {
      lines.add([Span(words.lessonAsks(steps, "\(count)"))], indent: 2)
    } else {
      let isQuiet = lesson.options.asksQuestions
      lines.add([Span(isQuiet ? words.lessonHasNoQuestion(steps) : words.lessonNarrates(steps))], indent: 2)
    }
    lines.gap()
    lines.add([Span(words.howToStart, .faint)], indent: 2)
  }

  private func score(_ walk: LessonWalk, _ lines: inout LessonLines) {
    for paragraph in lesson.options.lesson?.summary ?? [] {
      lines.add([Span(paragraph.text(in: language))], indent: 2)
      lines.gap()
    }
    let count = walk.plan.questions.count
    if count > 0 {
      let isAll = walk.right == count
      lines.add(
        [Span(words.scoreSentence("\(walk.right)", "\(count)"), isAll ? .success : .label)], indent: 2)
      lines.gap()
      let texts = walk.toRepeat
      if !texts.isEmpty { lines.add([Span(words.toRepeat, .label)], indent: 2) }
      for text in texts {
        lines.add([Span(text.text(in: language))], indent: 2, head: [Span(glyphs.folded + " ", .notice)])
      }
      lines.gap()
    } else {
      lines.add([Span(words.lessonOver)], indent: 2)
      lines.gap()
    }
    if case .scenario(let repaired, _)? = lesson.options.lesson?.twin {
      lines.add([Span(words.repairedHint + " "), Span("pscope demo \(repaired) --lesson", .key)], indent: 2)
      lines.gap()
    }
    if lesson.canChange {
      let change = lesson.options.lesson?.change?.text(in: language) ?? words.changeSomething
      lines.add([Span("R", .key), Span("  " + change)], indent: 2)
      lines.gap()
    }
    if let next = lesson.options.next {
      lines.add(
        [
          Span(words.nextLesson(next.title.text(in: language))), Span("  "), Span("pscope learn \(next.name)", .key),
        ], indent: 2)
      lines.gap()
    }
    lines.add([Span(lesson.options.next == nil ? words.howToEnd : words.howToGoOn, .faint)], indent: 2)
  }
}
