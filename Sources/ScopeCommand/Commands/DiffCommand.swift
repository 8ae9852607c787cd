// `pscope diff` compares two runs, or a run with a baseline, and may fail a CI job. Owns the command's arguments and its exit code.

import ArgumentParser
import ChainAnalysis
import ChainExport
import ChainModel
import PlainText
import PromiseTrace

struct DiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff", abstract: "Compares two runs: call sites that appeared, became slower, or began to reject.",
    discussion: """
      Call sites match by file, function and operator, so that edits elsewhere in a file do not matter. Severities, thresholds and \
      exceptions of findings come from promisescope.yml.

      --fail-on takes \(DiffBudget.expected); several are separated by commas.

      Exit codes: 0 within the budgets, 1 a budget is exceeded, 2 a source can't be read, 3 events were lost or the log is damaged, \
      128 + N ended by signal N (Ctrl-C: 130).

      \(ScenarioArguments.note)
      """)

  @Argument(
    help: "The first run: the name of a scenario, a log file, a folder with one log, or - for standard input.",
    completion: .source)
  var before: String

  @Argument(help: "The second run; with a baseline, there is only one.", completion: .source)
  var after: String?

  @Option(help: "The output format.")
  var format = AnswerFormat.text

  @Option(
    help: ArgumentHelp("What the second run may not exceed, such as slower=1.5,rejections.", valueName: "budgets"),
    transform: Self.budgets)
  var failOn: [[DiffBudget]] = []

  @Option(
    help: ArgumentHelp("Compare the run with the one in this file.", valueName: "file"), completion: .file())
  var baseline: String?

  @Option(
    help: ArgumentHelp("Write the run to this baseline file and compare nothing.", valueName: "file"),
    completion: .file())
  var writeBaseline: String?

  @OptionGroup
  var words: LanguageArgument

  @OptionGroup(title: "Scenario options", visibility: .hidden)
  var scenario: ScenarioArguments

  private static func budgets(_ text: String) throws -> [DiffBudget] {
    try text.split(separator: ",", omittingEmptySubsequences: false).map { word in
      guard let budget = DiffBudget(String(word)) else {
        throw ValidationError(
          "expected \(DiffBudget.expected), where a FACTOR is at least 1, such as 1.5 or 50%; found '\(word)'.")
      }
      return budget
    }
  }

  func validate() throws {
    if before == "-", after == "-" { throw ValidationError("- (standard input) can be given only once.") }
    if baseline != nil, writeBaseline != nil {
      throw ValidationError("expected --baseline or --write-baseline, found both.")
    }
    if let option = baseline != nil ? "--baseline" : writeBaseline != nil ? "--write-baseline" : nil {
      guard after == nil else { throw ValidationError("expected one run with \(option), found two.") }
    } else if after == nil {
      throw ValidationError("expected two runs, or one and --baseline, found one.")
    }
  }

  func run() throws {
    let settings = try Configuration(path: nil).analysis
    let language = try words.language()
    var lost: ExitCode?
    if let writeBaseline {
      if before != "-", SourceArgument.isNoScenario(before) { try refuseReplacing(before, by: writeBaseline) }
      return try read(before, settings) { facts, _ in
        try BaselineFile.write(RunBaseline.text(facts), to: writeBaseline)
        return ""
      }
    }
    var (old, name) = (RunSummary([]), "")
    if let baseline {
      (old, name) = (try BaselineFile.readRun(baseline), baseline)
    } else {
      do {
        try read(before, settings) { facts, feed in
          (old, name) = (facts, feed.name)
          return ""
        }
      } catch let code as ExitCode where Interruption.signal == nil {
        lost = code
      }
    }
    var isOver = false
    do {
      try read(after ?? before, settings) { facts, feed in
        let report = DiffReport(
          RunDiff(from: old, to: facts), before: name, after: feed.name, budgets: failOn.flatMap(\.self),
          language: language)
        isOver = report.fails
        return format == .json ? report.json : report.text
      }
    } catch let code as ExitCode where code == .eventsLost {
      lost = code
    }
    if isOver { throw ExitCode(1) }
    if let lost { throw lost }
  }

  /// Reads a run to its end, and prints an answer about it.
  private func read(_ word: String, _ settings: AnalysisSettings, _ body: (RunSummary, Feed) throws -> String) throws {
    let isMixed =
      try after.map { try SourceArgument(before).isLog != SourceArgument($0).isLog } ?? false
      && SourceArgument(word).isLog
    var groups = Groups()
    func add(_ event: Event, _ store: ChainStore) { groups.apply(event, in: store) }
    let language = format == .json ? .english : try words.language()
    try answer(word, isMixed ? .parse([]) : scenario, as: format, in: language, settings: settings, visit: add) {
      feed, history in
      try body(RunSummary(groups.all, findings: history.findings()), feed)
    }
  }
}
