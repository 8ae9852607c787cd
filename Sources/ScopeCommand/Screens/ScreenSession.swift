// One screen after another until the user quits: a step shows a run, and what ended it decides what the next step shows.

import Canvas
import ChainExport
import ChainScreen
import CursesTerminal
import DemoCatalog
import LessonEngine
import PlainText
import PromiseLog
import PromiseTrace
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension Showing {
  /// Shows it until the user quits; prints one screen if the arguments ask for it, and the final tree if standard output is not a terminal.
  ///
  /// - Returns: What the user has asked for at the end: the lesson that follows, the exercise about its subject, or to quit.
  /// - Throws: ``Failure``, ``ReaderLeft``, or the exit code for lost events.
  @discardableResult
  func run() throws -> ScreenEnd {
    let settings = try screen.settings()
    let isTerminal = isatty(STDOUT_FILENO) == 1
    if frame.frame != nil || !isTerminal {
      if score != nil { throw Failure(sentence: "--score: expected a terminal, in which the questions are answered.") }
      logs?.announce()
    }
    if let format = frame.frame {
      try frame.show(
        open(false, nil), settings, viewing, lesson: lesson, logs: logs?.finder, before: before, as: format)
      return .quit
    }
    guard isTerminal else {
      var options = ExportOptions()
      (options.isASCII, options.language) = (settings.ascii, settings.chosenLanguage)
      try export(open(false, nil), as: lesson != nil || viewing.lesson ? .story : .text, options, to: nil)
      return .quit
    }
    let checked = logs?.argument.isLog ?? false ? try open(true, nil).checked() : nil
    return try ScreenSession(self, settings, checked: checked).run()
  }
}

/// The screens of a terminal, from the first run to the last.
///
/// The thread that creates it owns the terminal. It must not be the main thread, which drains the main queue.
final class ScreenSession {
  private let shown: Showing
  private let settings: UserSettings
  private let terminal: CursesTerminal
  /// Puts what the program prints into the log of the current run.
  private let notes = Notes()
  /// The feed of the next step, if it was opened to report invalid input first.
  private var checked: Feed?
  /// The settings that a person has changed, and those of the first run.
  private var (form, standard) = (RunForm?.none, RunForm?.none)
  /// The former runs, and the questions of a lesson that were answered about them.
  private var (before, answered): (FormerRuns, Set<String>)
  /// Why the next step shows another run of the same log.
  private var news: LogNews?
  // The first log takes the place of an empty screen, and must interrupt neither typing nor reading the output.
  private var (isTyping, showsOutput) = (false, false)

  /// Opens the terminal.
  ///
  /// - Parameters:
  ///   - shown: What the screens show.
  ///   - settings: Their appearance.
  ///   - checked: The first feed, if it was opened to report invalid input without a flash of the screen.
  /// - Throws: ``Failure``.
  init(_ shown: Showing, _ settings: UserSettings, checked: Feed?) throws {
    (self.shown, self.settings, self.checked, before, answered) = (shown, settings, checked, shown.before, [])
    do throws(TerminalError) {
      terminal = try CursesTerminal(
        TerminalOptions(
          theme: Theme.named(settings.theme), depth: settings.depth, usesMouse: settings.mouse,
          deliversPrompts: shown.watched?.input != nil,
          onOutput: { [notes, watched = shown.watched] line in
            if let watched { watched.print(line) } else { notes.add(line) }
          }))
    } catch {
      throw Failure(sentence: "\(error). To print the tree as text instead, pipe the output (| cat).")
    }
  }

  /// Shows runs until the user quits.
  ///
  /// - Returns: What the user has asked for at the end.
  func run() throws -> ScreenEnd {
    defer { terminal.close() }
    // Its output is captured from now on.
    try shown.watched?.begin()
    while true {
      if let end = try step() { return end }
    }
  }

  /// Shows a run until something ends that.
  ///
  /// - Returns: What the user has asked for; nil if another run is to be shown.
  private func step() throws -> ScreenEnd? {
    let start = ContinuousClock.now
    let feed = try checked.take() ?? shown.open(true, form)
    notes.goTo(feed.run?.tracer)
    let sources = feed.sourceFiles(shown.viewing.sourceRoot)
    let lesson = lesson(of: feed)
    let options = try options(of: feed, lesson, sources)
    let owner = owner(of: feed, options, sources)
    var loop = ScreenLoop(
      terminal: terminal, source: feed.source, archive: feed.archive, options: options,
      clock: clock(of: feed, since: start), before: before, progress: { feed.progress }, outside: owner.perform)
    let end: ScreenEnd
    do {
      end = try loop.run()
    } catch let error as LogError {
      throw error.failure(about: feed.name)
    }
    notes.goTo(nil)
    (isTyping, showsOutput) = (loop.isTyping, loop.showsOutput)
    try keepResult(of: loop, lesson)
    if case .terminal(let reason) = end { die(of: reason, feed) }
    feed.abandon()
    if end == .nextLesson || end == .exercise { return end }
    guard end == .quit else {
      prepare(for: end, after: loop.view, feed)
      return nil
    }
    terminal.close()
    // If the terminal did not take the output that restores it, Ctrl-C was no key, but a signal.
    if let reason = terminal.isStuck { die(of: reason, feed) }
    // What is lost is reported with the end of the program.
    if shown.watched == nil { try feed.conclude(lost: loop.lost, waits: false, isShown: true) }
    return .quit
  }

  private func die(of reason: TerminalEnd, _ feed: Feed) -> Never {
    terminal.close()  // First: until it is closed, a stopped one can't hold up the end.
    feed.abandon(seconds: terminal.isStuck == nil ? 1 : 0.5)
    shown.watched?.end(by: reason.signal)
    dieAs(reason.signal)
  }

  // MARK: Before a run

  /// The lesson with what a student has changed about its run.
  private func lesson(of feed: Feed) -> LessonOptions? {
    let current = feed.form(for: shown.lesson, shown.viewing)
    standard = standard ?? current
    var lesson = shown.lesson
    lesson?.changes = standard.flatMap { current?.changes(from: $0) } ?? []
    lesson?.answered = answered
    return lesson
  }

  private func options(of feed: Feed, _ lesson: LessonOptions?, _ sources: SourceFiles) throws -> ScreenOptions {
    let (logs, watched) = (shown.logs, shown.watched)
    var options = shown.viewing.apply(to: feed.screenOptions(settings), sources: sources, lesson: lesson)
      .suited(to: terminal)
    options.logs = logs?.finder
    options.form = feed.form(for: shown.lesson, shown.viewing)
    if let twin = lesson?.lesson?.twin { options.otherVersion = try RunVersion(of: twin) }
    before.apply(to: &options)
    // Until a person takes over, a live run shows what it waits for.
    options.guides = feed.mayGrow
    if let attached = shown.attached { options.name = attached.name }
    guard let watched else {
      if logs?.canReadAgain ?? false { options.again = .log }
      return options
    }
    options.again = .program
    // The log lies in a temporary folder, so its name says enough. Without a log, there is only what the program prints.
    options.name = shown.exercise?.name ?? FolderListing.split(options.name).name
    if feed.path == nil || shown.exercise != nil { options.panes = [.output] }
    options.isExercise = shown.exercise != nil
    (options.takesInput, options.startsTyping, options.showsOutput) = (watched.input != nil, isTyping, showsOutput)
    return options
  }

  private func owner(of feed: Feed, _ options: ScreenOptions, _ sources: SourceFiles) -> ScreenOwner {
    let (logs, watched) = (shown.logs, shown.watched)
    return ScreenOwner(
      terminal: terminal, sources: sources, options: options, header: { feed.source.header },
      log: feed.path, cancel: { feed.run?.cancel() }, quit: { watched?.quit() },
      exercise: shown.exercise, type: { watched?.input?.type($0) },
      openLog: { self.checked = try logs?.open($0) },
      again: {
        if let watched {
          let refusal = try watched.again()
          if refusal == nil { logs?.expect(watched.target) }
          return refusal
        }
        if let attached = self.shown.attached {
          try attached.read(isOnScreen: true)
          self.checked = try logs?.open(attached.path)
          return nil
        }
        guard feed.path != nil, let logs else { return nil }
        guard let again = try logs.openAgain() else {
          return Text("The log has not changed.", "日志没有变化。")
        }
        (self.checked, self.news) = (again.feed, again.news)
        return nil
      })
  }

  private func clock(of feed: Feed, since start: ContinuousClock.Instant) -> ScreenClock {
    let watched = shown.watched
    var clock = ScreenClock.system(
      log: logClock(of: feed, since: start), program: feed.programState, newRun: shown.logs?.nextRun)
    clock.isReplaced = shown.logs?.isReplaced
    clock.startOfRun = { feed.source.header.startedNanoseconds.flatMap(nanosecondsSinceMidnight) }
    clock.output = watched?.output { feed.source.header }
    clock.isDue = shown.exercise.map { exercise in { exercise.isDue() } }
    if let watched, feed.path == nil { clock.program = { watched.hasEnded ? .gone : .running } }
    clock.isOver = watched.map { watched in { watched.hasEndedAsAsked } }
    clock.takesInput = watched.map { watched in { !watched.hasEnded } }
    return clock
  }

  // MARK: After a run

  /// Records how a lesson was answered; the questions about a changed run are others.
  private func keepResult(of loop: ScreenLoop, _ lesson: LessonOptions?) throws {
    guard let result = loop.view.lessonResult, lesson?.changes.isEmpty ?? true else { return }
    // The lesson of a file may have the name of a lesson of the command.
    if lesson?.place != nil { LessonRecord.add(result) }
    if let score = shown.score { try result.write(to: score) }
  }

  /// Decides what the next step shows.
  private func prepare(for end: ScreenEnd, after screen: Screen, _ feed: Feed) {
    switch end {
    case .openLog: before = FormerRuns()
    case .nextRun(let news): before = before.next(after: screen, news)
    case .runAgain:
      guard shown.lesson == nil else { return }
      let isNew = feed.path == nil || shown.watched != nil
      before = before.next(after: screen, isNew ? LogNews(.requested, name: feed.name) : news)
    case .runWith(let changed):
      (form, answered) = (changed, screen.answeredQuestions)
      if shown.lesson == nil { before = before.next(after: screen, LogNews(.requested, name: feed.name)) }
    case .quit, .nextLesson, .exercise, .terminal: break
    }
  }
}

/// The clock that measures pending promises; nil if the log is complete.
private func logClock(of feed: Feed, since start: ContinuousClock.Instant) -> (() -> Int64)? {
  if feed.run != nil {
    return { nanoseconds(start.duration(to: .now)) }
  }
  guard feed.mayGrow else { return nil }
  return { feed.elapsed ?? 0 }
}

/// The time of day of a moment since 1970, where this process runs.
func nanosecondsSinceMidnight(_ moment: Int64) -> Int64? {
  // The logs of virtual runs start in 1970, which is no time of day.
  guard moment >= 86_400_000_000_000 else { return nil }
  var (seconds, time) = (time_t(moment / 1_000_000_000), tm())
  guard localtime_r(&seconds, &time) != nil else { return nil }
  return Int64(time.tm_hour * 3_600 + time.tm_min * 60 + time.tm_sec) * 1_000_000_000 + moment % 1_000_000_000
}

private func nanoseconds(_ duration: Duration) -> Int64 {
  let (seconds, attoseconds) = duration.components
  return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
}

/// Terminates the process with the signal that requested it, as the parent process expects.
private func dieAs(_ number: Int32) -> Never {
  signal(number, SIG_DFL)
  raise(number)
  // The parent process may have ignored or blocked the signal.
  exit(128 + number)
}

/// Records the output of the program as notes in the log of the current run while the screen is open.
private final class Notes: Sendable {
  private let tracer = Mutex<Tracer?>(nil)

  func goTo(_ tracer: Tracer?) { self.tracer.withLock { $0 = tracer } }

  func add(_ line: String) { tracer.withLock { $0 }?.note(line) }
}

extension TerminalEnd {
  /// The signal that requested it.
  fileprivate var signal: Int32 {
    switch self {
    case .terminated(let signal): signal
    case .hungUp: SIGHUP
    }
  }
}
