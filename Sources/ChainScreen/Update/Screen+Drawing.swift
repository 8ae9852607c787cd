// A frame: which moment it shows, what its panes need, and the outline below the selection.

import Canvas
import ChainAnalysis
import ChainLessons
import ChainModel
import PromiseTrace

extension Screen {
  /// The playhead.
  var playhead: Playhead {
    Playhead(position: history.playback.position, count: history.playback.count, end: endTime)
  }

  /// The moment that is shown, in nanoseconds since the log's start.
  mutating func moment(now: Int64) -> Int64 {
    let last = history.store.lastTime
    guard !state.isPaused, !state.isPlaying else { return max(pausedAt ?? last, last) }
    // The clock of a program that was killed stops where it was last seen, and never steps back.
    if stream.isRunning { lastMoment = max(lastMoment, now, last) }
    return stream.isRunning || stream == .killed ? max(lastMoment, last) : last
  }

  /// Draws the screen.
  ///
  /// Costs in proportion to the visible rows, and after a change of structure to the outline's update.
  ///
  /// - Parameters:
  ///   - size: Columns and rows.
  ///   - now: The moment, in nanoseconds since the log's start, up to which pending promises are measured.
  /// - Returns: The picture.
  public mutating func draw(_ size: Size, now: Int64) -> Grid {
    let (words, glyphs) = (words, ScreenGlyphs(isASCII: options.isASCII))
    lesson?.measure(
      width: ScreenLayout.questionWidth(size, isPresenter: options.isPresenter), words, glyphs)
    layout =
      lesson.map {
        ScreenLayout(size, lesson: $0, isPresenter: options.isPresenter)
      } ?? ScreenLayout(size, state, treeRows: restingRows)
    history.advance()
    let moment = moment(now: now)
    // A finding may say what a lesson is about to ask.
    let problems = lesson == nil ? history.problems(now: moment) : Problems()
    applyFilter(problems, now: moment)
    follow()
    lesson?.rows = layout.lessonRows
    lesson?.isAlone = !layout.panes.contains { $0.kind == .story }
    if let lesson { state.cursors[.question] = PaneCursor(line: lesson.scroll, top: lesson.scroll) }
    var context = context(now: moment, problems: problems)
    filterLog(&context)
    if lesson != nil, let pane = layout.panes.first(where: { $0.kind == .question }) {
      layout.lessonLines = PaneCatalog.content(of: .question, context, width: pane.frame.width).count
    }
    guard state.showsTwin, let name = twin?.name else { return layout.draw(context) }
    layout.addTwin()
    let isAtEnd = lesson.map { $0.walk?.stop == .score } ?? (playhead.isAtEnd && !stream.isRunning)
    twin?.follow(moment, isAtEnd: isAtEnd)
    let other = twin?.context(context)
    return layout.draw(context, twin: other.map { (name, $0) })
  }

  /// The rows that the tree needs; nil while a run may add some.
  var restingRows: Int? { stream.isRunning && !state.isPaused ? nil : outline.count }

  private mutating func context(now: Int64, problems: Problems) -> ScreenContext {
    let bodies = history.bodiesAtPlayhead
    let selected = state.selection
    let why = isVisible(.why) ? selected.flatMap { answers.why($0, in: history.store, bodies, now: now) } : nil
    let criticalPath = isVisible(.criticalPath) ? shownPath(bodies, now: now) : nil
    let path = pathPromises(bodies, now: now)
    var context = ScreenContext(
      store: history.store, outline: outline, state: state, stream: stream, options: options,
      glyphs: ScreenGlyphs(isASCII: options.isASCII), now: now, name: options.name.isEmpty ? program : options.name,
      playhead: playhead, isHeldAtPresent: pausedAt != nil && !state.isPlaying, reading: reading, badLines: badLines,
      notice: notice ?? reason,
      messages: playhead.isAtEnd
        ? messages[...] : messages.prefix { [last = history.store.lastTime] in $0.time <= last },
      rate: rate, problems: problems,
      hiddenProblems: hiddenProblems(problems),
      path: path,
      // The run of a lesson may have no length yet.
      window: state.window ?? TimeWindow(start: 0, end: max(now, wholeTime, lesson == nil ? 1 : 1_000_000)),
      bodies: bodies, archive: history.playback.archive, why: why,
      criticalPath: criticalPath,
      groups: isVisible(.groups) ? history.groups(now: now) : nil,
      changes: isVisible(.changes) ? changes(problems: problems) : nil, lesson: lesson)
    if !state.logFilter.isEmpty { context.logMatches = logMatches.positions }
    return context
  }

  /// Continues the search of the log's filter while the log is visible.
  private mutating func filterLog(_ context: inout ScreenContext) {
    guard isVisible(.log), !state.logFilter.isEmpty else {
      logMatches = LogMatches()
      return
    }
    let pane = LogPane(context)
    logMatches.advance(state.logFilter, in: context.archive) { pane.line($0, at: $1).spans.map(\.text).joined() }
    context.logMatches = logMatches.positions
  }

  /// The time that the timeline covers: two versions of a run have the same scale.
  private var wholeTime: Int64 { max(endTime, state.showsTwin ? twin?.end ?? 0 : 0) }

  private func isVisible(_ pane: PaneKind) -> Bool { layout.panes.contains { $0.kind == pane } }

  /// The problems that folds hide, of the first few thousand.
  private func hiddenProblems(_ problems: Problems) -> [Int: [(kind: ProblemKind, count: Int)]] {
    var counts: [Int: [ProblemKind: Int]] = [:]
    for id in problems.promises.prefix(4_000) where outline.index(of: id, in: history.store) == nil {
      guard let row = outline.nearestIndex(of: id, in: history.store), let kind = problems.kind(of: id) else {
        continue
      }
      counts[row, default: [:]][kind, default: 0] += 1
    }
    return counts.mapValues { kinds in
      ProblemKind.allCases.compactMap { kind in kinds[kind].map { (kind, $0) } }
    }
  }

  /// The context of a frame, for actions that need what is visible.
  mutating func contextNow(_ now: Int64) -> ScreenContext {
    let moment = moment(now: now)
    return context(now: moment, problems: history.problems(now: moment))
  }

  /// Brings the outline up to date and leaves the selected promise on its line of the screen.
  mutating func follow() {
    let line = state.row - state.top
    outline.update(from: history.store)
    guard outline.count > 0 else {
      state.row = 0
      state.top = 0
      return
    }
    if state.isFollowing, followsNext, history.isAtEnd, let newest {
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
