// Run after run: what a screen takes over from the former one, the former run beside this one, and running or reading again.

import ChainAnalysis
import ChainModel
import PlainText
import PromiseTrace

extension Screen {
  /// What remains of the run once another one is shown; its last problems are searched for.
  var summary: NumberedRun {
    var history = history
    history.end()
    history.limitsEveryFrame = false
    _ = history.problems(now: stream.isRunning ? max(lastMoment, endTime) : endTime)
    return summary(of: history)
  }

  private func summary(of history: ScreenHistory) -> NumberedRun {
    NumberedRun(history, number: options.series.number, name: name, end: endTime)
  }

  /// The screen as a person sees it again who returns from a later run.
  var asFormer: Screen {
    var screen = self
    (screen.options.series, screen.options.continuation) = (RunSeries(former: options.series.number), nil)
    (screen.state.prompt, screen.state.form, screen.state.logList) = (nil, nil, nil)
    (screen.state.showsHelp, screen.notice, screen.comparedRuns) = (false, nil, nil)
    if screen.state.page == .runs { screen.close(page: nil) }
    return screen
  }

  /// What the next screen takes over.
  var continuation: Continuation { Continuation(state, outline, history.store) }

  /// Continues where the screen of the former run was.
  mutating func continueFrom(_ continuation: Continuation) {
    // A person who took over keeps the keys.
    let isGuided = state.isGuided && continuation.state.isGuided
    state = continuation.state
    state.isGuided = isGuided
    (outline.order, outline.autoFoldsSettled) = (continuation.order, continuation.foldsSettled)
    awaitedPlace = continuation.place
    notice = options.series.startNotice(language)
    // The judgment about an exercise stands in the output; other panes showed the former run.
    if options.isExercise, state.page == nil { bring(.output) }
  }

  /// Selects the promise of the former run's selection once it is there, on the same line of the screen.
  mutating func continuePlace() {
    guard var place = awaitedPlace else { return }
    guard !state.isSelectionChosen, !state.isFollowing else {
      awaitedPlace = nil
      return
    }
    guard history.isAtEnd else { return }
    let found = place.find(in: history.store, isOver: !stream.isRunning)
    awaitedPlace = found == nil && stream.isRunning ? place : nil
    guard let found else { return }
    outline.update(from: history.store)
    guard go(to: found) else { return }
    state.top = state.row - place.line
    select(row: state.row)
  }

  /// Says how the run differs from the former one, once it is over.
  ///
  /// A run of an exercise is judged instead.
  mutating func sumUp() {
    guard lesson == nil, !options.isExercise, !hasSummedUp, hasEvents, let former = options.series.former.last else {
      return
    }
    hasSummedUp = true
    if history.store.counts.total == 0 {
      notice = language(
        "Run \(options.series.number) created no promises.", "第 \(options.series.number) 次运行没有创建 Promise。")
      return
    }
    _ = history.problems(now: endTime)
    let (number, problems) = (options.series.number, history.problemCount - former.facts.problems)
    let difference = NumberText.grouped(problems.magnitude)
    let problem =
      problems == 0
      ? language("as many problems", "问题数相同")
      : problems < 0
        ? language("\(NumberText.plural(-problems, "problem", "problems")) fewer", "少 \(difference) 个问题")
        : language("\(NumberText.plural(problems, "problem", "problems")) more", "多 \(difference) 个问题")
    let time = DurationText.change(endTime - former.end)
    notice = language("Run \(number): \(problem), \(time)", "第 \(number) 次运行：\(problem)，\(time)")
  }

  // MARK: Side by side

  /// Shows the former run and this one side by side, or the tree again.
  mutating func toggleRuns() {
    if state.page == .runs { return close(page: nil) }
    guard !options.series.former.isEmpty else {
      notice = language.noFormerRun
      return
    }
    open(page: .runs)
  }

  /// Chooses the former run that stands beside this one.
  mutating func chooseRun(_ direction: Int) {
    let former = options.series.former
    guard let index = former.firstIndex(where: { $0.number == (comparedRun?.number) }) else { return }
    state.comparedRun = former[max(0, min(index + direction, former.count - 1))].number
  }

  private var comparedRun: NumberedRun? {
    options.series.former.first { $0.number == state.comparedRun } ?? options.series.former.last
  }

  /// Compares the runs if their page is visible.
  mutating func compareRuns() {
    guard isVisible(.runs), let former = comparedRun else { return }
    if let comparedRuns, !comparedRuns.isOutdated(history, former, end: endTime) { return }
    comparedRuns = RunComparison(former, summary(of: history), events: history.playback.count)
  }

  // MARK: Pages

  /// Covers the tree with a page, to which the keys apply.
  mutating func open(page: PaneKind) {
    (state.page, state.pageBehind, state.focus, state.isGuided) = (page, nil, page, false)
  }

  /// Shows the tree again.
  ///
  /// - Parameter page: The page to which Backspace returns.
  mutating func close(page: PaneKind?) {
    state.pageBehind = page
    guard state.page != nil else { return }
    (state.page, state.focus) = (nil, nil)
  }
}

extension RunSeries {
  /// Why the run that is shown is there, for the moment at which it starts; nil for the first run.
  func startNotice(_ language: Language) -> String? {
    guard let news else { return nil }
    return language("Run \(number)", "第 \(number) 次运行")
      + (news.text(language).map { language(": \($0).", "：\($0)。") } ?? language(".", "。"))
  }
}
