// `pscope why` and `stats`: questions about a recording. Owns the commands' arguments, and how an answer is printed. ChainExport lays it out.

import ArgumentParser
import ChainAnalysis
import ChainExport
import ChainModel
import PlainText
import PromiseLog
import PromiseTrace

/// A format of the commands that answer a question.
enum AnswerFormat: String, CaseIterable, ExpressibleByArgument {
  case text, json
}

/// Says why a promise is as it is.
struct WhyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "why", abstract: "Says why a promise is pending, rejected, canceled, or late.",
    discussion: """
      PROMISE is its number, such as 12 or #12, its label, or, without one, its operator. \(ScenarioArguments.note)
      """)

  @Argument(
    help: "The name of a scenario, a log file, a folder with the logs of one run, or - for standard input.",
    completion: .source)
  var source: String

  @Argument(help: "The number of the promise, or its label.")
  var promise: String

  @Flag(help: "List all promises with the name, instead of choosing one that has a finding, or is pending.")
  var all = false

  @Option(help: "The output format.")
  var format = AnswerFormat.text

  @OptionGroup
  var words: LanguageArgument

  @OptionGroup(title: "Scenario options", visibility: .hidden)
  var scenario: ScenarioArguments

  func validate() throws {
    if all, format == .json { throw ValidationError("--all requires --format text.") }
  }

  func run() throws {
    let language = try words.language()
    try answer(source, scenario, as: format, in: language) { feed, history in
      if all { return try list(history, of: feed.name, in: language) }
      let id = try PromiseArgument.find(promise, in: history.store, of: feed.name, listing: "--all") {
        history.findings()
      }
      guard
        let report = WhyReport(
          id, in: history.analyzed, source: feed.name, language: language, isText: format == .text)
      else { return "" }
      return format == .json ? report.json : report.text
    }
  }
}

extension WhyCommand {
  /// A line for each promise with the name: its number, state, call site, and findings.
  private func list(_ history: AnalyzedHistory, of source: String, in language: Language) throws -> String {
    let store = history.store
    var rules: [PromiseID: [String]] = [:]
    for finding in history.findings() {
      for id in Set(finding.list.flatMap { [$0.promise, $0.row] }) {
        rules[id, default: []].append(finding.rule.rawValue)
      }
    }
    return try PromiseArgument.all(promise, in: store, of: source).map { id in
      let state = store.state(of: id)?.word ?? "unknown"
      let site = store.callSite(of: id).map { "  \(Escaping.line($0.short))" } ?? ""
      let found = rules[id].map { "  [\($0.joined(separator: ", "))]" } ?? ""
      return "#\(id)  \(state)\(site)\(found)\n"
    }.joined()
  }
}

/// Shows where the time went.
struct StatsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stats", abstract: "Shows where the time went: call sites, slowest promises, critical path.",
    discussion: ScenarioArguments.note)

  @Argument(
    help: "The name of a scenario, a log file, a folder with the logs of one run, or - for standard input.",
    completion: .source)
  var source: String

  @Option(help: "The output format.")
  var format = AnswerFormat.text

  @OptionGroup
  var words: LanguageArgument

  @OptionGroup(title: "Scenario options", visibility: .hidden)
  var scenario: ScenarioArguments

  func run() throws {
    let language = try words.language()
    var groups = Groups()
    func add(_ event: Event, _ store: ChainStore) { groups.apply(event, in: store) }
    try answer(source, scenario, as: format, in: language, visit: add) { feed, history in
      let report = StatsReport(history.analyzed, groups, source: feed.name, language: language)
      return format == .json ? report.json : report.text
    }
  }
}

/// Reads a source to its end, prints the answer, and then reports problems with the source.
///
/// - Parameters:
///   - word: The source.
///   - scenario: The scenario options.
///   - format: The format of the answer.
///   - language: The language of what is said about losses.
///   - settings: The settings of the analysis.
///   - visit: Called after each event was applied.
///   - body: Returns the answer.
/// - Throws: ``Failure``, ``ReaderLeft``, or the exit code for lost events.
func answer(
  _ word: String, _ scenario: ScenarioArguments, as format: AnswerFormat, in language: Language,
  settings: AnalysisSettings = AnalysisSettings(),
  visit: (Event, ChainStore) -> Void = { _, _ in }, _ body: (Feed, AnalyzedHistory) throws -> String
) throws {
  Interruption.watch()
  let feed = try Feed(SourceArgument(word), arguments: scenario)
  let history = feed.analyzed(settings, visit: visit)
  if let error = history.failure as? LogError, history.summary.events == 0 { throw error.failure(about: feed.name) }
  do {
    let output = try Output(path: nil, isData: format == .json)
    try output.write(body(feed, history))
    try output.finish()
  } catch let failure as Failure where Interruption.signal != nil {
    // The signal came before the promise, for example.
    complain(failure.sentence)
  } catch is ReaderLeft where Interruption.signal != nil {
    // The same Ctrl-C also ended the reader of the pipe.
  }
  if let signal = Interruption.signal {
    feed.abandon()
    throw ExitCode(128 + signal)
  }
  if let error = history.failure as? LogError { throw error.failure(about: feed.name) }
  try feed.conclude(lost: history.summary.lost, waits: true, in: language)
}
