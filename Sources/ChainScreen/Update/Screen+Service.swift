// A service: the page with its call sites, the promises of one of them, the strip over both, and going to a moment.

import Canvas
import ChainAnalysis
import ChainModel
import PlainText
import PromiseTrace

extension Screen {
  /// Opens the page of a service, unless a person has chosen another view, once the run turns out to be one.
  mutating func openServiceIfSuited() {
    guard options.opensService, options.panes == nil, isUntouched, lesson == nil, state.page == nil,
      ServiceView.suits(history, end: endTime)
    else { return }
    isUntouched = false
    // The page says what the caption says.
    state.isGuided = false
    open(page: .service)
    state.showsStrip = true
  }

  /// Shows the page of a service, or the tree.
  mutating func toggleService() {
    if state.page == .service || state.page == .instances {
      state.showsStrip = false
      return close(page: nil)
    }
    open(page: .service)
    state.showsStrip = true
  }

  /// Brings the page of a service, or the call site that was opened on it, up to date if it is visible.
  mutating func updateService() {
    if state.page == .instances { updateInstances() }
    guard state.page == .service else { return }
    let before = ServicePane(self, service, width: layout.size.columns).verdictCount
    service.update(
      history, problems, now: shownTime, isRunning: stream.isRunning && !state.isPaused,
      isReading: reading != nil)
    // A new problem moves the rows below it, but not what a person has chosen.
    guard var cursor = state.cursors[.service], cursor.line >= before else { return }
    let change = ServicePane(self, service, width: layout.size.columns).verdictCount - before
    (cursor.line, cursor.top) = (cursor.line + change, cursor.top + change)
    state.cursors[.service] = cursor
  }

  /// Opens a call site to its promises.
  mutating func openInstances(of first: PromiseID) {
    guard let group = service.groups.first(where: { $0.first == first }) else { return }
    var opened = Instances(name: service.names[first] ?? group.operation, group: group)
    opened.sort(history, now: shownTime)
    instances = opened
    state.cursors[.instances] = nil
    open(page: .instances)
  }

  /// Sorts the promises of the open call site once a second in a live run; the cursor stays on its promise, unless it is on the first row.
  private mutating func updateInstances() {
    guard var open = instances, stream.isRunning, playhead.isAtEnd, !state.isPaused,
      !(0..<1_000_000_000 ~= shownTime - open.sorted)
    else { return }
    let cursor = state.cursors[.instances]
    let chosen = cursor.flatMap { open.promises.indices.contains($0.line) ? open.promises[$0.line] : nil }
    open.sort(history, now: shownTime)
    instances = open
    guard var cursor, cursor.line > 0, let line = chosen.flatMap(open.promises.firstIndex) else { return }
    (cursor.line, cursor.top) = (line, max(0, cursor.top + line - cursor.line))
    state.cursors[.instances] = cursor
  }

  /// Sorts the promises of a call site the other way.
  mutating func sortInstances() {
    instances?.isNewestFirst.toggle()
    instances?.sort(history, now: shownTime)
    state.cursors[.instances] = nil
    notice =
      instances?.isNewestFirst == true
      ? language("Sorted by creation.", "按创建顺序排列。") : language("Sorted by duration.", "按时长排列。")
  }

  /// Sorts the call sites by the next order.
  mutating func sortService() {
    service.sort()
    notice =
      switch service.order {
      case .time: language("Sorted by time in total.", "按总用时排列。")
      case .count: language("Sorted by count.", "按数量排列。")
      case .p99: language("Sorted by p99.", "按 p99 排列。")
      case .failed: language("Sorted by failures.", "按失败数排列。")
      }
  }

  // MARK: Moments

  /// Goes to a typed moment.
  mutating func goTo(moment text: String) {
    guard !text.isEmpty else { return }
    let end = max(endTime, moment())
    guard let time = MomentText.moment(text, end: end, startOfRun: startOfRun) else {
      notice = language(
        "Expected 30s, 1:30, 12:04:31 or -5s, found “\(text)”.", "应为 30s、1:30、12:04:31 或 -5s，却是「\(text)」。")
      return
    }
    seek(toTime: time)
    if time > end {
      notice = language("The run ends at \(DurationText.clock(end)).", "运行在 \(DurationText.clock(end)) 结束。")
    }
  }

  /// Goes where the mouse is on the strip; behind its end, the present is shown again.
  mutating func goTo(column: Int) {
    let columns = StripLayout.columns(layout.size.columns)
    guard column < columns.upperBound - 1 else { return goToEnd() }
    let timeline = StripLayout.timeline(layout.size.columns, end: wholeTime)
    seek(toTime: timeline.time(ofCell: max(0, column - columns.lowerBound) + 1))
  }
}
