// A check's report as JSON, described by docs/check.schema.json. Owns the members and their order.

import ChainAnalysis
import ChainModel
import PlainText
import PromiseTrace

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
        "victims": finding.victims, "involved": finding.evidence, "evidence": evidence(entry), "time": finding.time,
        "fingerprint": finding.fingerprint, "caller": finding.caller.map { PromiseJSON.site($0) },
        "related": finding.related.map {
          JSON.merged(["promise": $0.promise, "text": $0.text.english], PromiseJSON.site($0.site))
        },
        "known": entry.isKnown,
      ])
  }

  /// The events that prove a finding; only their numbers if its source could be read only once.
  private static func evidence(_ entry: CheckReport.Entry) -> JSON {
    guard !entry.evidence.isEmpty else {
      return .array(entry.finding.events.map { .onOneLine(["seq": $0]) })
    }
    return .array(
      entry.evidence.map {
        .onOneLine([
          "seq": $0.sequence, "line": $0.line, "time": $0.time, "promise": PromiseJSON.id($0.promise),
          "event": "\($0.kind.logName)", "text": $0.text,
        ])
      })
  }
}
