// A check's report as GitLab's Code Quality report: a list of issues. Owns the mapping, and fingerprints that occur once, as GitLab needs them.

import ChainAnalysis
import PlainText

enum CheckGitLab {
  static func json(_ report: CheckReport) -> JSON {
    var seen: [String: Int] = [:]
    var issues: [JSON] = []
    for entry in report.new {
      let finding = entry.finding
      let place = report.location(of: entry) ?? (report.sources[entry.source].name, 1)
      let number = seen[finding.fingerprint, default: 0]
      seen[finding.fingerprint] = number + 1
      let identity = SHA256.hash(Array("\(finding.fingerprint)|\(number)".utf8)).prefix(16)
      let help = RuleHelp(rule: finding.rule)
      let address = help.address(in: report.documentation)
      issues.append([
        "description": Escaping.line(finding.sentence), "check_name": finding.rule.rawValue,
        "fingerprint": identity.map(hexadecimal).joined(), "severity": severity(finding.severity),
        "location": ["path": place.path, "lines": ["begin": max(1, place.line)] as JSON] as JSON,
        "content": ["body": "\(finding.hint)\n\n\(address.map { "<\($0)>" } ?? help.markdown)"] as JSON,
      ])
    }
    return .array(issues)
  }

  private static func severity(_ severity: Severity) -> String {
    switch severity {
    case .error: "critical"
    case .warning: "major"
    case .note: "info"
    }
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    (byte < 16 ? "0" : "") + String(byte, radix: 16)
  }
}
