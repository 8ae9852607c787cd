// SOURCE, the command line's one noun: a scenario's name, a log file, or `-`. Owns telling them apart. Refuses to open them.

import ArgumentParser
import ChainExport
import ChainModel
import DemoCatalog
import PlainText

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Where events come from, as a person says it.
enum SourceArgument {
  /// A scenario to run.
  case scenario(Scenario)
  /// A log; `-` is standard input.
  case log(path: String)

  /// Finds what a word means.
  ///
  /// A scenario's name wins over a file of that name, which `./name` reaches.
  ///
  /// - Throws: ``Failure`` where it means nothing; it names the nearest scenario.
  init(_ word: String) throws {
    if let scenario = ScenarioCatalog.named(word) {
      self = .scenario(scenario)
    } else if word == "-" || access(word, F_OK) == 0 {
      self = .log(path: word)
    } else if word.contains("/") || word.contains(".") {
      throw Failure(sentence: "can't read \(Escaping.line(word)): \(errorText()).")
    } else {
      throw Self.unknownScenario(word, orFile: true)
    }
  }

  /// Finds what a word means, and where it names a file that is not there yet, waits until it is.
  ///
  /// Says once, on standard error, that it waits; Ctrl-C ends that.
  ///
  /// - Throws: ``Failure`` as ``init(_:)``.
  init(waitingFor word: String) throws {
    let isPath = word != "-" && ScenarioCatalog.named(word) == nil && (word.contains("/") || word.contains("."))
    if isPath, access(word, F_OK) != 0, errno == ENOENT {
      complain("waiting for \(Escaping.line(word)), which is not there yet (Ctrl-C ends).")
      while access(word, F_OK) != 0, errno == ENOENT { usleep(100_000) }
    }
    try self.init(word)
  }

  /// Whether it is a log.
  var isLog: Bool {
    if case .log = self { true } else { false }
  }

  /// Finds a scenario.
  ///
  /// - Throws: ``Failure`` where there is none of that name; it names the nearest.
  static func scenario(named word: String) throws -> Scenario {
    guard let scenario = ScenarioCatalog.named(word) else { throw unknownScenario(word, orFile: false) }
    return scenario
  }

  private static func unknownScenario(_ word: String, orFile: Bool) -> Failure {
    let nearest =
      Suggestion.nearest(to: word, among: ScenarioCatalog.all.map(\.name))
      .map { "; did you mean '\($0)'?" } ?? "."
    let what = orFile ? "no scenario and no file is" : "no scenario is"
    let name = Escaping.line(word)
    return Failure(sentence: "\(what) called '\(name)'\(nearest) 'pscope list' shows the scenarios.")
  }
}
