// Prints one screen of a feed, after playing keys on it. Does not draw.

import ArgumentParser
import Canvas
import ChainExport
import ChainScreen
import CursesTerminal
import LessonEngine
import PromiseLog
import PromiseTrace

extension FrameArguments {
  /// Reads a feed to its end, plays the keys, and prints the screen.
  ///
  /// A live scenario runs to its end first; after a signal, the screen shows what happened until then. A followed file is read until it
  /// ends, or until its program no longer runs.
  ///
  /// - Parameters:
  ///   - feed: The source.
  ///   - settings: The appearance of the screen.
  ///   - viewing: Where the screen opens the run, and where its source is.
  ///   - lesson: The lesson to show; nil for the one that `viewing` asks for, if it does.
  ///   - logs: The logs of the folder; nil without one.
  ///   - before: The runs before this one.
  ///   - format: Text or colors.
  /// - Throws: ``Failure`` if the source contains no events at all; everything else that is wrong with it is visible on the screen.
  func show(
    _ feed: Feed, _ settings: UserSettings, _ viewing: ViewingArguments, lesson: LessonOptions? = nil,
    logs: LogFinder? = nil, before: FormerRuns = FormerRuns(), as format: FrameFormat
  ) throws {
    var options = viewing.apply(
      to: feed.screenOptions(settings), sources: feed.sourceFiles(viewing.sourceRoot), lesson: lesson)
    options.logs = logs
    options.form = feed.form(for: lesson, viewing)
    if let twin = lesson?.lesson?.twin { options.otherVersion = try RunVersion(of: twin) }
    before.apply(to: &options)
    var view = Screen(options, texts: feed.source.texts, archive: feed.archive)
    let progress = Progress()
    Interruption.watch()
    Interruption.endsOrderly(feed.isLive)
    let waitForMore = feed.readingOptions.waitForMore
    var isOver = false
    do {
      try view.read(progress.watching(feed.source), program: feed.programState) {
        // A program may have written its last events just before it ended, so the log is read once more afterwards.
        if isOver { return false }
        isOver = !feed.isLive && ![.running, .stopped].contains(feed.programState?())
        return waitForMore()
      }
    } catch let error as LogError {
      throw error.failure(about: feed.name)
    }
    if Interruption.signal != nil { Interruption.acknowledge() }
    progress.end()
    view.startOfRun = feed.source.header.startedNanoseconds.flatMap(nanosecondsSinceMidnight)
    let grid = try script().play(on: &view, size: dimensions())
    let output = try Output(path: nil)
    switch format {
    case .text: try output.write(grid.text + "\n")
    case .ansi: try output.write(grid.ansi(settings.chosenTheme, depth: settings.depth ?? .palette) + "\n")
    }
    try output.finish()
    if let signal = Interruption.signal { throw ExitCode(128 + signal) }
  }
}
