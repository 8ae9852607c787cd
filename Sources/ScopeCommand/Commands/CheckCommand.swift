// `pscope check` reports what is wrong in one or more sources, for a user or a CI job. Owns the command's arguments and its exit
// code.

import ArgumentParser
import ChainAnalysis
import ChainExport
import PlainText

extension CheckFormat: ExpressibleByArgument {}
extension Severity: ExpressibleByArgument {}

/// Reports findings.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Reports what is wrong: hangs, lost errors, slow handlers, with their call sites.",
    discussion: """
      Prints one line per finding, file:line: severity: sentence [rule], and a hint below it. Severities, thresholds and exceptions come \
      from promisescope.yml in the working directory or the nearest folder above it.

      Exit codes: 0 nothing found, 1 a finding at or above --fail-on, 2 a source can't be read, 3 events were lost or the log is \
      damaged, 128 + N ended by signal N (Ctrl-C: 130).

      \(ScenarioArguments.note)
      """)

  @Argument(
    help: ArgumentHelp(
      "Names of scenarios, log files, folders of logs (*.ndjson, *.ndjson.gz), or - for standard input.",
      valueName: "source"),
    completion: .source)
  var sources: [String]

  @Option(help: "The output format.")
  var format = CheckFormat.text

  @Option(help: ArgumentHelp("The least severity that fails the check.", valueName: "severity"))
  var failOn = Severity.warning

  @Option(
    help: ArgumentHelp("The settings. (default: the nearest promisescope.yml)", valueName: "file"), completion: .file())
  var config: String?

  @Option(
    help: ArgumentHelp("Report only findings that this file does not contain.", valueName: "file"), completion: .file())
  var baseline: String?

  @Option(
    help: ArgumentHelp("Write every finding to this baseline file and report nothing.", valueName: "file"),
    completion: .file())
  var writeBaseline: String?

  @Option(
    name: .shortAndLong, help: ArgumentHelp("The output file; - is standard output.", valueName: "file"),
    completion: .file())
  var output = "-"

  @OptionGroup(title: "Scenario options", visibility: .hidden)
  var scenario: ScenarioArguments

  func validate() throws {
    if baseline != nil, writeBaseline != nil {
      throw ValidationError("expected --baseline or --write-baseline, found both.")
    }
    if sources.count(where: { $0 == "-" }) > 1 { throw ValidationError("- (standard input) can be given only once.") }
  }

  func run() throws {
    Interruption.watch()
    let settings = try Configuration.settings(path: config)
    let known = try baseline.map(BaselineFile.read)
    let sources = sources.flatMap(LogFolder.logs)
    for source in sources where SourceArgument.isNoScenario(source) {
      for path in [output, writeBaseline].compactMap(\.self) { try refuseReplacing(source, by: path) }
    }
    var check = Check(settings: settings)
    let isMixed = sources.contains { !SourceArgument.isNoScenario($0) }
    for source in sources where Interruption.signal == nil { try check.read(source, scenario, isMixed: isMixed) }
    if let writeBaseline, !check.isComplete || Interruption.signal != nil {
      complain("\(Escaping.line(writeBaseline)) is unchanged: not every source was read to its end.")
    } else if let writeBaseline {
      let all = Baseline(check.report)
      try BaselineFile.write(all, to: writeBaseline)
      check.report.compare(with: all)
    } else if let known {
      check.report.compare(with: known)
    }
    let output = try Output(path: output, isData: format != .text)
    try output.write(format.render(check.report, version: PScope.version))
    do { try output.finish() } catch is ReaderLeft where Interruption.signal != nil {}
    if check.report.hasRead { complain(check.report.summary) }
    if let signal = Interruption.signal { throw ExitCode(128 + signal) }
    let code = check.exitCode(failOn: failOn)
    if code != .success { throw code }
  }
}
