// The logs that a screen can show: the one that was asked for, or those of a folder. Owns which one is next, and opening it.

import ArgumentParser
import ChainScreen
import PlainText
import PromiseTrace

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The log that a screen shows, and what comes after it.
final class ViewedLogs {
  /// The folder; nil if a single source was asked for.
  let folder: LogFolder?
  /// The source to open.
  private(set) var argument: SourceArgument
  private let follows: Bool
  private let scenario: ScenarioArguments
  /// Where the logs of a program that is recorded go.
  private var target: RecordTarget?
  /// Where that program will write its first log; nil once there is one, and for logs that exist.
  private var awaited: RecordTarget?
  /// The name of the program for as long as there is no log.
  private let programName: String
  /// Whether the program of the first log only starts others, which are then shown.
  private var startsOthers = false
  /// The run that the source belongs to, if all of its processes are shown.
  private var run: RunLogs?
  /// What will have to be opened next; nil if nothing can replace the source.
  private var newRun: NewRun?

  /// Chooses the source: of a folder, all logs if they are of one run, and otherwise the newest one that can be read.
  ///
  /// - Parameters:
  ///   - word: The source as given.
  ///   - follows: Whether to wait for more events, and for the source itself.
  ///   - scenario: The scenario options.
  /// - Throws: ``Failure`` if there is none.
  init(_ word: String, follows: Bool, scenario: ScenarioArguments) throws {
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
    (follows, scenario, self.target, awaited) = (true, try .parse([]), target, target)
    (programName, self.startsOthers) = (name, startsOthers)
    folder = target.isFolder ? LogFolder(target.path) : nil
    argument = .log(path: target.path)
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
      guard let first = awaited.newest else { return Feed(of: programName) }
      return try open(first)
    }
    if let run { return try Feed(of: run, in: path, follow: follows) }
    newRun = follows ? NewRun(after: path, in: folder, isLauncher: startsOthers) : nil
    // A compressed log is complete; one of several need not be what was meant to be followed.
    let follows = follows && (folder == nil || !GzipPipe.isGzip(path))
    let feed = try Feed(argument, arguments: scenario.changed(by: changes), forScreen: forScreen, follow: follows)
    newRun?.reader = follows ? feed.source as? LogReader : nil
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
    let former = (argument, newRun, awaited, startsOthers, run)
    // Only the first log is that of the program itself.
    if awaited == nil { startsOthers = false }
    do {
      (argument, awaited) = (.log(path: path), nil)
      run = follows && !startsOthers ? run(of: path) : nil
      return try open(forScreen: true, changes: nil).checked()
    } catch {
      (argument, newRun, awaited, startsOthers, run) = former
      throw error
    }
  }

  /// Says which log of several is printed.
  func announce() {
    guard let folder, case .log(let path) = argument, path != folder.path, case let count = folder.list.count, count > 1
    else { return }
    complain("\(Escaping.line(folder.path)) has \(NumberText.grouped(count)) logs; this is \(Escaping.line(path)).")
  }

  /// The path of the log that a follower has to show instead; nil if nothing can replace it.
  var nextRun: ((_ isOver: Bool) -> String?)? {
    if let awaited { return { _ in awaited.newest } }
    return newRun.map { newRun in { newRun.path(isOver: $0) } }
  }

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
