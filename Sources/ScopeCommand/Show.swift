// A feed on the screen, or as text where there is none. Owns the joining of terminal, screen and feed. Refuses to draw.

import ArgumentParser
import Canvas
import ChainExport
import ChainScreen
import CursesTerminal
import PromiseTrace
import DemoCatalog
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Shows a feed until somebody leaves; where standard output is no terminal, prints its final tree.
///
/// The calling thread owns the terminal meanwhile; it must not be the main thread, which serves the main queue.
///
/// - Parameters:
///   - screen: How the screen looks.
///   - checksFirst: Whether the first feed is opened, and its beginning read, before the terminal becomes a screen: what is no
///     log is told on the terminal as it was.
///   - open: Opens the feed, told whether somebody looks on; again each time the scenario is to run again.
/// - Throws: ``Failure``, ``ReaderLeft``, or the exit code that tells of losses.
func show(_ screen: ScreenArguments, checksFirst: Bool = false, _ open: (_ forScreen: Bool) throws -> Feed) throws {
  guard isatty(STDOUT_FILENO) == 1 else {
    return try export(open(false), as: .text, isASCII: screen.ascii, to: nil)
  }
  var checked = checksFirst ? try open(true).checked() : nil
  let notes = Notes()
  let terminal: CursesTerminal
  do throws(TerminalError) {
    terminal = try CursesTerminal(
      TerminalOptions(theme: screen.theme.flatMap(Theme.named), onOutput: { notes.add($0) }))
  } catch {
    throw Failure(sentence: "\(error). Into a pipe (| cat) the tree is printed as text.")
  }
  defer { terminal.close() }
  while true {
    let start = ContinuousClock.now
    let feed = try checked.take() ?? open(true)
    notes.goTo(feed.run?.tracer)
    // Room for a million that are alive, and for those that a sweep forgets.
    let options = ScreenOptions(
      name: feed.name, isASCII: screen.ascii, canRunAgain: feed.isScenario, promiseLimit: 1_250_000)
    var loop = ScreenLoop(
      terminal: terminal, source: feed.source, options: options,
      clock: .system(log: logClock(of: feed, since: start), program: programState(of: feed)),
      progress: { feed.progress })
    let end: ScreenEnd
    do {
      end = try loop.run()
    } catch let error as LogError {
      throw error.failure(about: feed.name)
    }
    notes.goTo(nil)
    feed.abandon()
    switch end {
    case .runAgain: continue
    case .quit:
      terminal.close()
      return try feed.conclude(lost: loop.lost, waits: false)
    case .terminal(let reason):
      terminal.close()
      dieAs(reason)
    }
  }
}

/// The clock that what is pending is measured by: nil where the log is a record of the past.
private func logClock(of feed: Feed, since start: ContinuousClock.Instant) -> (() -> Int64)? {
  if feed.run != nil {
    return { nanoseconds(start.duration(to: .now)) }
  }
  guard feed.mayGrow else { return nil }
  return {
    // Once its program is gone, time stands still in a log; a virtual one never had any.
    let header = feed.source.header
    guard let started = header.startedNanoseconds, header.pid > 0, ProcessState.of(header.pid) == .running else {
      return 0
    }
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return max(0, Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec) - started)
  }
}

/// What is known of the program that writes a log; nil where it runs in this process.
private func programState(of feed: Feed) -> (() -> ProgramState)? {
  if feed.isScenario { return nil }
  return {
    switch ProcessState.of(feed.source.header.pid) {
    case .running: .running
    case .stopped: .stopped
    case .gone: .gone
    case .unknown: .unknown
    }
  }
}

private func nanoseconds(_ duration: Duration) -> Int64 {
  let (seconds, attoseconds) = duration.components
  return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
}

/// Ends the process the way its parent expects: by the signal that asked for it.
private func dieAs(_ reason: TerminalEnd) -> Never {
  let number =
    switch reason {
    case .terminated(let signal): signal
    case .hungUp: SIGHUP
    }
  signal(number, SIG_DFL)
  kill(getpid(), number)
  // The signal may be ignored or blocked by whoever started this process.
  exit(128 + number)
}

/// What the program prints while the screen is up, as notes in the log of the run that is shown.
private final class Notes: Sendable {
  private let tracer = Mutex<Tracer?>(nil)

  func goTo(_ tracer: Tracer?) { self.tracer.withLock { $0 = tracer } }

  func add(_ line: String) { tracer.withLock { $0 }?.note(line) }
}
