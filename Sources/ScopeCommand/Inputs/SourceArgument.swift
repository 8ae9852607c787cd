// The SOURCE argument: the name of a scenario, a log file, or `-`. Owns telling these apart. Does not open them.

import ArgumentParser
import DemoCatalog
import PlainText
import PromiseTrace

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The source of events, as given on the command line.
enum SourceArgument {
  case scenario(Scenario)
  /// A log file, or a folder with the logs of one run, to read; `-` is standard input.
  case log(path: String)

  /// Resolves a word.
  ///
  /// A scenario takes precedence over a file of the same name, which is available as `./name`. A folder is its only log,
  /// or the run whose processes wrote all of its logs.
  ///
  /// - Throws: ``Failure`` if there is neither; the message suggests the most similar scenario, or the newest of several logs.
  init(_ word: String) throws {
    if let folder = LogFolder(word) {
      let logs = RunLogs(folder)?.paths ?? []
      self = .log(path: logs.count > 1 ? folder.path : try logs.first ?? folder.onlyLog().path)
    } else if let scenario = ScenarioCatalog.named(word) {
      self = .scenario(scenario)
    } else if word == "-" || access(word, F_OK) == 0 {
      self = .log(path: word)
    } else if word.contains("/") || word.contains(".") {
      throw Failure(sentence: "can't read \(Escaping.line(word)): \(errorText()).")
    } else {
      throw Self.unknownScenario(word, orFile: true)
    }
  }

  /// Waits for a file that does not exist yet, or for the first log of a folder.
  ///
  /// Reports once on standard error that it waits; Ctrl-C stops waiting.
  static func wait(for word: String) {
    if isMissing(word) {
      complain("waiting for \(Escaping.line(word)), which does not exist yet (Ctrl-C stops).")
      while isMissing(word) { usleep(100_000) }
    }
    guard let folder = LogFolder(word), folder.isEmpty else { return }
    complain("waiting for the first log in \(Escaping.line(folder.path)) (Ctrl-C stops).")
    while folder.isEmpty { usleep(100_000) }
  }

  /// Whether a word is the path of a log that does not exist.
  static func isMissing(_ word: String) -> Bool {
    guard word != "-", isNoScenario(word), word.contains("/") || word.contains(".") else { return false }
    return access(word, F_OK) != 0 && errno == ENOENT
  }

  /// Whether no scenario has this name.
  static func isNoScenario(_ word: String) -> Bool { ScenarioCatalog.named(word) == nil }

  /// The path of a log; nil for a scenario.
  var path: String? {
    if case .log(let path) = self { path } else { nil }
  }

  /// Whether the source is a log.
  var isLog: Bool {
    if case .log = self { true } else { false }
  }

  /// Finds a scenario by name.
  ///
  /// - Throws: ``Failure`` if there is none; the message suggests the most similar one.
  static func scenario(named word: String) throws -> Scenario {
    guard let scenario = ScenarioCatalog.named(word) else { throw unknownScenario(word, orFile: false) }
    return scenario
  }

  private static func unknownScenario(_ word: String, orFile: Bool) -> Failure {
    let nearest =
      Suggestion.nearest(to: word, among: ScenarioCatalog.all.map(\.name))
      .map { "; did you mean '\($0)'?" } ?? "."
    let what = orFile ? "no scenario or file" : "no scenario"
    let name = Escaping.line(word)
    return Failure(sentence: "\(what) is named '\(name)'\(nearest) 'pscope list' shows the scenarios.")
  }
}
