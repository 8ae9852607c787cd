// The pages of text of a lesson: its introduction, and its score with what to repeat. Also the sentence for a run that makes no lesson.

import Canvas
import LessonEngine
import PlainText

struct LessonPage {
  let lesson: LessonState
  let language: Language
  let glyphs: ScreenGlyphs
  let width: Int

  var content: PaneContent {
    var lines = LessonLines(width: min(width, 100))
    var title = language("introduction", "导言")
    if let walk = lesson.walk {
      if walk.place == .score {
        title = language("score", "得分")
        score(walk, &lines)
      } else {
        introduction(walk, &lines)
      }
    } else {
      lines.add(
        [Span(lesson.refusal?.text(in: language) ?? language("Reading the run.", "正在读取运行记录。"), .notice)], indent: 2)
    }
    return PaneContent([Span(title, .title)], lines.lines, start: 0)
  }

  private func introduction(_ walk: LessonWalk, _ lines: inout LessonLines) {
    let known = lesson.options.prerequisites.map {
      language("\($0.title.text(in: language)) (\($0.name))", "\($0.title.text(in: language))（\($0.name)）")
    }
    if !known.isEmpty {
      let names = known.joined(separator: language(", ", "，"))
      lines.add([Span(language("Builds on: \(names)", "先修：\(names)"), .faint)], indent: 2)
      lines.gap()
    }
    if !lesson.options.changes.isEmpty {
      let settings = lesson.options.changes.map { (title: $0.title.text(in: language), value: $0.value) }
      let changes = settings.map { language("\($0.title): \($0.value).", "\($0.title)：\($0.value)。") }
      let changed = language("This run is changed. ", "这次运行有改动。")
      lines.add([Span(changed + changes.joined(separator: language == .english ? " " : ""), .notice)], indent: 2)
      lines.gap()
    }
    for paragraph in lesson.options.lesson?.introduction ?? [] {
      lines.add([Span(paragraph.text(in: language))], indent: 2)
      lines.gap()
    }
    let plan = walk.plan
    if let shown = plan.shown {
      lines.add(
        [
          Span(
            language(
              "The run has \(NumberText.grouped(plan.promises)) promises; this lesson shows \(NumberText.grouped(shown)) of them that belong together.",
              "这次运行有 \(NumberText.grouped(plan.promises)) 个 Promise；本课只显示其中相关联的 \(NumberText.grouped(shown)) 个。"),
            .notice)
        ], indent: 2)
      lines.gap()
    }
    let steps = NumberText.grouped(walk.count)
    let count = plan.questions.count
    if count > 0 {
      lines.add(
        [
          Span(
            language(
              "The run is played from its start in \(steps) steps, with \(NumberText.plural(count, "question", "questions")).",
              "运行将从头播放，共 \(steps) 步，有 \(count) 个问题。"))
        ], indent: 2)
    } else {
      let isQuiet = lesson.options.asksQuestions
      lines.add(
        [
          Span(
            isQuiet
              ? language(
                "The run is played from its start in \(steps) steps. It leaves nothing to ask, so it is only narrated.",
                "运行将从头播放，共 \(steps) 步。其中没有可问的问题，因此只作讲解。")
              : language(
                "The run is played from its start in \(steps) steps, each with a sentence about what has happened.",
                "运行将从头播放，共 \(steps) 步，每一步都有一句话说明发生了什么。"))
        ], indent: 2)
    }
    lines.gap()
    if lesson.options.lesson == nil, walk.count > 30, count > 0 {
      lines.add(language.faint("End goes to the next question at once.", "End 键直接转到下一个问题。"), indent: 2)
    }
    lines.add(
      language.faint("Press the right arrow to start; F1 shows all keys.", "按右方向键开始；F1 显示所有按键。"), indent: 2)
  }

  private func score(_ walk: LessonWalk, _ lines: inout LessonLines) {
    for paragraph in lesson.options.lesson?.summary ?? [] {
      lines.add([Span(paragraph.text(in: language))], indent: 2)
      lines.gap()
    }
    let count = walk.plan.questions.count
    if count > 0 {
      let isAll = walk.right == count
      let marked = walk.marked
      if !marked.isEmpty {
        let right = marked.count(where: \.isRight)
        let isOrder = walk.plan.forecast.common != nil
        lines.add(
          [
            Span(
              isOrder
                ? language(
                  "You foresaw the places of \(right) of \(marked.count) rows.",
                  "你预测对了 \(right) 行的先后，共 \(marked.count) 行。")
                : language(
                  "You foresaw how \(right) of \(marked.count) rows end.", "你预测对了 \(right) 行的结局，共 \(marked.count) 行。"))
          ],
          indent: 2)
        let pane = QuestionPane(language: language, glyphs: glyphs, walk: walk, width: width)
        for mark in marked where !mark.isRight { lines.add(pane.correction(mark), indent: 2) }
        lines.gap()
      }
      lines.add(
        [
          Span(
            language("You answered \(walk.right) of \(count) questions right.", "你答对了 \(walk.right) 题，共 \(count) 题。"),
            isAll ? .success : .label)
        ], indent: 2)
      lines.gap()
      let texts = walk.toRepeat
      if !texts.isEmpty { lines.add([Span(language("Worth repeating:", "值得复习："), .label)], indent: 2) }
      for text in texts {
        lines.add([Span(text.text(in: language))], indent: 2, head: [Span(glyphs.folded + " ", .notice)])
      }
      lines.gap()
    } else {
      lines.add([Span(language("This is the end of the run.", "运行到此结束。"))], indent: 2)
      lines.gap()
    }
    if case .scenario(let repaired, _)? = lesson.options.lesson?.twin {
      lines.add(
        [
          Span(language("The same without the mistake:", "没有这个错误的版本：") + " "),
          Span("pscope demo \(repaired) --lesson", .key),
        ], indent: 2)
      lines.gap()
    }
    if lesson.canChange {
      let change =
        lesson.options.lesson?.change?.text(in: language)
        ?? language(
          "Change what fails or what takes longer, predict what happens, and run it again.", "改一改哪里失败、哪里更慢，先预测结果，再运行一遍。"
        )
      lines.add([Span("R", .key), Span("  " + change)], indent: 2)
      lines.gap()
    }
    if let exercise = lesson.options.exercise {
      lines.add(
        [
          Span("x", .key),
          Span("  " + language("Mend a program with such a mistake:", "修好一个有这种错误的程序：") + " "),
          Span("pscope exercise \(exercise)", .key),
        ], indent: 2)
      lines.gap()
    }
    if let next = lesson.options.next {
      lines.add(
        [
          Span(language("The next lesson: \(next.title.text(in: language))", "下一课：\(next.title.text(in: language))")),
          Span("  "), Span("pscope learn \(next.name)", .key),
        ], indent: 2)
      lines.gap()
    }
    lines.add(
      [
        Span(
          lesson.options.next == nil
            ? language("Press q to leave, or the left arrow to look again.", "按 q 离开，或按左方向键回看。")
            : language(
              "Press n for the next lesson, q to leave, or the left arrow to look again.", "按 n 进入下一课，按 q 离开，或按左方向键回看。"),
          .faint)
      ], indent: 2)
  }
}
