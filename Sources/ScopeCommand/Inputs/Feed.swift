// An opened SOURCE: its events, whether more may arrive, and the final report about it.
//
// Owns opening a source and reporting its outcome. Does not read, show or write events.

import ArgumentParser
import ChainScreen
import DemoCatalog
import Dispatch
import PlainText
import PromiseLog
import PromiseTrace
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The events of a scenario run or of a log.
struct Feed {
  /// The name used in messages: the name of the scenario, the path of the file, or `standard input`.
  let name: String
  /// The path of the log as given, `-` for standard input; nil for a scenario.
  let path: String?
  /// The events; must be read from one thread.
  let source: any EventSource
  /// The live run that records the events, if any.
  let run: ScenarioRun?
  /// Whether more events may arrive after a pause.
  let mayGrow: Bool
  /// Whether the events can be read only once: a live run, or a log from a pipe.
  let isLive: Bool
  private let ending: Ending?
  /// The scenario and its arguments; nil for a log.
  let setting: (scenario: Scenario, arguments: ScenarioArguments)?

  /// The reader of a single log; nil for other sources.
  var reader: LogReader? { (source as? PassedSource)?.base as? LogReader ?? source as? LogReader }

  /// The fraction of the log that has been read, from 0 to 1; nil if unknown.
  var progress: Double? {
    if let logs = source as? MergedLogs { return Double(logs.progress.read) / Double(max(1, logs.progress.size)) }
    guard let log = reader, let size = log.progress.size, size > 0
    else { return nil }
    return Double(log.progress.read) / Double(size)
  }

  /// Whether this is a scenario run, which can be repeated.
  var isScenario: Bool { ending != nil }

  /// Runs the scenario or opens the log.
  ///
  /// - Parameters:
  ///   - argument: The source to open.
  ///   - arguments: The scenario options; rejected for a log.
  ///   - forScreen: Whether the feed is shown on the screen: reading must then not block, and a live run may drop events.
  ///   - follow: Whether to wait for more events at the end of the log.
  /// - Throws: ``Failure``.
  init(_ argument: SourceArgument, arguments: ScenarioArguments, forScreen: Bool = false, follow: Bool = false) throws {
    switch argument {
    case .scenario(let scenario):
      (name, path) = (scenario.name, nil)
      setting = (scenario, arguments)
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
      if let folder = LogFolder(path), let logs = RunLogs(folder) {
        (name, self.path, run, ending, setting) = (Escaping.line(path), path, nil, nil, nil)
        (mayGrow, isLive) = (follow, false)
        try arguments.refuse(for: name)
        source = try Self.join(logs, follow: follow, name)
        return
      }
      (name, self.path) = (path == "-" ? "standard input" : Escaping.line(path), path)
      try arguments.refuse(for: name)
      guard path != "-" || !StandardStreams.isInputClosed else {
        throw Failure(sentence: "expected a log on standard input, found it closed: pipe one in (… | pscope … -).")
      }
      (run, ending, setting) = (nil, nil, nil)
      var status = stat()
      let isPipe = (path == "-" ? fstat(STDIN_FILENO, &status) : stat(path, &status)) == 0 && !isRegular(status)
      // Reading a pipe must not block, so that an export can write what it has while it waits, and end at a signal.
      mayGrow = follow || isPipe
      isLive = isPipe
      if !isPipe, let pipe = try Self.decompressor(path, follow: follow, name) {
        source = LogReader(descriptor: pipe.descriptor, name: name) { pipe.problem }
        return
      }
      if path == "-" {
        // Reading from a terminal would interpret keystrokes as a log.
        guard isatty(STDIN_FILENO) == 0 else {
          throw Failure(sentence: "expected a log on standard input, found the keyboard: pipe one in (… | pscope … -).")
        }
        source = LogReader(descriptor: STDIN_FILENO, follow: follow || (forScreen && isPipe), blocks: false)
      } else {
        do throws(LogError) {
          source = try LogReader(path: path, follow: follow || (forScreen && isPipe), blocks: !isPipe)
        } catch {
          throw error.failure(about: name)
        }
      }
    }
  }

  /// The logs of the processes and threads of one run.
  ///
  /// - Parameters:
  ///   - logs: The logs.
  ///   - path: The folder, or the log of the first process.
  ///   - follow: Whether to wait for more events and for more logs.
  /// - Throws: ``Failure`` if one of them can't be read.
  init(of logs: RunLogs, in path: String, follow: Bool) throws {
    (self.path, run, ending, setting, mayGrow, isLive) = (path, nil, nil, nil, follow, false)
    let source = try Self.join(logs, follow: follow, Escaping.line(path))
    (self.source, name) = (source, Escaping.line(source.firstPath ?? path))
  }

  private static func join(_ logs: RunLogs, follow: Bool, _ name: String) throws -> MergedLogs {
    do {
      return try MergedLogs(
        paths: logs.paths, findMore: follow ? { logs.paths } : nil,
        isGone: { $0.hasLocalPID && ProgramState.of($0.pid) == .gone })
    } catch let error as LogError {
      throw error.failure(about: name)
    }
  }

  /// A recorded program that the command carries.
  init(recording: String, log: String) {
    (name, path, run, ending, setting, mayGrow, isLive) = (recording, nil, nil, nil, nil, false, false)
    source = LogReader(bytes: Array(log.utf8))
  }

  /// A program that has not written a log yet.
  init(of name: String) {
    (self.name, path, run, ending, setting) = (Escaping.line(name), nil, nil, nil, nil)
    (source, mayGrow, isLive) = (NoEvents(), true, true)
  }

  /// The decompressed contents of a file; nil if it isn't compressed.
  static func decompressor(_ path: String, follow: Bool, _ name: String) throws -> GzipPipe? {
    let file = path == "-" ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0, GzipPipe.isGzip(file) else {
      if file >= 0 { close(file) }
      return nil
    }
    guard !follow else {
      close(file)
      throw Failure(sentence: "\(name) is compressed, so it can't be followed: decompress it, or leave out --follow.")
    }
    return try GzipPipe(file)
  }

  /// The same feed, with its first event read ahead.
  ///
  /// Waits at most 200 ms for that event: the writer of a pipe may be slow, and a followed file may still be empty.
  ///
  /// - Throws: ``Failure`` if the input is not a log.
  func checked() throws -> Feed {
    guard let log = source as? LogReader else { return self }
    do {
      return try Feed(self, log.checked())
    } catch let error as LogError {
      throw error.failure(about: name)
    }
  }

  private init(_ feed: Feed, _ source: any EventSource) {
    (name, path, run, mayGrow, isLive) = (feed.name, feed.path, feed.run, feed.mayGrow, feed.isLive)
    (ending, setting, self.source) = (feed.ending, feed.setting, source)
  }

  /// Reports problems with the source on standard error.
  ///
  /// - Parameters:
  ///   - lost: The number of events that are missing from those read.
  ///   - waits: Whether to wait for a running scenario to end.
  ///   - hasNotices: Whether facts are reported, too, that are no problem.
  ///   - isShown: Whether a screen has said what happened to the file.
  ///   - language: The language of the answer that the loss concerns.
  /// - Throws: The exit code, unless it is 0.
  func conclude(
    lost: UInt64, waits: Bool, hasNotices: Bool = true, isShown: Bool = false, in language: Language = .english
  ) throws {
    let isKnown = isShown && reader?.isRewritten ?? false
    let diagnostics = source.diagnostics.dropLast(isKnown ? 1 : 0)
    // A notice is not an error: it does not affect the exit code.
    for diagnostic in diagnostics + (hasNotices ? source.notices : []) {
      let location = diagnostic.line > 0 ? "\(name):\(diagnostic.line)" : name
      complain("\(location): \(diagnostic.message)")
    }
    let damaged = min(lost, source.damaged)
    if damaged > 0 {
      let what = language("\(damaged) \(damaged == 1 ? "event is" : "events are") missing", "缺少 \(damaged) 个事件")
      complain(
        language(
          "\(name): \(what) where the log is damaged; each gap is marked 'lost'.",
          "\(name)：日志损坏处\(what)；每处缺口标为 'lost'。"))
    }
    if lost > damaged {
      let count = lost - damaged
      let what = language("\(count) \(count == 1 ? "event was" : "events were") ", "\(count) 个事件")
      let how =
        isScenario
        ? language("overwritten before being read", "还没读到就被覆盖")
        : language("lost before being written to the log", "没写进日志就丢失了")
      complain(
        language("\(name): \(what)\(how); each gap is marked 'lost'.", "\(name)：\(what)\(how)；每处缺口标为 'lost'。"))
    }
    if waits { ending?.wait(until: .distantFuture) }
    if case .failed(let reason) = ending?.outcome {
      throw Failure(sentence: "the scenario \(name) failed: \(Escaping.line(reason))", code: .failedScenario)
    }
    if lost > 0 || !diagnostics.isEmpty { throw ExitCode.eventsLost }
  }

  /// Cancels a live run that is no longer shown, and waits for it to clean up.
  func abandon(seconds: Double = 1) {
    guard let run, run.outcome == nil else { return }
    run.cancel()
    ending?.wait(until: .now() + seconds)
  }
}

/// A source before its first event.
private final class NoEvents: EventSource {
  var header: LogHeader = {
    var header = LogHeader()
    header.started = iso8601Now()
    return header
  }()
  let texts = TextTable()
  let diagnostics: [LogDiagnostic] = []

  func read(into events: inout [Event], limit: Int) -> SourceStatus { .idle }
}

/// The outcome of a run, for a thread that waits for it.
private final class Ending: Sendable {
  private let value = Mutex<ScenarioOutcome?>(nil)
  private let hasArrived = DispatchSemaphore(value: 0)

  func arrive(_ outcome: ScenarioOutcome) {
    value.withLock { $0 = outcome }
    hasArrived.signal()
  }

  /// The outcome; nil while the run continues.
  var outcome: ScenarioOutcome? { value.withLock { $0 } }

  func wait(until deadline: DispatchTime) {
    if hasArrived.wait(timeout: deadline) == .success { hasArrived.signal() }
  }
}

func isRegular(_ status: stat) -> Bool { status.st_mode & S_IFMT == S_IFREG }

extension LogError {
  /// The message for the user: what was expected, what was found, and where.
  func failure(about name: String) -> Failure {
    if case .notALog(let found) = self, found.hasPrefix("\"\\u001f") {
      return Failure(
        sentence:
          "\(name): expected a log, found compressed data: pipe it through gzip -d, or give the file's name instead.")
    }
    if case .unreadable(_, let message) = self { return Failure(sentence: "can't read \(name): \(message).") }
    return Failure(sentence: "\(name): \(self).")
  }
}
