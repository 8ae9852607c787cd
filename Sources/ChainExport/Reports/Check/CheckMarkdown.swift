// A check's report as Markdown, such as for the summary of a GitHub job. Owns the layout, and the escaping of texts of a program.

import ChainAnalysis
import ChainModel
import PlainText

enum CheckMarkdown {
  /// The report.
  ///
  /// - Parameters:
  ///   - report: The report.
  ///   - links: The address of the repository's files in a browser; nil for no links.
  /// - Returns: Markdown that ends with a newline.
  static func text(_ report: CheckReport, links: String?) -> String {
    let findings = report.new
    var text = "### pscope check\n\n"
    let summary = report.hasRead ? report.summary(.english) : "no source could be read"
    text += "\(escaped(summary)).\n"
    for problem in report.sources.compactMap(\.problem) { text += "\n> **Warning:** \(escaped(problem))\n" }
    guard !findings.isEmpty else { return text }
    text += "\n| severity | where | finding | rule |\n| --- | --- | --- | --- |\n"
    for entry in findings {
      let finding = entry.finding
      let source = report.sources[entry.source].name
      let place: String
      if let (path, line) = report.location(of: entry) {
        let isInRepository = report.sources[entry.source].paths[finding.site?.file ?? ""] != nil
        let link = isInRepository ? links.map { "\($0)\(CheckSARIF.uri(path))#L\(line)" } : nil
        place = link.map { "[\(escaped("\(path):\(line)"))](\($0))" } ?? escaped("\(path):\(line)")
      } else {
        place = escaped(source)
      }
      let mark =
        switch finding.severity {
        case .error: "❌ error"
        case .warning: "⚠️ warning"
        case .note: "ℹ️ note"
        }
      let origin = report.sources.count > 1 && finding.site != nil ? "<br>in \(escaped(source))" : ""
      text += "| \(mark) | \(place) | \(escaped(finding.sentence)).<br>\(escaped(finding.hint))\(origin) "
      text += "| \(finding.rule.rawValue) |\n"
    }
    return text
  }

  /// A text of a program on one line, without a meaning in Markdown or HTML.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for character in Escaping.line(text).unicodeScalars {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      // Also a mention (@) and a reference to an issue (#1), which GitHub turns into links.
      case "@", "#": result += "&#\(character.value);"
      case "\\", "`", "*", "_", "[", "]", "|", "~", "!": result += "\\\(character)"
      default: result.unicodeScalars.append(character)
      }
    }
    return result
  }
}
