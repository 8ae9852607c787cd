// The runs of a program on a screen: whether it still runs, whether the next run has begun, and the former runs, one key away.

import PlainText

extension ScreenLoop {
  /// Shows the run before the one in front, and after the first one the latest again.
  mutating func showFormerRun() {
    let kept = before.screens.filter { $0.options.series.number < front.options.series.number }
    if former == nil, kept.isEmpty {
      view.show(
        notice: view.options.series.former.isEmpty
          ? view.language.noFormerRun
          : view.language("Of the former run, only its call sites are kept: V compares.", "之前的运行只保留了调用点：按 V 对照。"))
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

  /// Checks what has happened to the log, and whether the program runs again or another run has started: twice per second, and at once if the
  /// log is no longer the file that was opened.
  ///
  /// A paused view stays as it is, and announces the new run once.
  mutating func checkForNewRun(_ isChanged: inout Bool) -> ScreenEnd? {
    let isDue = clock.pace() - lastChecked >= Self.checkInterval
    // News of what was announced already can wait.
    guard let newRun = clock.newRun, isDue || announced == nil && clock.isReplaced?() ?? false else { return nil }
    lastChecked = clock.pace()
    isChanged = view.countLogs() || isChanged
    guard view.lesson == nil, let news = newRun(!view.stream.isRunning) else { return nil }
    if news.next != nil, former == nil, view.isAtPresent {
      isChanged = true
      if let end = handle(.nextRun(news)) { return end }
      // It can't be shown yet, but what is shown is over.
      (announced, view.logNews) = (news, news)
      return nil
    }
    if announced != news {
      let (number, isPaused) = (view.options.series.number + 1, view.state.isPaused)
      front.show(
        notice: news.next == nil
          ? news.text(view.language)
          : view.language(
            "Run \(number) has started; it is shown \(isPaused ? "when the pause ends" : "once this one is read").",
            "第 \(number) 次运行已经开始；\(isPaused ? "取消暂停后" : "读完这次运行后")就会显示。"))
      (announced, isChanged, view.logNews) = (news, true, news)
    }
    return nil
  }
}
