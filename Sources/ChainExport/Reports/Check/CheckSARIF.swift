// A check's report as SARIF 2.1.0 (OASIS): one run, the rules with their help, one result per finding. Owns the mapping. Paths are
// relative to the root of the sources, which a consumer knows under the name %SRCROOT%.

import ChainAnalysis
import ChainModel
import PlainText

enum CheckSARIF {
  /// The name of a finding's fingerprint among its `partialFingerprints`.
  static let fingerprintName = "promisescope/v2"

  static func json(_ report: CheckReport, version: String) -> JSON {
    [
      "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
      "version": "2.1.0",
      "runs": [
        [
          "tool": [
            "driver": [
              "name": "pscope", "version": .string(version), "semanticVersion": .string(version),
              "rules": .array(Rule.allCases.map { json($0, report.documentation) }),
            ]
          ],
          "invocations": [
            [
              "executionSuccessful": .bool(report.sources.allSatisfy { $0.failure == nil }),
              "toolExecutionNotifications": .array(report.sources.compactMap(notification)),
            ]
          ],
          "columnKind": "unicodeCodePoints",
          "results": .array(report.entries.map { result($0, report) }),
        ]
      ],
    ]
  }

  private static func json(_ rule: Rule, _ documentation: String?) -> JSON {
    let help = RuleHelp(rule: rule)
    let address: [JSON.Member] = help.address(in: documentation).map { [.init("helpUri", .string($0))] } ?? []
    return .object(
      [
        .init("id", .string(rule.rawValue)),
        .init("shortDescription", ["text": .string(rule.summary)]),
        .init("help", ["text": .string(help.text), "markdown": .string(help.markdown)]),
      ] + address + [.init("defaultConfiguration", ["level": .string(rule.severity.rawValue)])])
  }

  /// A source that could not be read, or whose findings may be incomplete.
  private static func notification(_ source: CheckReport.Source) -> JSON? {
    guard let text = source.problem else { return nil }
    return [
      "level": .string(source.failure == nil ? "warning" : "error"), "message": ["text": .string(message(text))],
    ]
  }

  private static func result(_ entry: CheckReport.Entry, _ report: CheckReport) -> JSON {
    let finding = entry.finding
    var result: [JSON.Member] = [
      .init("ruleId", .string(finding.rule.rawValue)),
      .init("ruleIndex", JSON(Rule.allCases.firstIndex(of: finding.rule) ?? 0)),
      .init("level", .string(finding.severity.rawValue)),
      // The same in every run, so that a service recognizes the result; the sentence with its numbers is a property.
      .init("message", ["text": .string(message("\(finding.subject): \(finding.rule.summary)"))]),
      .init("locations", [location(finding, in: report.sources[entry.source])]),
      .init("partialFingerprints", .object([.init(fingerprintName, .string(finding.fingerprint))])),
      .init("occurrenceCount", JSON(max(1, finding.occurrences))),
    ]
    if !finding.related.isEmpty {
      result.append(
        .init(
          "relatedLocations",
          .array(
            finding.related.enumerated().map { index, related in
              .object(
                [.init("id", JSON(index + 1)), .init("message", ["text": .string(message(related.text.english))])]
                  + members(related.site, in: report.sources[entry.source]))
            })))
    }
    if report.hasBaseline { result.append(.init("baselineState", entry.isKnown ? "unchanged" : "new")) }
    result.append(
      .init(
        "properties",
        [
          "sentence": .string(finding.sentence), "source": .string(report.sources[entry.source].name),
          "promises": JSON(finding.promises),
          "victims": JSON(finding.victims), "events": JSON(finding.events),
        ]))
    return .object(result)
  }

  private static func location(_ finding: Finding, in source: CheckReport.Source) -> JSON {
    guard let site = finding.site else {
      return ["physicalLocation": ["artifactLocation": ["uri": .string(uri(source.name))]]]
    }
    return .object(members(site, in: source))
  }

  /// The members of a location in the source code.
  private static func members(_ site: NodeSite, in source: CheckReport.Source) -> [JSON.Member] {
    let path = source.paths[site.file] ?? site.file
    let file: JSON =
      path.hasPrefix("/")
      ? ["uri": .string("file://" + uri(path))] : ["uri": .string(uri(path)), "uriBaseId": "%SRCROOT%"]
    var location: [JSON.Member] = [
      .init(
        "physicalLocation", ["artifactLocation": file, "region": ["startLine": JSON(max(1, site.line))]])
    ]
    if !site.function.isEmpty {
      location.append(.init("logicalLocations", [["name": .string(site.function), "kind": "function"]]))
    }
    return location
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
