// The screen in a lesson: what its keys do, and how much of the run it holds.
//
// Owns that nothing on the screen can give an answer away: the history, from which tree, panes and header are drawn, receives an event only
// when the lesson has reached it.

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
    if position > known { take(Array(walk.plan.events[Int(known)..<Int(position)])) }
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

  /// Performs the action of a key.
  mutating func updateLesson(_ key: Key) -> ScreenEffect {
    let action = LessonCommand.action(for: key, isPresenter: options.isPresenter)
    if state.showsHelp {
      if key == .control("c") { return .quit }
      if searchHelp(key) { return .none }
      switch action {
      case .up: scrollHelp(-1)
      case .down: scrollHelp(1)
      case .pageUp: scrollHelp(-HelpLines.page(layout.size))
      case .pageDown: scrollHelp(HelpLines.page(layout.size))
      case .toStart: scrollHelp(-.max)
      case .toEnd: scrollHelp(.max)
      default: closeHelp()
      }
      return .none
    }
    notice = nil
    let opensEditor = lesson?.opensEditor ?? false
    lesson?.opensEditor = false
    if let count = lesson?.walk.flatMap({ $0.isAsking ? $0.question?.answers.count : nil }),
      case .character(let digit) = key,
      let number = digit.wholeNumberValue, !(1...count).contains(number)
    {
      notice = words.answersOnly("\(count)")
      return .none
    }
    guard let action else { return .none }
    if choosePick(key, action) { return .none }
    if key == .enter, let row = state.selection, answerByPointing({ $0 == .row(row) }) { return .none }
    if lesson?.walk?.isAsking == true, [.forward, .play, .toEnd].contains(action) {
      // Stepping on would give up the question, which must not happen by accident.
      notice = words.answerFirst("\(lesson?.walk?.question?.answers.count ?? 1)", LessonCommand.skipKey)
      return .none
    }
    if action != .play, action != .slower, action != .faster { state.isPlaying = false }
    switch action {
    case .answer:
      guard case .character(let digit) = key, let number = digit.wholeNumberValue else { break }
      move { $0.answer(number - 1) }
    case .skip: move { $0.skip() }
    case .forward: move { $0.forward() }
    case .back: move { $0.back() }
    case .toStart: move { $0.go(toEnd: false) }
    case .toEnd: move { $0.go(toEnd: true) }
    case .play: state.isPlaying = !state.isPlaying && lesson?.walk != nil
    case .slower: state.speed = max(-3, state.speed - 1)
    case .faster: state.speed = min(5, state.speed + 1)
    case .language: changeLanguage()
    case .up: if lesson?.isPage == true { scroll(-1) } else { move(to: state.row - 1) }
    case .down: if lesson?.isPage == true { scroll(1) } else { move(to: state.row + 1) }
    case .pageUp, .pageDown:
      // A long question first, then the source beside it.
      if lesson?.isPage == false, layout.lessonLines <= layout.lessonRows {
        _ = move(inside: .source, action == .pageUp ? .pageUp : .pageDown, now: 0)
      } else {
        scroll(action == .pageUp ? -5 : 5)
      }
    case .compare: toggleComparison()
    case .why: cover(with: .why)
    case .criticalPath: cover(with: .criticalPath)
    case .lanes: cover(with: .lanes)
    case .output: cover(with: .output)
    case .problems, .nextProblem:
      guard lesson?.mayShowProblems == true else {
        notice = words.problemsLater
        break
      }
      if action == .problems { cover(with: .problems) } else { goToProblem(1, now: 0) }
    case .nextLesson:
      guard lesson?.options.next != nil, lesson?.walk?.place == .score else { break }
      return .nextLesson
    case .changeRun: openForm()
    case .openEditor:
      if opensEditor || options.editor.isEmpty { return perform(.openEditor, now: 0) }
      announceEditor()
    case .runAgain: return options.again == .scenario ? .runAgain : .none
    case .redraw: return .redraw
    case .help: state.showsHelp = true
    case .quit: return .quit
    }
    return .none
  }

  /// Covers the tree with a pane about the moment that is shown, or shows the tree again.
  private mutating func cover(with pane: PaneKind) {
    guard lesson?.isPage == false else { return }
    let isShown = lesson?.pane == pane
    lesson?.pane = isShown ? nil : pane
  }

  /// Names the editor that the key opens and the way to leave it, because a beginner may not know it.
  private mutating func announceEditor() {
    guard let node = state.selection.flatMap(history.store.node), let site = node.site else { return }
    lesson?.opensEditor = true
    let name = options.editor.split(separator: " ").first?.split(separator: "/").last.map(String.init) ?? options.editor
    let file = site.file.split(separator: "/").last.map(String.init) ?? site.file
    let leave =
      switch name {
      case "vi", "vim", "nvim", "view": words.leaveVi
      case "nano", "pico": words.leaveNano
      case "emacs": words.leaveEmacs
      default: ""
      }
    notice = words.opensEditor(file, name) + leave
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
    guard
      let (kind, frame) = layout.panes.first(where: {
        ($0.kind == .question || $0.kind == .source) && $0.frame.contains(column: mouse.column, row: mouse.row)
      })
    else { return .none }
    switch mouse.action {
    case .wheelUp, .wheelDown:
      let isUp = mouse.action == .wheelUp
      if kind == .question { scroll(isUp ? -3 : 3) }
      for _ in 0..<3 where kind == .source { _ = move(inside: kind, isUp ? .up : .down, now: 0) }
    case .click, .press:
      let context = contextNow(0)
      let lines = PaneCatalog.content(of: kind, context, width: frame.width)
      let top =
        kind == .question ? lesson?.scroll ?? 0 : lines.cursor(context.cursor(of: kind), rows: frame.height - 1).top
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

  private mutating func changeLanguage() {
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
