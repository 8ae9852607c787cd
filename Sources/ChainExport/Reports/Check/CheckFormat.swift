// The formats of a check's report for people and for GitHub's log. Owns the list of formats; the others have files of their own.

import ChainAnalysis
import ChainModel
import PlainText

/// A format of the `check` command.
public enum CheckFormat: String, Sendable, CaseIterable {
  /// A line per finding, in the form of a compiler's diagnostics, and a hint below it.
  case text
  /// JSON; docs/check.schema.json describes it.
  case json
  /// SARIF 2.1.0, for code scanning services and editors.
  case sarif
  /// Workflow commands, which GitHub shows beside the code of a pull request.
  case github
  /// JUnit XML, which most CI services show as tests.
  case junit
  /// GitLab's Code Quality report, which it shows in a merge request.
  case gitlab
  /// Markdown, such as for the summary of a GitHub job.
  case markdown

  /// The report in this format.
  ///
  /// - Parameters:
  ///   - report: The report. JSON and SARIF contain all findings, the others only those that are not in the baseline.
  ///   - version: The version of the tool.
  ///   - links: The address of the repository's files in a browser, to which Markdown adds a path; nil for no links.
  /// - Returns: Text that ends with a newline, or is empty if a line-based format has nothing to report.
  public func render(_ report: CheckReport, version: String, links: String? = nil) -> String {
    switch self {
    case .text: Self.text(report)
    case .json: CheckJSON.json(report).text
    case .sarif: CheckSARIF.json(report, version: version).text
    case .github: Self.commands(report)
    case .junit: CheckJUnit.xml(report)
    case .gitlab: CheckGitLab.json(report).text
    case .markdown: CheckMarkdown.text(report, links: links)
    }
  }

  private static func text(_ report: CheckReport) -> String {
    report.new.map { entry in
      let name = report.sources[entry.source].name
      let place = report.language("in \(Escaping.line(name))", "见 \(Escaping.line(name))")
      let source = report.sources.count > 1 ? "    \(place)\n" : ""
      let finding = entry.finding
      let line = finding.line(source: name, path: report.location(of: entry)?.path, in: report.language)
      return "\(line)\n\(source)    \(finding.hint(report.language))\n"
        + entry.evidence.map { Self.text($0, report.language) }.joined()
    }.joined()
  }

  /// A line about an event, such as `line 12, 00:00.045: The body of #3 "load" ended.`.
  private static func text(_ evidence: Evidence, _ language: Language) -> String {
    let place =
      evidence.line.map { language("line \($0)", "第 \($0) 行") }
      ?? language("event \(evidence.sequence)", "事件 \(evidence.sequence)")
    return "      \(place), \(DurationText.clock(evidence.time)): \(evidence.text)\n"
  }

  /// `::warning file=App/Loader.swift,line=41,title=stuck::sentence%0Ahint`.
  private static func commands(_ report: CheckReport) -> String {
    report.new.map { entry in
      let finding = entry.finding
      let name = report.sources[entry.source].name
      let command = finding.severity == .note ? "notice" : finding.severity.rawValue
      let location =
        report.location(of: entry).map { "file=\(property($0.path)),line=\($0.line)" }
        ?? "file=\(property(name))"
      let source = report.sources.count > 1 ? "\nin \(Escaping.line(name))" : ""
      let message = Escaping.line(finding.sentence) + source + "\n" + finding.hint
      return "::\(command) \(location),title=\(property(finding.rule.rawValue))::\(data(message))\n"
    }.joined()
  }

  /// A message of a workflow command: percent signs and line ends are encoded.
  private static func data(_ text: String) -> String {
    text.replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
  }

  /// A property of a workflow command, in which colons and commas are encoded, too.
  private static func property(_ text: String) -> String {
    data(Escaping.line(text)).replacing(":", with: "%3A").replacing(",", with: "%2C")
  }
}
