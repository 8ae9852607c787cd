// A check's report as JSON, described by docs/check.schema.json. Owns the members and their order.

import ChainAnalysis
import ChainModel
import PlainText

enum CheckJSON {
  /// The schema's name, the `schema` member of the report.
  static let schema = "promisescope.check"
  static let version = 1

  static func json(_ report: CheckReport) -> JSON {
    [
      "schema": .string(schema),
      "version": JSON(version),
      "sources": .array(report.sources.map(json)),
      "findings": .array(
        report.entries.map { json($0, path: report.location(of: $0)?.path, source: report.sources[$0.source].name) }),
      "summary": [
        "error": JSON(report.count(.error)), "warning": JSON(report.count(.warning)), "note": JSON(report.count(.note)),
        "known": JSON(report.entries.count - report.new.count), "excused": JSON(report.excused),
      ],
    ]
  }

  private static func json(_ source: CheckReport.Source) -> JSON {
    [
      "source": .string(source.name), "program": .string(source.program), "promises": JSON(source.promises),
      "events": .count(source.events), "lost": .count(source.lost), "problems": JSON(source.problems),
      "unexamined": JSON(source.unexamined), "unknownEvents": .count(source.unknownEvents),
      "unrecorded": .array(source.unrecorded.map { .string($0) }), "ended": .bool(source.isEnded),
      "failure": JSON(source.failure),
    ]
  }

  private static func json(_ entry: CheckReport.Entry, path: String?, source: String) -> JSON {
    let finding = entry.finding
    return [
      "rule": .string(finding.rule.rawValue), "severity": .string(finding.severity.rawValue),
      "sentence": .string(finding.sentence), "hint": .string(finding.hint), "source": .string(source),
      "file": JSON(finding.site?.file), "path": JSON(path), "line": JSON(finding.site.map { Int64($0.line) }),
      "function": JSON(finding.site?.function), "operation": .string(finding.operation), "label": JSON(finding.label),
      "promise": .count(finding.promise), "promises": JSON(finding.promises),
      "occurrences": JSON(finding.occurrences), "victims": JSON(finding.victims), "evidence": JSON(finding.evidence),
      "events": JSON(finding.events), "time": .number(finding.time), "fingerprint": .string(finding.fingerprint),
      "caller": finding.caller.map(json) ?? .null, "related": .array(finding.related.map(json)),
      "known": .bool(entry.isKnown),
    ]
  }

  private static func json(_ site: NodeSite) -> JSON {
    ["file": .string(site.file), "line": JSON(Int64(site.line)), "function": .string(site.function)]
  }

  private static func json(_ related: RelatedSite) -> JSON {
    [
      "promise": .count(related.promise), "text": .string(related.text.english), "file": .string(related.site.file),
      "line": JSON(Int64(related.site.line)), "function": .string(related.site.function),
    ]
  }
}
