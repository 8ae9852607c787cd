// The logs that a screen can show: the one that was asked for, or those of a folder.

import ArgumentParser
import ChainScreen
import PlainText
import PromiseLog
import PromiseTrace

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The log that a screen shows, and what comes after it.
final class ViewedLogs {
  /// The folder; nil if a single source was asked for.
  private(set) var folder: LogFolder?
  private(set) var argument: SourceArgument
  private let follows: Bool
  private let scenario: ScenarioArguments
  /// Where the logs of a program that is recorded go.
  private var target: RecordTarget?
  /// Returns the first log; nil once there is one, and for logs that exist.
  private var awaited: (() -> String?)?
  /// What the screen shows for as long as there is no log: the name of the program, or the path.
  private let programName: String
  /// Whether the program that writes the logs only starts others.
  private var isLauncher = false
  /// Whether the log that is shown is that of such a program: only the first one can be.
  private var startsOthers = false
  /// The run that the source belongs to, if all of its processes are shown.
  private var run: RunLogs?
  /// What will have to be opened next; nil if nothing can replace the source.
  private var newRun: NewRun?
  /// The log as it was opened; nil if it can't be read again.
  private var shown: (reader: LogReader, stamp: FileStamp)?

  /// Chooses the source: of a folder, all logs if they are of one run, and otherwise the newest one that can be read.
  ///
  /// - Parameters:
  ///   - word: The source as given.
  ///   - follows: Whether to wait for more events, and for the source itself.
  ///   - scenario: The scenario options.
  ///   - hasScreen: Whether a screen shows that the source does not exist yet; otherwise a sentence on standard error does.
  /// - Throws: ``Failure`` if there is none.
  init(_ word: String, follows: Bool, scenario: ScenarioArguments, hasScreen: Bool) throws {
    if follows, hasScreen, SourceArgument.isMissing(word) || LogFolder(word)?.isEmpty ?? false {
      (self.follows, self.scenario, programName, argument) = (true, scenario, word, .log(path: word))
      awaited = {
        if let folder = LogFolder(word) { return folder.list.first?.path }
        return SourceArgument.isMissing(word) ? nil : word
      }
      return
    }
    if follows { SourceArgument.wait(for: word) }
    programName = ""
    (self.follows, self.scenario, folder) = (follows, scenario, LogFolder(word))
    guard let folder else {
      argument = try SourceArgument(word)
      return
    }
    if !follows, let single = try? SourceArgument(word) {
      argument = single
      return
    }
    let all = try folder.logs()
    argument = .log(path: all[0].path)
    for log in all {
      argument = .log(path: log.path)
      do {
        _ = try open(forScreen: false, changes: nil).checked()
        run = follows ? run(of: log.path) : nil
        return
      } catch let failure as Failure {
        if all.count == 1 { throw failure }
        complain(failure.sentence)
      }
    }
    throw Failure(
      sentence: "\(Escaping.line(folder.path)): none of its \(NumberText.grouped(all.count)) logs can be read.")
  }

  /// Shows what a program writes that is about to start.
  ///
  /// - Parameters:
  ///   - target: Where its logs go.
  ///   - name: What it is called until there is a log.
  ///   - startsOthers: Whether it only starts other programs.
  /// - Throws: Never; the default scenario options are valid.
  init(of target: RecordTarget, name: String, startsOthers: Bool) throws {
    (follows, scenario, argument) = (true, try .parse([]), .log(path: target.path))
    (programName, isLauncher) = (name, startsOthers)
    folder = target.isFolder ? LogFolder(target.path) : nil
    expect(target)
  }

  /// Shows what the program writes next.
  func expect(_ target: RecordTarget) {
    (self.target, awaited, startsOthers) = (target, { target.newest }, isLauncher)
    (run, newRun, shown) = (nil, nil, nil)
  }

  /// Opens the source.
  ///
  /// - Parameters:
  ///   - forScreen: Whether it is shown on the screen.
  ///   - changes: The settings to change; nil for none.
  /// - Returns: The feed.
  /// - Throws: ``Failure``.
  func open(forScreen: Bool, changes: RunForm?) throws -> Feed {
    guard case .log(let path) = argument else {
      return try Feed(argument, arguments: scenario.changed(by: changes), forScreen: forScreen, follow: follows)
    }
    if let awaited {
      guard let first = awaited() else { return Feed(of: programName) }
      return try open(first)
    }
    if let run { return try Feed(of: run, in: path, follow: follows) }
    newRun = follows ? NewRun(after: path, in: folder, isLauncher: startsOthers) : nil
    // A compressed log is complete; one of several need not be what was meant to be followed.
    let follows = follows && (folder == nil || !GzipPipe.isGzip(path))
    let feed = try Feed(argument, arguments: scenario.changed(by: changes), forScreen: forScreen, follow: follows)
    newRun?.reader = follows ? feed.reader : nil
    shown = feed.reader.flatMap { reader in FileStamp(path: path).map { (reader, $0) } }
    return feed
  }

  /// The run that a log belongs to, for a screen that follows it.
  private func run(of path: String) -> RunLogs? {
    if let target { return RunLogs(of: path) { target.logs } }
    return folder.flatMap { folder in RunLogs(of: path) { folder.list.map(\.path) } }
  }

  /// Opens another log.
  ///
  /// - Parameter path: Its path.
  /// - Returns: The feed, with its first event read.
  /// - Throws: ``Failure``, after which the former log is still the source.
  func open(_ path: String) throws -> Feed {
    let former = (argument, newRun, awaited, startsOthers, run, shown)
    if awaited == nil { startsOthers = false }
    do {
      if awaited != nil, folder == nil, target == nil { folder = LogFolder(programName) }
      (argument, awaited) = (.log(path: path), nil)
      run = follows && !startsOthers ? run(of: path) : nil
      return try open(forScreen: true, changes: nil).checked()
    } catch {
      (argument, newRun, awaited, startsOthers, run, shown) = former
      throw error
    }
  }

  /// Whether ``openAgain()`` can read the log again.
  var canReadAgain: Bool { shown != nil }

  /// Opens the log again, unless it is still the same.
  ///
  /// - Returns: The feed, and the news if it is of another run; nil if the file has not changed.
  /// - Throws: ``Failure``, after which the former log is still the source.
  func openAgain() throws -> (feed: Feed, news: LogNews?)? {
    guard let shown, case .log(let path) = argument else { return nil }
    let fate = shown.reader.fate
    guard fate != .unchanged || FileStamp(path: path) != shown.stamp else { return nil }
    return (try open(path), fate == .unchanged ? nil : LogNews(.requested, name: Escaping.line(path), next: path))
  }

  /// Says which log of several is printed.
  func announce() {
    guard let folder, case .log(let path) = argument, path != folder.path, case let count = folder.list.count, count > 1
    else { return }
    complain("\(Escaping.line(folder.path)) has \(NumberText.grouped(count)) logs; this is \(Escaping.line(path)).")
  }

  /// Returns what has happened to the log, and the one that a follower has to show instead; nil if nothing can replace it.
  var nextRun: ((_ isOver: Bool) -> LogNews?)? {
    if let awaited {
      return { [target, programName] _ in
        let first = awaited()
        guard first != nil || target == nil else { return nil }
        return LogNews(first == nil ? .awaited : .created, name: Escaping.line(programName), next: first)
      }
    }
    return newRun.map { newRun in { newRun.news(isOver: $0) } }
  }

  /// Returns whether the log that is shown is no longer the file that was opened; nil if nothing can replace it.
  var isReplaced: (() -> Bool)? { awaited == nil ? newRun.map { newRun in { newRun.isReplaced } } : nil }

  /// Finds the logs for the screen; nil without a folder, and if all of them are shown.
  var finder: LogFinder? {
    guard let folder, run == nil, case .log(let path) = argument, path != folder.path else { return nil }
    return LogFinder(shown: path) {
      var now = timespec()
      clock_gettime(CLOCK_REALTIME, &now)
      let present = Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)
      return folder.list.map {
        LogFinder.Log(
          path: $0.path, name: Escaping.line($0.name), bytes: $0.bytes, age: max(0, present - $0.modified))
      }
    }
  }
}
