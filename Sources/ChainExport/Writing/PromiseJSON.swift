// Promises, call sites, and critical paths as JSON, the same in every report. Owns the members and their order.

import ChainAnalysis
import ChainModel
import PromiseTrace

enum PromiseJSON {
  /// A promise: what it is, not why.
  static func json(_ id: PromiseID, in store: ChainStore) -> JSON {
    guard let facts = store.facts(id) else { return ["promise": .count(id)] }
    let total = store.durations(facts, now: store.lastTime).total
    return .object(
      [
        .init("promise", .count(id)), .init("state", .string(facts.state.word)),
        .init("operation", .string(store.texts[facts.operation] ?? "")), .init("label", JSON(store.texts[facts.label])),
      ] + site(store.nodeSite(facts.site)) + [
        .init("created", .number(facts.created)), .init("duration", .number(total)),
      ])
  }

  /// The members of a call site; null if it is unknown.
  static func site(_ site: NodeSite?) -> [JSON.Member] {
    [
      .init("file", JSON(site?.file)), .init("line", JSON(site.map { Int64($0.line) })),
      .init("function", JSON(site?.function)),
    ]
  }

  static func json(_ path: CriticalPath) -> JSON {
    [
      "start": .number(path.start), "end": .number(path.end), "total": .number(path.total),
      "segments": .array(
        path.segments.map { segment in
          [
            "kind": .string(segment.kind.rawValue), "promise": id(segment.promise), "other": id(segment.other),
            "start": .number(segment.start), "end": .number(segment.end),
          ]
        }),
    ]
  }

  /// A promise's number, or null for none.
  static func id(_ id: PromiseID) -> JSON { id == 0 ? nil : .count(id) }
}
