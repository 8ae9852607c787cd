// An opened SOURCE: where its events come from, whether more may come, and what is to be said about it in the end.
//
// Owns opening and the verdict. Refuses to read, show or write events.

import ArgumentParser
import ChainModel
import Dispatch
import PlainText
import PromiseTrace
import DemoCatalog
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The events of a scenario's run, or of a log.
struct Feed {
  /// What sentences call it: the scenario's name, the file's path, `standard input`.
  let name: String
  /// The events; one thread reads them.
  let source: any EventSource
  /// The live run behind them, where there is one.
  let run: ScenarioRun?
  /// Whether more may come after a while without any.
  let mayGrow: Bool
  /// Whether it is lost once it was read: a live run, or a log from a pipe.
  let isLive: Bool
  private let ending: Ending?

  /// How much of a log was read, from 0 to 1; nil where nobody knows.
  var progress: Double? {
    guard let log = (source as? CheckedSource)?.log ?? source as? LogReader, let size = log.progress.size, size > 0
    else { return nil }
    return Double(log.progress.read) / Double(size)
  }

  /// Whether it is a scenario's run and can be had again.
  var isScenario: Bool { ending != nil }

  /// Runs the scenario, or opens the log.
  ///
  /// - Parameters:
  ///   - argument: What to open.
  ///   - arguments: The options of a scenario; refused for a log.
  ///   - forScreen: Whether somebody looks on: then reading must not wait, and a live run need not keep every event.
  ///   - follow: Whether a log's end is no end: its program may write more.
  /// - Throws: ``Failure``.
  init(_ argument: SourceArgument, arguments: ScenarioArguments, forScreen: Bool = false, follow: Bool = false) throws {
    switch argument {
    case .scenario(let scenario):
      name = scenario.name
      let options = try arguments.options(for: scenario)
      let values = arguments.values ?? .preview
      let ending = Ending()
      self.ending = ending
      if arguments.virtual {
        let finished = scenario.runVirtually(options: options, values: values)
        ending.arrive(finished.outcome)
        (source, run, mayGrow, isLive) = (finished.source, nil, false, false)
      } else {
        let started = scenario.start(options: options, values: values, isLossless: !forScreen) { ending.arrive($0) }
        (source, run, mayGrow, isLive) = (started.makeReader(), started, true, true)
      }
    case .log(let path):
      name = path == "-" ? "standard input" : Escaping.line(path)
      try arguments.refuse(for: name)
      (run, ending) = (nil, nil)
      var status = stat()
      let isPipe = (path == "-" ? fstat(STDIN_FILENO, &status) : stat(path, &status)) == 0 && !isRegular(status)
      mayGrow = follow || (forScreen && isPipe)
      isLive = isPipe
      if path == "-" {
        // Keys would be taken for a log.
        guard isatty(STDIN_FILENO) == 0 else {
          throw Failure(sentence: "expected a log on standard input, found the keyboard: pipe one in (… | pscope … -).")
        }
        source = LogReader(descriptor: STDIN_FILENO, follow: mayGrow)
      } else {
        do throws(LogError) {
          source = try LogReader(path: path, follow: mayGrow)
        } catch {
          throw error.failure(about: name)
        }
      }
    }
  }

  /// The same feed after a look at its first event.
  ///
  /// Waits a fifth of a second for it at most: a pipe's writer may be slow, and a followed file empty.
  ///
  /// - Throws: ``Failure`` where this is no log.
  func checked() throws -> Feed {
    guard let log = source as? LogReader else { return self }
    do {
      return try Feed(self, CheckedSource(log))
    } catch let error as LogError {
      throw error.failure(about: name)
    }
  }

  private init(_ feed: Feed, _ source: CheckedSource) {
    (name, run, mayGrow, isLive) = (feed.name, feed.run, feed.mayGrow, feed.isLive)
    (ending, self.source) = (feed.ending, source)
  }

  /// Says what was wrong, if anything was.
  ///
  /// - Parameters:
  ///   - lost: How many events are missing from what was read.
  ///   - waits: Whether a run that is under way is waited for.
  /// - Throws: The exit code, where it is not 0.
  func conclude(lost: UInt64, waits: Bool) throws {
    let diagnostics = source.diagnostics
    // A notice is no fault: it does not change the exit code.
    for diagnostic in diagnostics + source.notices {
      let place = diagnostic.line > 0 ? "\(name):\(diagnostic.line)" : name
      complain("\(place): \(diagnostic.message)")
    }
    let damaged = min(lost, source.damaged)
    if damaged > 0 {
      let what = damaged == 1 ? "event is" : "events are"
      complain("\(name): \(damaged) \(what) missing where the log is damaged; 'lost' marks where.")
    }
    if lost > damaged {
      let what = lost - damaged == 1 ? "event was" : "events were"
      complain("\(name): \(lost - damaged) \(what) overwritten before being read; 'lost' marks where.")
    }
    if waits { ending?.wait(until: .distantFuture) }
    if case .failed(let reason) = ending?.outcome {
      throw Failure(sentence: "the scenario \(name) failed: \(Escaping.line(reason))", code: .failedScenario)
    }
    if lost > 0 || !diagnostics.isEmpty { throw ExitCode.eventsLost }
  }

  /// Stops a live run that nobody looks at any more, and gives its parts a moment to clean up.
  func abandon() {
    guard let run, run.outcome == nil else { return }
    run.cancel()
    ending?.wait(until: .now() + .seconds(1))
  }
}

/// How a run ended, for a thread that waits for it.
private final class Ending: Sendable {
  private let value = Mutex<ScenarioOutcome?>(nil)
  private let hasArrived = DispatchSemaphore(value: 0)

  func arrive(_ outcome: ScenarioOutcome) {
    value.withLock { $0 = outcome }
    hasArrived.signal()
  }

  /// The outcome, where it is there.
  var outcome: ScenarioOutcome? { value.withLock { $0 } }

  func wait(until deadline: DispatchTime) {
    if hasArrived.wait(timeout: deadline) == .success { hasArrived.signal() }
  }
}

private func isRegular(_ status: stat) -> Bool { status.st_mode & S_IFMT == S_IFREG }

extension LogError {
  /// What a person reads: what was expected, what was found, and where.
  func failure(about name: String) -> Failure {
    if case .unreadable(_, let message) = self { return Failure(sentence: "can't read \(name): \(message).") }
    return Failure(sentence: "\(name): \(self).")
  }
}
