// `pscope check` reports what is wrong in one or more sources, for a user or a CI job.

import ArgumentParser
import ChainAnalysis
import ChainExport
import PlainText

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension CheckFormat: ExpressibleByArgument {}
extension Severity: ExpressibleByArgument {}

struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Reports what is wrong: hangs, lost errors, slow handlers, with their call sites.",
    discussion: """
      Prints one line per finding, file:line: severity: sentence [rule], and a hint below it. Severities, thresholds and exceptions come \
      from promisescope.yml in the working directory or the nearest folder above it.

      Paths are those in the repository, Sources/App/Loader.swift, where the file is found. A comment // pscope:ignore RULE REASON beside a \
      call site excuses its finding.

      Exit codes: 0 nothing found, 1 a finding at or above --fail-on, 2 a source can't be read, 3 events were lost or not examined, a part of \
      the program was not recorded, or the log is damaged, 128 + N ended by signal N (Ctrl-C: 130).

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
    help: ArgumentHelp(
      "Report only the findings of a rule, or about a promise, with the lines of the log that prove them.",
      valueName: "rule|promise"))
  var explain: String?

  @Flag(help: "Remove the entries from the baseline whose findings no longer occur.")
  var updateBaseline = false

  @Option(
    help: ArgumentHelp("Write every finding to this baseline file and report nothing.", valueName: "file"),
    completion: .file())
  var writeBaseline: String?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The output file; - is standard output. FORMAT=FILE writes a further report, such as sarif=results.sarif; any number of them.",
      valueName: "file"),
    completion: .file(), transform: { try ReportOutput($0) })
  var output: [ReportOutput] = []

  @OptionGroup
  var words: LanguageArgument

  @OptionGroup(title: "Scenario options", visibility: .hidden)
  var scenario: ScenarioArguments

  func validate() throws {
    if baseline != nil, writeBaseline != nil {
      throw ValidationError("expected --baseline or --write-baseline, found both.")
    }
    if explain != nil, updateBaseline || writeBaseline != nil {
      throw ValidationError("expected --explain or a baseline to write, found both.")
    }
    if updateBaseline, baseline == nil { throw ValidationError("--update-baseline requires --baseline.") }
    _ = try ReportOutput.all(output, format)
    if sources.count(where: { $0 == "-" }) > 1 { throw ValidationError("- (standard input) can be given only once.") }
  }

  func run() throws {
    Interruption.watch()
    let configuration = try Configuration(path: config)
    let known = try baseline.map(BaselineFile.read)
    // The logs of one run are one source.
    let sources = sources.flatMap { LogFolder($0).flatMap(RunLogs.init) == nil ? LogFolder.logs(of: $0) : [$0] }
    let reports = try ReportOutput.all(output, format)
    for source in sources where SourceArgument.isNoScenario(source) {
      for path in reports.map(\.path) + [writeBaseline].compactMap(\.self) { try refuseReplacing(source, by: path) }
    }
    let language = try words.language()
    var check = Check(configuration, in: language)
    check.proofLanguage = explain != nil ? language : reports.contains { $0.format == .json } ? .english : nil
    check.report.failOn = failOn
    check.report.documentation = configuration.documentation
    let isMixed = sources.contains { !SourceArgument.isNoScenario($0) }
    for source in sources where Interruption.signal == nil { try check.read(source, scenario, isMixed: isMixed) }
    if sources.count == 1, let count = RunLogs.others(of: sources[0]), case let name = Escaping.line(sources[0]) {
      complain(
        language(
          "\(name) is one of the \(count + 1) logs of its run: check their folder to read all of them.",
          "\(name) 是它那次运行的 \(count + 1) 个日志之一：检查它们的文件夹即可读取全部。"))
    }
    check.locateAndExcuse()
    if let explain { try keep(explain, in: &check.report) }
    try compare(&check, with: known)
    for (format, path) in reports { try write(check.report, as: format, to: path) }
    if check.report.hasRead { complain(check.report.summary) }
    if let signal = Interruption.signal { throw ExitCode(128 + signal) }
    if check.exitCode != .success { throw check.exitCode }
  }

  /// Keeps the findings to explain.
  private func keep(_ id: String, in report: inout CheckReport) throws {
    let names = report.entries.map { "\($0.finding.rule.rawValue) (#\($0.finding.promise))" }
    report.keep(id)
    guard report.hasRead, report.entries.isEmpty else { return }
    let some = names.prefix(8).joined(separator: ", ") + (names.count > 8 ? ", …" : "")
    let found = names.isEmpty ? "there are none" : "they are \(some)"
    throw Failure(sentence: "no finding has the rule or the promise '\(Escaping.line(id))'; \(found).")
  }

  /// Compares the findings with the baseline, and changes its file if that was asked for.
  private func compare(_ check: inout Check, with known: Baseline?) throws {
    let isWhole = check.isComplete && Interruption.signal == nil
    if let writeBaseline {
      guard isWhole else {
        return complain("\(Escaping.line(writeBaseline)) is unchanged: not every source was read to its end.")
      }
      let all = Baseline(check.report)
      try BaselineFile.write(all.text, to: writeBaseline)
      check.report.compare(with: all)
    } else if let known, let baseline {
      let gone = check.report.compare(with: known)
      let name = Escaping.line(baseline)
      guard isWhole else {
        if updateBaseline { complain("\(name) is unchanged: not every source was read to its end.") }
        return
      }
      guard !gone.counts.isEmpty else { return }
      if updateBaseline { try BaselineFile.write(known.without(gone).text, to: baseline) }
      for (print, count) in gone.counts.sorted(by: { $0.key < $1.key }) {
        let times = count > 1 ? " (\(count) findings)" : ""
        complain("\(name): \(updateBaseline ? "removed" : "no longer occurs"): \(Escaping.line(print))\(times)")
      }
      if !updateBaseline { complain("\(name): --update-baseline removes what no longer occurs.") }
    }
  }

  private func write(_ report: CheckReport, as format: CheckFormat, to path: String) throws {
    func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
    let output = try Output(path: path, isData: format != .text)
    // The steps of a job share one summary.
    if path == variable("GITHUB_STEP_SUMMARY"), let former = try? SmallFile.read(path) { try output.write(former) }
    try output.write(format.render(report, version: Release.version, links: CheckFormat.links(variable)))
    do { try output.finish() } catch is ReaderLeft where Interruption.signal != nil {}
  }
}
