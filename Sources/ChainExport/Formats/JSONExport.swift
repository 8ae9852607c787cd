// Writes one JSON object: the log's header, the counts, what is missing, the findings, and an array of the promises, one per line. `PromiseField` has
// the members of a promise; docs/exports.schema.json describes all of them. Members without a value are left out, which halves the size; `jq` reads them as null.

import ChainAnalysis
import ChainModel
import PromiseTrace

extension ExportFormat {
  /// One JSON object with all promises.
  public static let json = ExportFormat("json", "one object with all promises, for jq") { _ in JSONExport() }
}

/// Exports the promises as one JSON object.
struct JSONExport: HistoryExport {
  func limit(_ options: ExportOptions) -> Int { options.dataLimit }

  func write(_ history: ExportedHistory, into output: inout ExportOutput) throws {
    var text = head(history).text
    // The array of promises continues the object.
    text.removeLast("\n}\n".count)
    try output.write(text + ",\n  \"promises\": [")
    let (table, bytes) = (history.table, ExportBytes(texts: history.texts))
    var isFirst = true
    try history.forEachPromise { facts in
      bytes.append(isFirst ? "\n    " : ",\n    ")
      isFirst = false
      let row = table.row(facts)
      bytes.object { for field in PromiseField.all { bytes.member(field, of: row) } }
      try output.write(bytes)
    }
    try output.write(isFirst ? "]\n}\n" : "\n  ]\n}\n")
  }

  /// What precedes the promises.
  private func head(_ history: ExportedHistory) -> JSON {
    let (header, end, counts) = (history.header, history.end, history.store.counts)
    let ending = end.summary.isEnded ? nil : end.ending.isEmpty ? "no end" : end.ending
    return [
      "schema": "promisescope.history", "version": 1, "unit": "ns", "started": header.started,
      "program": header.program, "pid": Int(header.pid), "values": header.values.rawValue,
      "excerpt": history.excerpt?.name, "ended": end.summary.isEnded, "ending": ending, "end": end.time,
      "events": end.summary.events, "lost": end.summary.lost, "evicted": end.summary.evicted,
      "losses": end.losses.map { loss -> JSON in
        ["seq": loss.sequence, "t": loss.time, "count": loss.count, "damaged": loss.isDamage]
      },
      "problems": end.problems.map { problem -> JSON in ["line": problem.line, "message": problem.message] },
      "counts": JSON.merged(PromiseJSON.json(counts), ["unknown": counts.unknown]),
      "findings": history.findings.map(finding),
    ]
  }

  private func finding(_ finding: Finding) -> JSON {
    .merged(
      PromiseJSON.json(finding), ["hint": finding.hint], PromiseJSON.site(finding.site),
      [
        "occurrences": finding.occurrences, "victims": finding.victims, "t": finding.time,
        "promises": finding.promises, "evidence": finding.evidence, "events": finding.events,
      ])
  }
}
