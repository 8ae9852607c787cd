// The pane beside the source: an open question with its answers, the right answer with its reason, or what has just happened.

import Canvas
import ChainAnalysis
import ChainModel
import LessonEngine
import PlainText
import PromiseTrace

struct QuestionPane {
  let language: Language
  let glyphs: ScreenGlyphs
  let walk: LessonWalk
  let width: Int
  /// The number of lines that the pane shows.
  var rows = Int.max
  /// Whether no pane beside it tells the story.
  var isAlone = false
  /// The answer that the arrow keys have chosen; nil for none.
  var mark: Int?

  /// What the pane shows at the current place.
  var content: PaneContent {
    if walk.place == .forecast {
      return PaneContent([Span(language("before it plays", "播放之前"), .title)], forecast, start: 0)
    }
    guard case .question(let index) = walk.place else {
      let lines =
        if case .step(let step) = walk.place {
          lines(of: walk.plan.steps[step], after: walk.createdBefore, walk.doneBefore, walk.corrected, hasGaps: true)
        } else {
          [PaneLine]()
        }
      return PaneContent([Span(language("now", "现在"), .title)], lines, start: 0)
    }
    let question = walk.plan.questions[index]
    var title = [
      Span(
        language(
          "question \(index + 1) of \(walk.plan.questions.count)", "问题 \(index + 1)/\(walk.plan.questions.count)"),
        .title)
    ]
    if walk.replyCount > 0 {
      title.append(
        Span(
          "   \(language("right so far: \(walk.right) of \(walk.replyCount)", "已答对 \(walk.right) 题，共 \(walk.replyCount) 题"))",
          .faint))
    }
    return PaneContent(title, fitting(question), start: 0)
  }

  /// The number of lines that the longest question, answer, or note of the lesson takes.
  ///
  /// - Parameter isExplained: Whether to count the sentences about the events that answer the questions.
  func longest(isExplained: Bool) -> Int {
    var longest = forecast.count
    for question in walk.plan.questions {
      longest = max(longest, asking(question, hasGaps: false).count)
      let sentence = isExplained ? walk.plan.explanation(of: question) : nil
      for index in question.answers.indices {
        longest = max(longest, revealing(question, .answer(index), sentence, hasGaps: false).count)
      }
    }
    // A long value in a sentence must not take the rows of the tree.
    for step in walk.plan.steps { longest = max(longest, min(11, lines(of: step, hasGaps: false).count)) }
    return longest
  }

  /// A low pane gives up its empty lines before an answer, and then the answers that are neither right nor chosen.
  private func fitting(_ question: Question) -> [PaneLine] {
    guard let reply = walk.reply else {
      let airy = asking(question, hasGaps: true)
      return airy.count <= rows ? airy : asking(question, hasGaps: false)
    }
    if isAlone, let sentence = walk.explanation {
      for (hasGaps, hasAll) in [(true, true), (false, true), (false, false)] {
        let lines = revealing(question, reply, sentence, hasGaps: hasGaps, hasAllAnswers: hasAll)
        if lines.count <= rows { return lines }
      }
    }
    let airy = revealing(question, reply, hasGaps: true)
    return airy.count <= rows ? airy : revealing(question, reply, hasGaps: false)
  }

  private func asking(_ question: Question, hasGaps: Bool) -> [PaneLine] {
    var lines = LessonLines(width: width, hasGaps: hasGaps)
    lines.add(prompt(of: question))
    lines.gap()
    for (index, answer) in question.answers.enumerated() {
      let mark = index == mark ? [Span(glyphs.mark, .notice), Span(" ")] : []
      lines.add(
        answer.text.line(in: language).spans(), indent: 2 - mark.width,
        head: mark + [Span("\(index + 1)", .key), Span("  ")], answer: index)
    }
    lines.gap()
    let (numbers, skip) = (language.answerNumbers(question.answers.count), Binding.skip.keys[0].name)
    lines.add([Span(language("Press \(numbers), or \(skip) to skip it.", "按数字键 \(numbers) 选择，按 \(skip) 跳过。"), .faint)])
    switch question.answers.lazy.compactMap(\.pick).first {
    case .row:
      lines.add(language.faint("Or choose a row with the arrows, and press Enter.", "或用方向键选一行，再按回车。"))
    case .line:
      lines.add(language.faint("Or choose a source line with the arrows, and press Enter.", "或用方向键选一行源代码，再按回车。"))
    case .time:
      lines.add(language.faint("Or choose a moment with the arrows, and press Enter.", "或用方向键选时间线上的一刻，再按回车。"))
    case nil: break
    }
    return lines.lines
  }

  private func revealing(
    _ question: Question, _ reply: LessonWalk.Reply, _ sentence: StorySentence? = nil, hasGaps: Bool,
    hasAllAnswers: Bool = true
  ) -> [PaneLine] {
    var lines = LessonLines(width: width, hasGaps: hasGaps)
    let chosen = if case .answer(let index) = reply { index } else { -1 }
    lines.add(prompt(of: question))
    for (index, answer) in question.answers.enumerated()
    where hasAllAnswers || index == question.right || index == chosen {
      let isRight = index == question.right
      let glyph = isRight ? glyphs.state(.fulfilled) : index == chosen ? glyphs.state(.rejected) : " "
      let role: StyleRole = isRight ? .success : index == chosen ? .failure : .faint
      let words = answer.text.line(in: language).spans(isRight ? .text : index == chosen ? .failure : .faint)
      lines.add(words, indent: 2, head: [Span("\(glyph) ", role), Span("\(index + 1)  ", role)])
    }
    lines.gap()
    let verdict =
      switch reply {
      case .answer(question.right): Span(language("Right.", "答对了。"), .success)
      case .answer: Span(language("Not quite.", "不对。"), .failure)
      case .skipped: Span(language("This is the answer.", "这就是答案。"), .notice)
      }
    // After a wrong answer comes what the run shows instead, and what to remember; the rule would say the same again.
    let answer = chosen < 0 ? nil : question.answers[chosen]
    let space = language == .english ? " " : ""
    var reason = [verdict]
    if let fact = answer?.refutation { reason += [Span(space)] + fact.line(in: language).spans() }
    reason.append(Span(space + (answer?.why ?? question.rule).text(in: language)))
    lines.add(reason)
    guard let sentence else { return lines.lines }
    lines.gap()
    let time = DurationText.of(sentence.time, micro: glyphs.isASCII ? "u" : "µ")
    lines.add([Span(language("At \(time): ", "\(time) 时："), .faint)] + sentence.text.line(in: language).spans(.action))
    return lines.lines
  }

  /// The question, after the title of the lesson that it comes from if it is asked again.
  private func prompt(of question: Question) -> [Span] {
    let origin = question.origin?.text(in: language)
    let from = origin.map { [Span(language("Again, from \"\($0)\": ", "再问一次，来自《\($0)》："), .faint)] } ?? []
    return from + question.prompt.line(in: language).spans(.label)
  }

  /// The rows of the forecast, with the student's marks.
  private var forecast: [PaneLine] {
    let forecast = walk.plan.forecast
    guard !forecast.rows.isEmpty else { return [] }
    var lines = LessonLines(width: width, hasGaps: false)
    let prompt =
      switch forecast.common {
      case nil: language("How will each of these rows be at the end?", "到最后，下面每一行会怎样？")
      case .rejected: language("In which order are these rows rejected?", "下面各行按什么顺序被拒绝？")
      default: language("In which order are these rows fulfilled?", "下面各行按什么顺序兑现？")
      }
    lines.add([Span(prompt, .label)])
    for (index, row) in forecast.rows.enumerated() {
      let isChosen = index == walk.chosenRow
      let said = walk.marks[index].map { Span(glyphs.answer($0, forecast), .notice) } ?? Span("?", .key)
      let ordinal = row.ordinal.map { language(" no. \($0)", " 第 \($0) 个") } ?? ""
      lines.add(
        [
          Span(Escaping.line(row.label, limit: 30) + ordinal, isChosen ? .label : .text),
          Span("  :\(row.site.line)", .location),
        ],
        indent: 1, head: [Span(isChosen ? glyphs.folded : " ", .notice), said, Span("  ")])
    }
    if forecast.common != nil {
      let last = forecast.answers
      lines.add([Span(language("1 is the first to settle, \(last) the last.", "1 表示最先敲定，\(last) 表示最后。"), .faint)])
    } else {
      let keys = RowEnd.allCases.map { "\($0.rawValue + 1) \(glyphs.end($0)) \(language.end($0))" }
      for pair in [keys[..<2], keys[2...]] { lines.add([Span(pair.joined(separator: "  "), .faint)]) }
    }
    lines.add(language.faint("The tree then shows your marks.", "标记随后显示在树里。"))
    return lines.lines
  }

  /// How a row has ended, compared with the student's mark.
  func correction(_ mark: ForecastMark) -> [Span] {
    let forecast = walk.plan.forecast
    let name = "#\(mark.row.promise) \(Escaping.line(mark.row.label, limit: 30))"
    let (said, end) = (glyphs.answer(mark.said, forecast), mark.row.end)
    return [
      mark.isRight
        ? Span(language("As you said: ", "如你所说："), .success)
        : Span(language("You said \(said): ", "你说的是 \(said)："), .failure),
      Span(
        forecast.common == nil
          ? "\(glyphs.end(end)) \(name)\(language(", ", "，"))\(language.end(end))"
          : language("\(name) is number \(mark.right)", "\(name) 是第 \(mark.right) 个")),
    ]
  }

  /// Before a sentence about the creation of one more promise.
  private func createdBefore(_ promises: [PromiseID]) -> String {
    guard promises.count > 3 else {
      let names = promises.map { "#\($0)" }.joined(separator: language(", ", "，"))
      return language("Created just before: \(names).", "在它之前刚创建了：\(names)。")
    }
    let (count, first, last) = (promises.count, promises[0], promises[promises.count - 1])
    return language(
      "Created just before: \(count) promises, from #\(first) to #\(last).",
      "在它之前刚创建了 \(count) 个 Promise，从 #\(first) 到 #\(last)。")
  }

  /// The sentence of a step, after the promises that appear together with its own, and what its body did before; then the lesson's notes, and the
  /// rows of the forecast whose end is known now.
  private func lines(
    of step: LessonStep, after created: [PromiseID] = [], _ done: [StorySentence] = [],
    _ corrected: [ForecastMark] = [], hasGaps: Bool
  ) -> [PaneLine] {
    var lines = LessonLines(width: width, hasGaps: hasGaps)
    if !created.isEmpty {
      lines.add([Span(createdBefore(created), .faint)])
      lines.gap()
    }
    for sentence in done + [step.sentence] { lines.add(sentence.text.line(in: language).spans()) }
    for note in step.notes {
      lines.gap()
      lines.add([Span(note.text(in: language), .notice)])
    }
    for mark in corrected { lines.add(correction(mark)) }
    return lines.lines
  }
}

extension ScreenGlyphs {
  /// What stands for an answer of a forecast: its place in the order, or the glyph of its end.
  func answer(_ answer: Int, _ forecast: Forecast) -> String {
    forecast.common == nil ? RowEnd(rawValue: answer - 1).map(end) ?? "?" : "\(answer)"
  }

  /// The glyph of an end, as in the tree.
  fileprivate func end(_ end: RowEnd) -> String {
    switch end {
    case .fulfilled: state(.fulfilled)
    case .rejected: state(.rejected)
    case .open: state(.pending)
    case .never: problem(.hang)
    }
  }
}

extension Language {
  /// How a row ends, in a word.
  fileprivate func end(_ end: RowEnd) -> String {
    switch end {
    case .fulfilled: self("fulfilled", "兑现")
    case .rejected: self("rejected or canceled", "被拒绝或取消")
    case .open: self("still waiting", "还在等")
    case .never: self("never settles", "永不敲定")
    }
  }
}
