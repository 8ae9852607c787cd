// What the next frame shows: its moment, the layout, the problems, the answers, and the outline below the selection. Drawing has nothing
// left to find out; what a pane may read is in `Screen+Context`.

import Canvas
import ChainAnalysis
import ChainModel
import LessonEngine
import PlainText
import PromiseLog
import PromiseTrace

extension Screen {
  /// Brings everything that a frame shows up to a moment.
  ///
  /// Costs in proportion to the visible rows, and after a change of structure to the outline's update.
  ///
  /// - Parameters:
  ///   - size: Columns and rows.
  ///   - now: The moment, in nanoseconds since the log's start, up to which pending promises are measured.
  public mutating func prepareFrame(_ size: Size, now: Int64) {
    self.now = now
    measureLesson(size)
    openServiceIfSuited()
    layout =
      lesson.map {
        ScreenLayout(size, lesson: $0, isComparing: showsVersionInLesson, isPresenter: options.isPresenter)
      } ?? currentLayout(size)
    history.advance()
    continueSeek()
    // Until the playhead arrives, only its position is brought up to date.
    guard seeking == nil else { return }
    findProblems()
    continuePlace()
    compareRuns()
    updateService()
    continueMatching()
    guide()
    openAtWhatMatters()
    lesson?.rows = layout.lessonRows
    lesson?.isAlone = !layout.panes.contains { $0.kind == .story }
    if let lesson { state.cursors[.question] = PaneCursor(line: lesson.scroll, top: lesson.scroll) }
    findAnswers()
    if let lesson, let pane = layout.panes.first(where: { $0.kind == .question }) {
      let lines = PaneCatalog.question(lesson, language, glyphs, width: pane.frame.width)
      layout.lessonLines = lines.count
    }
    guard state.isComparing, comparison != nil else { return }
    if lesson == nil { layout.addComparison() }
    let isAtEnd = lesson.map { $0.walk?.place == .score } ?? (playhead.isAtEnd && !stream.isRunning)
    comparison?.follow(shownTime, isAtEnd: isAtEnd, hidesProblems: lesson != nil)
  }

  /// Continues, between two frames, what takes longer than a frame: a seek, a search, the search for problems, a filter, and the drawing of the
  /// tree.
  ///
  /// Takes about 10 ms, so that keys are handled soon.
  ///
  /// - Returns: Whether there was anything to continue.
  mutating func continueWork() -> Bool {
    if continueSeek() { return true }
    guard hasWork else { return false }
    if isSearchingAtEnd { findProblems() }
    if isMatching { continueMatching() }
    return true
  }

  /// Continues the filter of the tree, the search, the drawing of the tree, and the filter of the log.
  private mutating func continueMatching() {
    applyFilter(problems)
    continueSearch()
    follow()
    filterLog()
  }

  /// Whether a lesson shows the other version of its run.
  private var showsVersionInLesson: Bool {
    state.isComparing && comparison != nil && lesson?.walk.map { !$0.isAsking && $0.place != .introduction } ?? false
  }

  /// The layout of a run.
  func currentLayout(_ size: Size) -> ScreenLayout {
    ScreenLayout(size, state, treeRows: outline.count, isResting: !stream.isRunning || state.isPaused)
  }

  /// The moment that is shown, in nanoseconds since the log's start.
  mutating func moment() -> Int64 {
    let last = history.store.lastTime
    guard !state.isPaused, !state.isPlaying else { return max(pausedAt ?? last, last) }
    // While the program runs, the clock never steps back. At the end, only what the log proves counts.
    guard stream.isRunning else { return last }
    lastMoment = max(lastMoment, now, last)
    return lastMoment
  }

  /// The content of a pane between two frames, for keys and clicks in it.
  mutating func content(of pane: PaneKind, width: Int) -> PaneContent {
    refresh()
    return PaneCatalog.content(of: pane, self, width: width)
  }

  /// Brings what the panes read up to date between two frames.
  mutating func refresh() {
    findProblems()
    findAnswers()
  }

  private mutating func findProblems() {
    shownTime = moment()
    // A finding may say what a lesson is about to ask.
    problems = lesson?.mayShowProblems ?? true ? history.problems(now: shownTime) : Problems()
  }

  private mutating func findAnswers() {
    let bodies = history.indexBodies()
    answers.bodies = bodies
    answers.why =
      isVisible(.why) ? state.selection.flatMap { answers.findWhy($0, in: history.store, bodies, now: shownTime) } : nil
    answers.criticalPath = isVisible(.criticalPath) ? shownPath(bodies) : nil
    answers.marked = markedPromises(bodies)
  }

  /// Measures the questions of a lesson for the pane that shows them, unless that was done before.
  private mutating func measureLesson(_ size: Size) {
    let width = ScreenLayout.questionWidth(size)
    guard let walk = lesson?.walk else { return }
    if let longest = lesson?.longest, longest.width == width, longest.language == options.language { return }
    let pane = QuestionPane(language: language, glyphs: glyphs, walk: walk, width: width)
    lesson?.longest = LessonState.Longest(
      width: width, language: options.language, plain: pane.longest(isExplained: false),
      explained: pane.longest(isExplained: true))
  }

  /// Continues the search of the log's filter while the log is visible.
  private mutating func filterLog() {
    guard isVisible(.log), !state.logFilter.isEmpty else {
      logMatches = LogMatches()
      return
    }
    let lines = LogPaneLines(store: history.store, language: language, playhead: playhead)
    logMatches.advance(state.logFilter, in: archive) { lines.line($0, at: $1).spans.map(\.text).joined() }
  }

  /// Brings the outline up to date and leaves the selected promise on its line of the screen.
  mutating func follow() {
    guard seeking == nil else { return }
    // The panes show a destination before the tree does.
    defer { if case .promise(let id) = destination { state.selection = id } }
    let line = state.row - state.top
    outline.update(from: history.store)
    if !outline.isBusy, let destination = destination.take() {
      switch destination {
      case .start: select(row: 0)
      case .promise(let id): arrive(at: id)
      }
    }
    // While a large outline is drawn in steps, events wait.
    history.isHeld = outline.isBusy
    guard outline.count > 0 else {
      state.row = 0
      state.top = 0
      return
    }
    if state.isFollowing, followsNext, !outline.isBusy, history.isAtEnd, let newest {
      followsNext = false
      state.selection = newest
      state.isSelectionChosen = false
      if let index = outline.nearestIndex(of: newest, in: history.store) { return select(row: index) }
    }
    if let id = state.selection {
      // A reference row has the ID of a promise drawn elsewhere: it stays selected while its row is the same.
      if state.row >= outline.count || outline[state.row].id != id,
        let index = outline.nearestIndex(of: id, in: history.store)
      {
        state.row = index
        state.top = index - line
      }
    }
    select(row: state.row)
  }
}
