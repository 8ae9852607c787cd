// `pscope lint` judges how logs are written, for authors of adapters. Owns the command's arguments and its exit code.

import ArgumentParser
import ChainExport
import LogLint
import PlainText

/// The forms in which `pscope lint` reports.
enum LintFormat: String, CaseIterable, ExpressibleByArgument {
  case text, json
}

/// Reports which rules of the format a log breaks.
struct LintCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lint", abstract: "Judges a log by every rule of its format, for programs that write logs.",
    discussion: """
      Prints one line per fault, log:line: sentence [rule]. docs/event-log.md lists the rules. pscope check reports what is wrong with the \
      promises instead, and tolerates what lint reports.

      Exit codes: 0 no fault, 1 a fault, 2 a log can't be read.
      """)

  @Argument(
    help: ArgumentHelp(
      "Log files, folders of logs (*.ndjson, *.ndjson.gz), or - for standard input.", valueName: "log"),
    completion: .file())
  var logs: [String]

  @Option(help: "The output format.")
  var format = LintFormat.text

  @Option(
    name: .shortAndLong, help: ArgumentHelp("The output file; - is standard output.", valueName: "file"),
    completion: .file())
  var output = "-"

  func validate() throws {
    if logs.count(where: { $0 == "-" }) > 1 { throw ValidationError("- (standard input) can be given only once.") }
  }

  func run() throws {
    let logs = logs.flatMap(LogFolder.logs)
    for log in logs { try refuseReplacing(log, by: output) }
    let output = try Output(path: output, isData: format == .json)
    var report = LintReport()
    for log in logs {
      let source = LintedLog(log) { fault in
        if format == .text { try? output.write("\(Escaping.line(log)):\(fault.line): \(fault.text)\n") }
        report.add(fault, of: report.sources.count)
      }
      report.sources.append(source)
      if let failure = source.failure { complain(failure) }
      for note in source.notes { complain("\(source.name): \(note)") }
    }
    if format == .json { try output.write(report.json.text) }
    try output.finish()
    if let summary = report.summary { complain(summary) }
    if report.sources.contains(where: { $0.failure != nil }) { throw ExitCode.badInput }
    if report.count > 0 { throw ExitCode(1) }
  }
}

extension LintFault {
  /// The sentence and the rule, on one line.
  fileprivate var text: String { "\(Escaping.line(sentence)) [\(rule.rawValue)]" }
}
