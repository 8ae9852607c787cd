// The pane beside the source: an open question with its answers, the right answer with its reason, or what has just happened. Owns the
// lines; before the answer, it reads nothing of the question but its words.

import Canvas
import ChainLessons
import ChainModel
import PlainText

struct QuestionPane {
  private let context: ScreenContext
  private let quiz: Quiz
  private let width: Int
  private var words: Words { context.words }
  private var language: Language { context.options.language }

  private let rows: Int

  init(_ context: ScreenContext, _ quiz: Quiz, width: Int, rows: Int) {
    (self.context, self.quiz, self.width, self.rows) = (context, quiz, width, rows)
  }

  var content: PaneContent {
    guard case .question(let index) = quiz.stop else { return step }
    let question = quiz.plan.questions[index]
    func lines(hasGaps: Bool) -> [PaneLine] {
      var lines = LessonLines(width: width, hasGaps: hasGaps)
      if let reply = quiz.reply {
        reveal(question, reply, &lines)
      } else {
        ask(question, &lines)
      }
      return lines.lines
    }
    // A low pane gives up its empty lines before an answer.
    let airy = lines(hasGaps: true)
    let shown = airy.count <= rows ? airy : lines(hasGaps: false)
    var title = [Span(words(.questionOf, "\(index + 1)", "\(quiz.plan.questions.count)"), .title)]
    if quiz.asked > 0 { title.append(Span("   \(words(.rightSoFar, "\(quiz.right)", "\(quiz.asked)"))", .faint)) }
    return PaneContent(title, shown, start: 0)
  }

  private func ask(_ question: Question, _ lines: inout LessonLines) {
    for fact in question.facts { lines.add(fact.line(in: language).spans()) }
    lines.add(question.prompt.line(in: language).spans(.label))
    lines.gap()
    for (index, answer) in question.answers.enumerated() {
      lines.add(answer.text.line(in: language).spans(), indent: 2, head: [Span("\(index + 1)", .key), Span("  ")])
    }
    lines.gap()
    lines.add([Span(words(.pressToAnswer, "\(question.answers.count)", LessonCommand.skipKey), .faint)])
  }

  private func reveal(_ question: Question, _ reply: Quiz.Reply, _ lines: inout LessonLines) {
    let chosen = if case .answer(let index) = reply { index } else { -1 }
    lines.add(question.prompt.line(in: language).spans(.label))
    for (index, answer) in question.answers.enumerated() {
      let isRight = index == question.right
      let glyph =
        isRight ? context.glyphs.state(.fulfilled) : index == chosen ? context.glyphs.state(.rejected) : " "
      let role: StyleRole = isRight ? .fulfilled : index == chosen ? .rejected : .faint
      let words = answer.text.line(in: language).spans(isRight ? .text : index == chosen ? .rejected : .faint)
      lines.add(words, indent: 2, head: [Span("\(glyph) ", role), Span("\(index + 1)  ", role)])
    }
    lines.gap()
    switch reply {
    case .answer(question.right): lines.add([Span(words(.answerRight), .fulfilled)])
    case .answer: lines.add([Span(words(.answerWrong), .rejected)])
    case .skipped: lines.add([Span(words(.answerShown), .notice)])
    }
    lines.add([Span(question.kind.rule.text(in: language))])
    guard case .answer(let index) = reply, let confused = question.answers[index].misconception else { return }
    lines.add([Span(confused.lesson.text(in: language))])
  }

  /// The sentence of the current step, and the lesson's remarks.
  private var step: PaneContent {
    var lines = LessonLines(width: width)
    if case .step(let index) = quiz.stop {
      let step = quiz.plan.steps[index]
      lines.add(step.sentence.text.line(in: language).spans())
      for note in step.notes {
        lines.gap()
        lines.add([Span(note.text(in: language), .notice)])
      }
    }
    return PaneContent([Span(words(.nowTitle), .title)], lines.lines, start: 0)
  }
}
