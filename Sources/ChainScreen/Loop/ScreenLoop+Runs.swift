// The runs of a program on a screen: whether it still runs, whether the next run has begun, and the former runs, one key away.

extension ScreenLoop {
  /// Shows the run before the one in front, and after the first one the latest again.
  mutating func showFormerRun() {
    let kept = before.screens.filter { $0.options.series.number < front.options.series.number }
    if former == nil, kept.isEmpty {
      let words = view.words
      view.show(notice: view.options.series.former.isEmpty ? words.noFormerRun : words.formerRunNotKept)
    }
    former = kept.last
    lastFrame = nil
  }

  /// Checks twice per second whether the program still runs, because the log of a killed program ends without an `ended` event.
  mutating func askForProgram() -> Bool {
    guard let program = clock.program, clock.pace() - lastAsked >= 500_000_000 else { return false }
    lastAsked = clock.pace()
    return view.update(program: program(), isQuiet: clock.pace() - quietSince >= 1_000_000_000)
  }

  /// Checks twice per second what has happened to the log, and whether the program runs again, or another one has begun.
  ///
  /// A view that is paused stays, and says so once.
  mutating func checkForNewRun(_ isChanged: inout Bool) -> ScreenEnd? {
    guard let newRun = clock.newRun, clock.pace() - lastChecked >= Self.checkInterval else { return nil }
    lastChecked = clock.pace()
    isChanged = view.countLogs() || isChanged
    guard view.lesson == nil, let news = newRun(!view.stream.isRunning) else { return nil }
    if news.next != nil, former == nil, view.isAtPresent {
      isChanged = true
      return handle(.nextRun(news))
    }
    if announced != news {
      let words = view.words
      front.show(
        notice: news.next == nil ? news.text(words) : words.newRunWaits(view.options.series.number + 1))
      (announced, isChanged, view.logNews) = (news, true, news)
    }
    return nil
  }
}
