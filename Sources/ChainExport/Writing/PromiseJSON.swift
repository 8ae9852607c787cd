// Promises, call sites, and critical paths as JSON, the same in every report. Owns the members and their order.

import ChainAnalysis
import ChainModel
import PromiseTrace

enum PromiseJSON {
  /// A promise: what it is, not why.
  static func json(_ id: PromiseID, in store: ChainStore) -> JSON {
    guard let facts = store.facts(id) else { return ["promise": id] }
    return .merged(
      [
        "promise": id, "state": facts.state.word, "operation": store.texts[facts.operation] ?? "",
        "label": store.texts[facts.label],
      ], site(store.nodeSite(facts.site)),
      [
        "created": facts.isUnknownStart ? nil : facts.created,
        "duration": facts.isUnknownStart ? nil : store.durations(facts, now: store.lastTime).total,
      ])
  }

  /// A call site; null if it is unknown.
  static func site(_ site: NodeSite?) -> JSON {
    ["file": site?.file, "line": site?.line, "function": site?.function]
  }

  /// What a finding says.
  static func json(_ finding: Finding) -> JSON {
    ["rule": finding.rule.rawValue, "severity": finding.severity.rawValue, "sentence": finding.sentence]
  }

  /// The numbers of promises by state.
  static func json(_ counts: ChainCounts) -> JSON {
    [
      "total": counts.total, "pending": counts.pending, "fulfilled": counts.fulfilled, "rejected": counts.rejected,
      "canceled": counts.cancelled, "unhandled": counts.unhandled, "leaked": counts.leaked,
    ]
  }

  static func json(_ path: CriticalPath) -> JSON {
    let segments = path.segments.map { segment -> JSON in
      [
        "kind": segment.kind.rawValue, "promise": id(segment.promise), "other": id(segment.other),
        "start": segment.start, "end": segment.end,
      ]
    }
    return ["start": path.start, "end": path.end, "total": path.total, "segments": segments]
  }

  /// A promise's number, or null for none.
  static func id(_ id: PromiseID) -> JSON { id == 0 ? nil : .count(id) }
}
