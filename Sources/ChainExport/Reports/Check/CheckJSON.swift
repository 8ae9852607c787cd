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
      "schema": schema, "version": version, "sources": report.sources.map(json),
      "findings": report.entries.map {
        json($0, path: report.location(of: $0)?.path, source: report.sources[$0.source].name)
      },
      "summary": [
        "error": report.count(.error), "warning": report.count(.warning), "note": report.count(.note),
        "known": report.entries.count - report.new.count, "excused": report.excused,
      ] as JSON,
    ]
  }

  private static func json(_ source: CheckReport.Source) -> JSON {
    [
      "source": source.name, "program": source.program, "promises": source.promises, "events": source.events,
      "lost": source.lost, "problems": source.problems, "unexamined": source.unexamined,
      "unknownEvents": source.unknownEvents, "unrecorded": source.unrecorded, "ended": source.isEnded,
      "failure": source.failure,
    ]
  }

  private static func json(_ entry: CheckReport.Entry, path: String?, source: String) -> JSON {
    let finding = entry.finding
    return .merged(
      PromiseJSON.json(finding),
      [
        "hint": finding.hint, "source": source, "file": finding.site?.file, "path": path, "line": finding.site?.line,
        "function": finding.site?.function, "operation": finding.operation, "label": finding.label,
        "promise": finding.promise, "promises": finding.promises, "occurrences": finding.occurrences,
        "victims": finding.victims, "evidence": finding.evidence, "events": finding.events, "time": finding.time,
        "fingerprint": finding.fingerprint, "caller": finding.caller.map { PromiseJSON.site($0) },
        "related": finding.related.map {
          JSON.merged(["promise": $0.promise, "text": $0.text.english], PromiseJSON.site($0.site))
        },
        "known": entry.isKnown,
      ])
  }
}
