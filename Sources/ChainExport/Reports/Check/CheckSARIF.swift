// A check's report as SARIF 2.1.0 (OASIS): one run, the rules with their help, one result per finding. Owns the mapping. Paths are
// relative to the root of the sources, which a consumer knows under the name %SRCROOT%.

import ChainAnalysis
import ChainModel
import PlainText

enum CheckSARIF {
  /// The name of a finding's fingerprint among its `partialFingerprints`.
  static let fingerprintName = "promisescope/v2"

  static func json(_ report: CheckReport, version: String) -> JSON {
    let driver: JSON = [
      "name": "pscope", "version": version, "semanticVersion": version,
      "rules": Rule.allCases.map { json($0, report.documentation) },
    ]
    let invocation: JSON = [
      "executionSuccessful": report.sources.allSatisfy { $0.failure == nil },
      "toolExecutionNotifications": report.sources.compactMap(notification),
    ]
    let run: JSON = [
      "tool": ["driver": driver] as JSON, "invocations": [invocation], "columnKind": "unicodeCodePoints",
      "results": report.entries.map { result($0, report) },
    ]
    return ["$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0", "runs": [run]]
  }

  private static func json(_ rule: Rule, _ documentation: String?) -> JSON {
    let help = RuleHelp(rule: rule)
    return .merged(
      [
        "id": rule.rawValue, "shortDescription": text(rule.summary),
        "help": ["text": help.text, "markdown": help.markdown] as JSON,
      ], help.address(in: documentation).map { ["helpUri": $0] } ?? [:],
      ["defaultConfiguration": ["level": rule.severity.rawValue] as JSON])
  }

  /// A source that could not be read, or whose findings may be incomplete.
  private static func notification(_ source: CheckReport.Source) -> JSON? {
    source.problem.map {
      ["level": source.failure == nil ? "warning" : "error", "message": text(message($0))]
    }
  }

  private static func text(_ text: String) -> JSON { ["text": text] }

  private static func result(_ entry: CheckReport.Entry, _ report: CheckReport) -> JSON {
    let (finding, source) = (entry.finding, report.sources[entry.source])
    let related = finding.related.enumerated().map { index, related in
      JSON.merged(
        ["id": index + 1, "message": text(message(related.text.english))], location(related.site, in: source))
    }
    return .merged(
      [
        "ruleId": finding.rule.rawValue, "ruleIndex": Rule.allCases.firstIndex(of: finding.rule) ?? 0,
        "level": finding.severity.rawValue,
        // The same in every run, so that a service recognizes the result; the sentence with its numbers is a property.
        "message": text(message("\(finding.subject): \(finding.rule.summary)")),
        "locations": [location(finding.site, in: source)],
        "partialFingerprints": JSON.object([.init(fingerprintName, finding.fingerprint)]),
        "occurrenceCount": max(1, finding.occurrences),
      ], related.isEmpty ? [:] : ["relatedLocations": related],
      report.hasBaseline ? ["baselineState": entry.isKnown ? "unchanged" : "new"] : [:],
      [
        "properties": [
          "sentence": finding.sentence, "source": source.name, "promises": finding.promises,
          "victims": finding.victims, "events": finding.events,
        ] as JSON
      ])
  }

  /// A location in the source code, or the source if there is none.
  private static func location(_ site: NodeSite?, in source: CheckReport.Source) -> JSON {
    guard let site else {
      return ["physicalLocation": ["artifactLocation": ["uri": uri(source.name)] as JSON] as JSON]
    }
    let path = source.paths[site.file] ?? site.file
    let file: JSON =
      path.hasPrefix("/") ? ["uri": "file://" + uri(path)] : ["uri": uri(path), "uriBaseId": "%SRCROOT%"]
    let function: JSON = ["name": site.function, "kind": "function"]
    return .merged(
      [
        "physicalLocation": [
          "artifactLocation": file, "region": ["startLine": max(1, site.line)] as JSON,
        ] as JSON
      ], site.function.isEmpty ? [:] : ["logicalLocations": [function]])
  }

  /// A path as a URI reference (RFC 3986): everything but unreserved characters and slashes is percent-encoded.
  static func uri(_ path: String) -> String {
    var uri = ""
    for byte in path.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E, 0x2F:
        uri.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        uri += "%" + (digits.utf8.count == 1 ? "0" : "") + digits
      }
    }
    return uri
  }

  /// A plain text message (§3.11.5): braces are doubled, because they mark placeholders, and brackets escaped, because they mark links.
  static func message(_ text: String) -> String {
    text.replacing("{", with: "{{").replacing("}", with: "}}").replacing("](", with: "\\](")
  }
}
