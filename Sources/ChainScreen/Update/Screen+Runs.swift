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
    NumberedRun(history, number: options.series.number, name: name, end: endTime, stream)
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
    let run = summary
    let diff = RunDiff(from: former.facts, to: run.facts)
    var changes = [difference(new: diff.newFindings.count, gone: diff.goneFindings.count, of: run.facts.findings.count)]
    // How long a person let a program run is no fact about it.
    let (short, long) = (min(run.end, former.end), max(run.end, former.end))
    if run.hasEndedByItself, former.hasEndedByItself, Double(long) > Double(short) * 1.05, long - short > 1_000_000 {
      changes.append(DurationText.change(run.end - former.end))
    }
    let text = changes.joined(separator: language(", ", "，"))
    notice = language("Run \(run.number): \(text)", "第 \(run.number) 次运行：\(text)")
  }

  /// What became of the problems, as the middle of a sentence.
  private func difference(new: Int, gone: Int, of all: Int) -> String {
    let (added, removed) = (NumberText.grouped(new), NumberText.grouped(gone))
    return switch (new, gone) {
    case (0, 0) where all == 0: language("no problems", "没有问题")
    case (0, 0):
      language(
        all == 1 ? "the same problem" : "the same \(NumberText.grouped(all)) problems",
        "仍是同样的 \(NumberText.grouped(all)) 个问题")
    case (_, 0): language("\(added) \(new == 1 ? "problem" : "problems") more", "多 \(added) 个问题")
    case (0, _): language("\(removed) \(gone == 1 ? "problem" : "problems") fewer", "少 \(removed) 个问题")
    default:
      language("\(added) new \(new == 1 ? "problem" : "problems"), \(removed) gone", "新增 \(added) 个问题，消失 \(removed) 个")
    }
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
    if let comparedRuns, !comparedRuns.isOutdated(history, former, end: endTime, isOver: !stream.isRunning) { return }
    comparedRuns = RunComparison(former, summary(of: history), history)
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
