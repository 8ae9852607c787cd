// The screen in a lesson: what its keys do, and how much of the run it holds.
//
// Nothing on the screen can give an answer away: the history, from which tree, panes and header are drawn, receives an event only when the
// lesson has reached it.

import Canvas
import ChainModel
import LessonEngine
import PlainText
import PromiseTrace

extension Screen {
  /// The run was read to its end: the lesson starts.
  mutating func beginLesson() {
    lesson?.begin()
    showLesson()
  }

  /// Shows the lesson's current place.
  private mutating func showLesson() {
    guard let walk = lesson?.walk else { return }
    let position = walk.position
    let known = history.playback.count
    if position > known { append(Array(walk.plan.events[Int(known)..<Int(position)])) }
    state.isPaused = true
    do {
      try history.move { _ = try $0.seek(to: position) }
    } catch {
      notice = "\(error)"
    }
    follow()
    if walk.promise != 0, go(to: walk.promise) { showNeighbors() }
  }

  /// Scrolls the tree so that the rows next to the marked one are visible: a sentence often speaks of two promises.
  private mutating func showNeighbors() {
    let rows = layout.treeRows
    let margin = min(2, (rows - 1) / 2)
    let top = max(min(state.top, state.row - margin), state.row + margin - rows + 1)
    state.top = max(0, min(top, outline.count - rows))
  }

  mutating func move(_ change: (inout LessonWalk) -> Void) {
    lesson?.move(change)
    showLesson()
  }

  // MARK: Keys

  /// The open question; nil if none is open.
  var openQuestion: Question? { lesson?.walk.flatMap { $0.isAsking ? $0.question : nil } }

  /// Whether a step follows, and no question is open.
  var hasNextStep: Bool { lesson?.walk.map { $0.place != .score && !$0.isAsking } ?? false }

  /// The exercise about the same subject, at the end of the lesson; nil before the end, or if there is none.
  var exerciseToOpen: String? { lesson?.walk?.place == .score ? lesson?.options.exercise : nil }

  /// Whether the lesson is at its end, and another one follows.
  var isBeforeNextLesson: Bool { lesson?.options.next != nil && lesson?.walk?.place == .score }

  /// Steps on, unless a question is open: that would give it up, which must not happen by accident.
  mutating func stepOn(_ change: (inout LessonWalk) -> Void) {
    guard let question = openQuestion else { return move(change) }
    let (numbers, skip) = (language.answerNumbers(question.answers.count), Binding.skip.keys[0].name)
    notice = language("Answer with \(numbers), or press \(skip) to skip it.", "请按数字键 \(numbers) 选择，或按 \(skip) 跳过。")
  }

  /// The row of the forecast that is chosen; nil at any other place.
  var forecastRow: ForecastRow? {
    guard let walk = lesson?.walk, walk.place == .forecast else { return nil }
    return walk.plan.forecast.rows[walk.chosenRow]
  }

  mutating func playSteps() {
    guard openQuestion == nil else { return stepOn { _ in } }
    state.isPlaying = !state.isPlaying && lesson?.walk != nil
  }

  mutating func answerWithDigit() {
    guard case .character(let digit) = pressed, let number = digit.wholeNumberValue else { return }
    if forecastRow != nil, let forecast = lesson?.walk?.plan.forecast {
      if 1...forecast.answers ~= number { move { $0.mark(number) } }
      return
    }
    guard let question = openQuestion else { return }
    let count = question.answers.count
    if 1...count ~= number {
      move { $0.answer(number - 1) }
    } else {
      notice = language("There are only \(count) answers.", "只有 \(count) 个选项。")
    }
  }

  /// Scrolls the page or a long question; otherwise moves through the tree or, by pages, the source beside it.
  ///
  /// - Returns: Whether it scrolled.
  mutating func moveInLesson(by motion: Motion) -> Bool {
    let isPage = lesson?.isPage == true
    switch motion {
    case .pages(let count):
      if isPage || layout.lessonLines > layout.lessonRows {
        scroll(5 * count)
      } else {
        moveCursor(of: .source, by: motion)
      }
      return true
    default:
      if isPage { scroll(motion.distance(rows: layout.lessonRows)) }
      return isPage
    }
  }

  /// Covers the tree with a pane about the moment that is shown, or shows the tree again.
  mutating func cover(with pane: PaneKind) {
    guard lesson?.isPage == false else { return }
    guard pane != .problems || mayShowProblems() else { return }
    let isShown = lesson?.pane == pane
    lesson?.pane = isShown ? nil : pane
  }

  /// Whether problems may be shown: one of them could tell what is still to be asked.
  mutating func mayShowProblems() -> Bool {
    let mayShow = lesson?.mayShowProblems ?? true
    if !mayShow { notice = language("Problems are shown once all questions are answered.", "回答完所有问题之后才显示问题列表。") }
    return mayShow
  }

  /// Names the editor that the key opens and the way to leave it, because a beginner may not know it.
  mutating func announceEditor(_ site: NodeSite) {
    lesson?.opensEditor = true
    let name = options.editor.split(separator: " ").first?.split(separator: "/").last.map(String.init) ?? options.editor
    let file = site.fileName
    let leave =
      switch name {
      case "vi", "vim", "nvim", "view": language(" Leave it with :q.", "用 :q 退出。")
      case "nano", "pico": language(" Leave it with Ctrl-X.", "用 Ctrl-X 退出。")
      case "emacs": language(" Leave it with Ctrl-X Ctrl-C.", "用 Ctrl-X Ctrl-C 退出。")
      default: ""
      }
    notice = language("Now o opens \(file) in \(name).", "再按一次 o，用 \(name) 打开 \(file)。") + leave
  }

  private mutating func scroll(_ lines: Int) {
    let limit = max(0, layout.lessonLines - layout.lessonRows)
    let former = lesson?.scroll ?? 0
    lesson?.scroll = max(0, min(former + lines, limit))
  }

  /// Handles a mouse event: a click chooses an answer, or what stands for one, and the wheel scrolls the text.
  mutating func updateLesson(_ mouse: MouseEvent) -> ScreenEffect {
    if state.showsHelp {
      switch mouse.action {
      case .wheelUp: scrollHelp(-3)
      case .wheelDown: scrollHelp(3)
      case .click, .press: closeHelp()
      case .drag, .release: break
      }
      return .none
    }
    if layout.tree.contains(column: mouse.column, row: mouse.row) {
      if mouse.action == .click || mouse.action == .press { point(at: mouse) }
      return .none
    }
    if layout.footer.contains(column: mouse.column, row: mouse.row), mouse.action == .click || mouse.action == .press {
      return performKey(at: mouse.column)
    }
    guard
      let (kind, frame) = layout.panes.first(where: {
        ($0.kind == .question || $0.kind == .source) && $0.frame.contains(column: mouse.column, row: mouse.row)
      })
    else { return .none }
    switch mouse.action {
    case .wheelUp, .wheelDown:
      let isUp = mouse.action == .wheelUp
      if kind == .question { scroll(isUp ? -3 : 3) }
      if kind == .source { moveCursor(of: kind, by: .lines(isUp ? -3 : 3)) }
    case .click, .press:
      let lines = content(of: kind, width: frame.width)
      let top = kind == .question ? lesson?.scroll ?? 0 : lines.cursor(cursor(of: kind), rows: frame.height - 1).top
      let index = top + mouse.row - frame.row - 1
      guard lesson?.walk?.isAsking == true, index >= 0, index < lines.count, let answer = lines.line(index).answer
      else {
        return .none
      }
      notice = nil
      move { $0.answer(answer) }
    case .drag, .release: break
    }
    return .none
  }

  mutating func changeLanguage() {
    guard let index = options.languages.firstIndex(of: options.language), options.languages.count > 1 else { return }
    options.language = options.languages[(index + 1) % options.languages.count]
  }

  /// Takes the next step while the lesson plays by itself; an open question stops it.
  mutating func advanceLesson(by elapsed: Int64) {
    guard lesson?.wait(elapsed, factor: state.speedFactor) == true else { return }
    move { $0.forward() }
    if lesson?.walk?.isAsking != false || lesson?.walk?.place == .score { state.isPlaying = false }
  }
}
