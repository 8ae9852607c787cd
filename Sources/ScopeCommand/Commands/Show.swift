// Shows a feed on the screen, or as text if standard output is not a terminal. Owns wiring terminal, screen and feed
// together. Does not draw.

import ArgumentParser
import Canvas
import ChainExport
import ChainScreen
import CursesTerminal
import DemoCatalog
import LessonEngine
import PromiseLog
import PromiseTrace
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Shows a feed until the user quits; prints one screen if `frame` asks for it, and the final tree if standard output is not a
/// terminal.
///
/// The calling thread owns the terminal until the function returns. It must not be the main thread, which drains the main
/// queue.
///
/// - Parameters:
///   - screen: The appearance of the screen.
///   - frame: Whether to print one screen instead, and which.
///   - viewing: Where the screen opens the run, and where its source is.
///   - lesson: The lesson to show; nil for the one that `viewing` asks for, if it does. Its run has to end: a log, or a virtual run.
///   - score: The file to which the result of a lesson is written; nil for none.
///   - logs: The logs that the screen can show; nil for a scenario. The first feed of a log is opened and its first event read before the
///     screen opens, so that invalid input is reported without a flash of the screen.
///   - watched: The program that writes the logs, which starts when the screen is open; nil for none.
///   - exercise: The exercise whose program is watched; nil for none.
///   - before: The runs before this one.
///   - open: Opens the feed; called again for each repetition of the scenario. Receives whether the feed is shown on the
///     screen, and the settings to change, if a person did.
/// - Returns: Whether the lesson that follows is to be shown.
/// - Throws: ``Failure``, ``ReaderLeft``, or the exit code for lost events.
@discardableResult
func show(
  _ screen: ScreenArguments, _ frame: FrameArguments, _ viewing: ViewingArguments,
  lesson: LessonOptions? = nil, score: String? = nil, logs: ViewedLogs? = nil, watched: WatchedProgram? = nil,
  exercise: WatchedExercise? = nil, before: RunsBefore = RunsBefore(),
  _ open: (_ forScreen: Bool, _ changes: RunForm?) throws -> Feed
) throws -> Bool {
  let settings = try screen.settings()
  if frame.frame != nil || isatty(STDOUT_FILENO) != 1 {
    if score != nil { throw Failure(sentence: "--score: expected a terminal, in which the questions are answered.") }
    logs?.announce()
  }
  if let format = frame.frame {
    let feed = try open(false, nil)
    try frame.show(feed, settings, viewing, lesson: lesson, logs: logs?.finder, before: before, as: format)
    return false
  }
  guard isatty(STDOUT_FILENO) == 1 else {
    var options = ExportOptions()
    (options.isASCII, options.language) = (settings.ascii, settings.chosenLanguage)
    try export(open(false, nil), as: lesson != nil || viewing.lesson ? .story : .text, options, to: nil)
    return false
  }
  var checked = logs?.argument.isLog ?? false ? try open(true, nil).checked() : nil
  var (form, standard) = (RunForm?.none, RunForm?.none)
  let notes = Notes()
  let terminal: CursesTerminal
  do throws(TerminalError) {
    terminal = try CursesTerminal(
      TerminalOptions(
        theme: Theme.named(settings.theme), depth: settings.depth, usesMouse: settings.mouse,
        deliversPrompts: watched?.input != nil,
        onOutput: { line in if let watched { watched.print(line) } else { notes.add(line) } }))
  } catch {
    throw Failure(sentence: "\(error). To print the tree as text instead, pipe the output (| cat).")
  }
  defer { terminal.close() }
  // Its output is captured from now on.
  try watched?.begin()
  var (isTyping, showsOutput, before, news) = (false, false, before, LogNews?.none)
  while true {
    let start = ContinuousClock.now
    let feed = try checked.take() ?? open(true, form)
    notes.goTo(feed.run?.tracer)
    let sources = feed.sourceFiles(viewing.sourceRoot)
    let current = feed.form(for: lesson, viewing)
    standard = standard ?? current
    var lesson = lesson
    lesson?.changes = standard.flatMap { current?.changes(from: $0) } ?? []
    var options = viewing.apply(to: feed.screenOptions(settings), sources: sources, lesson: lesson).suited(to: terminal)
    options.logs = logs?.finder
    options.form = current
    if let twin = lesson?.lesson?.twin { options.otherVersion = try RunVersion(of: twin) }
    if watched != nil { options.again = .program } else if logs?.canReadAgain ?? false { options.again = .log }
    before.apply(to: &options)
    options.opensService = feed.path != nil && lesson == nil && settings.panes == nil && watched == nil
    // Until a person takes over, a live run shows what it waits for.
    options.guides = feed.mayGrow
    if watched != nil {
      // The log lies in a temporary folder, so its name says enough. Without a log, there is only what the program prints.
      options.name = exercise?.name ?? FolderListing.split(options.name).name
      if feed.path == nil || exercise != nil { options.panes = [.output] }
      options.isExercise = exercise != nil
      (options.takesInput, options.startsTyping, options.showsOutput) = (watched?.input != nil, isTyping, showsOutput)
    }
    let owner = ScreenOwner(
      terminal: terminal, sources: sources, options: options, header: { feed.source.header },
      log: feed.path, cancel: { feed.run?.cancel() }, quit: { watched?.quit() },
      exercise: exercise, type: { watched?.input?.type($0) },
      openLog: { checked = try logs?.open($0) },
      again: {
        if let watched {
          let refusal = try watched.again()
          if refusal == nil { logs?.expect(watched.target) }
          return refusal
        }
        guard feed.path != nil, let logs else { return nil }
        guard let again = try logs.openAgain() else { return .logUnchanged }
        (checked, news) = (again.feed, again.news)
        return nil
      })
    var clock = ScreenClock.system(
      log: logClock(of: feed, since: start), program: feed.programState, newRun: logs?.nextRun)
    clock.startOfRun = { feed.source.header.startedNanoseconds.flatMap(nanosecondsSinceMidnight) }
    clock.output = watched?.output { feed.source.header }
    clock.isDue = exercise.map { exercise in { exercise.isDue() } }
    clock.isOver = watched.map { watched in { watched.hasEndedAsAsked } }
    clock.takesInput = watched.map { watched in { !watched.hasEnded } }
    var loop = ScreenLoop(
      terminal: terminal, source: feed.source, archive: feed.archive, options: options, clock: clock,
      before: before, progress: { feed.progress }, outside: owner.perform)
    let end: ScreenEnd
    do {
      end = try loop.run()
    } catch let error as LogError {
      throw error.failure(about: feed.name)
    }
    notes.goTo(nil)
    // The first log takes the place of an empty screen, and must interrupt neither typing nor reading the output.
    (isTyping, showsOutput) = (loop.isTyping, loop.showsOutput)
    // The questions about a changed run are others.
    if let result = loop.view.lessonResult, lesson?.changes.isEmpty ?? true {
      // The lesson of a file may have the name of a lesson of the command.
      if lesson?.place != nil { LessonRecord.add(result) }
      if let score { try result.write(to: score) }
    }
    if case .terminal(let reason) = end {
      // The terminal first: until it is closed, a stopped one can't hold up the end.
      terminal.close()
      feed.abandon(seconds: terminal.isStuck == nil ? 1 : 0.5)
      watched?.end(by: reason.signal)
      dieAs(reason.signal)
    }
    feed.abandon()
    switch end {
    case .nextLesson: return true
    case .openLog: before = RunsBefore()
    case .nextRun(let news): before = before.next(after: loop.view, news)
    case .runAgain:
      if lesson == nil {
        let isNew = feed.path == nil || watched != nil
        before = before.next(after: loop.view, isNew ? LogNews(.requested, name: feed.name) : news)
      }
    case .runWith(let changed):
      form = changed
      if lesson == nil { before = before.next(after: loop.view, LogNews(.requested, name: feed.name)) }
    case .quit:
      terminal.close()
      // What is lost is reported with the end of the program.
      if watched == nil { try feed.conclude(lost: loop.lost, waits: false, isShown: true) }
      return false
    case .terminal: break
    }
  }
}

/// The clock that measures pending promises; nil if the log is complete.
private func logClock(of feed: Feed, since start: ContinuousClock.Instant) -> (() -> Int64)? {
  if feed.run != nil {
    return { nanoseconds(start.duration(to: .now)) }
  }
  guard feed.mayGrow else { return nil }
  return {
    feed.elapsed ?? 0
  }
}

extension Feed {
  /// The settings of a screen that shows this feed.
  func screenOptions(_ settings: UserSettings) -> ScreenOptions {
    // Room for a million live promises, and for the settled ones until they are evicted.
    var options = ScreenOptions(
      name: name, isASCII: settings.ascii, again: isScenario ? .scenario : nil, follows: settings.newest,
      promiseLimit: 1_250_000)
    options.keyMap = settings.keys
    options.language = settings.chosenLanguage
    options.panes = settings.panes
    options.form = setting.flatMap { $0.arguments.form(for: $0.scenario) }
    options.otherVersion = setting?.scenario.otherVersion
    options.canCancelRun = run != nil
    options.opensAtWhatMatters = run == nil
    options.editor = Editor().command
    return options
  }

  /// The state of the program that writes a log; nil for a scenario, which runs in this process.
  var programState: (() -> ProgramState)? {
    if isScenario { return nil }
    return { processState }
  }
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

extension Feed {
  /// What a student can change about the scenario of a lesson; nil for a log, or without a lesson.
  func form(for lesson: LessonOptions?, _ viewing: ViewingArguments) -> RunForm? {
    guard lesson != nil || viewing.lesson, let setting else { return nil }
    return setting.arguments.form(for: setting.scenario, lesson: lesson?.lesson?.settings ?? [])
  }
}
