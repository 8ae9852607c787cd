// Writes one JSON object: the log's header, the counts, what is missing, the findings, and an array of the promises, one per line. Owns the
// members and their order; docs/exports.schema.json describes them.
//
// Members without a value are left out, which halves the size; `jq` reads them as null.

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
    var head: [JSON.Member] = members(history)
    head.append(.init("findings", .array(history.findings.map(finding))))
    var text = JSON.object(head).text
    // The array of promises continues the object.
    text.removeLast("\n}\n".count)
    try output.write(text + ",\n  \"promises\": [")
    let rules = history.rulesByPromise()
    let bytes = ExportBytes(texts: history.texts)
    let branches = HandlerBranches()
    var isFirst = true
    try history.forEachPromise { facts in
      bytes.append(isFirst ? "\n    " : ",\n    ")
      isFirst = false
      write(facts, rules[facts.id] ?? [], history, branches, bytes)
      try output.write(bytes)
    }
    try output.write(isFirst ? "]\n}\n" : "\n  ]\n}\n")
  }

  // MARK: Before the promises

  private func members(_ history: ExportedHistory) -> [JSON.Member] {
    let (header, end, counts) = (history.header, history.end, history.store.counts)
    return [
      .init("schema", "promisescope.history"), .init("version", 1), .init("unit", "ns"),
      .init("started", .string(header.started)), .init("program", .string(header.program)),
      .init("pid", .number(Int64(header.pid))), .init("values", .string(header.values.rawValue)),
      .init("excerpt", JSON(history.excerpt?.name)),
      .init("ended", .bool(end.summary.isEnded)),
      .init("ending", end.summary.isEnded ? nil : .string(end.ending.isEmpty ? "no end" : end.ending)),
      .init("end", .number(end.time)), .init("events", .count(end.summary.events)),
      .init("lost", .count(end.summary.lost)), .init("evicted", JSON(end.summary.evicted)),
      .init("losses", .array(end.losses.map(loss))),
      .init(
        "problems", .array(end.problems.map { ["line": JSON($0.line), "message": .string($0.message)] })),
      .init(
        "counts",
        [
          "total": JSON(counts.total), "pending": JSON(counts.pending), "fulfilled": JSON(counts.fulfilled),
          "rejected": JSON(counts.rejected), "canceled": JSON(counts.cancelled), "unhandled": JSON(counts.unhandled),
          "leaked": JSON(counts.leaked), "unknown": JSON(counts.unknown),
        ]),
    ]
  }

  private func loss(_ loss: ExportEnd.Loss) -> JSON {
    [
      "seq": .count(loss.sequence), "t": .number(loss.time), "count": .count(loss.count),
      "damaged": .bool(loss.isDamage),
    ]
  }

  private func finding(_ finding: Finding) -> JSON {
    .object(
      [
        .init("rule", .string(finding.rule.rawValue)), .init("severity", .string(finding.severity.rawValue)),
        .init("sentence", .string(finding.sentence)), .init("hint", .string(finding.hint)),
      ] + PromiseJSON.site(finding.site) + [
        .init("occurrences", JSON(finding.occurrences)), .init("victims", JSON(finding.victims)),
        .init("t", .number(finding.time)), .init("promises", JSON(finding.promises)),
        .init("evidence", JSON(finding.evidence)), .init("events", JSON(finding.events)),
      ])
  }

  // MARK: Promises

  private func write(
    _ facts: NodeFacts, _ rules: [Rule], _ history: ExportedHistory, _ branches: HandlerBranches, _ bytes: ExportBytes
  ) {
    let store = history.store
    func text(_ key: StaticString, _ id: TextID) {
      guard id != .none else { return }
      bytes.append(key)
      if !bytes.append(quoted: id) { bytes.append("null") }
    }
    func number(_ key: StaticString, _ number: Int64?) {
      guard let number else { return }
      bytes.append(key)
      bytes.append(decimal: number)
    }
    func id(_ key: StaticString, _ id: PromiseID) {
      guard id != 0 else { return }
      bytes.append(key)
      bytes.append(decimal: id)
    }
    func list(_ key: StaticString, _ ids: [PromiseID]) {
      guard !ids.isEmpty else { return }
      bytes.append(key)
      for (index, id) in ids.enumerated() {
        bytes.append(index == 0 ? "[" : ",")
        bytes.append(decimal: id)
      }
      bytes.append("]")
    }
    func flag(_ key: StaticString, _ isSet: Bool) {
      if isSet { bytes.append(key) }
    }
    bytes.append("{\"promise\":")
    bytes.append(decimal: facts.id)
    bytes.append(",\"state\":\"")
    bytes.append(text: facts.state.word)
    bytes.append("\"")
    text(",\"operation\":", facts.operation)
    text(",\"label\":", facts.label)
    if facts.site.line > 0 {
      text(",\"file\":", facts.site.file)
      number(",\"line\":", Int64(facts.site.line))
      text(",\"function\":", facts.site.function)
    }
    number(",\"created\":", facts.created)
    number(",\"enqueued\":", facts.enqueued)
    number(",\"started\":", facts.started)
    number(",\"finished\":", facts.finished)
    number(",\"settled\":", facts.settled)
    number(",\"released\":", facts.released)
    let durations = history.durations(facts)
    number(",\"duration\":", durations.total)
    number(",\"waiting\":", durations.waiting)
    number(",\"queued\":", durations.queued)
    number(",\"own\":", durations.own)
    number(",\"running\":", durations.running)
    number(",\"timer\":", facts.timer)
    text(",\"queue\":", facts.queue)
    text(",\"thread\":", facts.thread)
    if let cause = facts.cause {
      bytes.append(",\"cause\":\"")
      bytes.append(cause.logName)
      bytes.append("\"")
    }
    if facts.isRejected {
      text(",\"error\":", facts.text)
      text(",\"type\":", facts.type)
      let rejection = store.rejection(of: facts.id)
      bytes.append(rejection.isHandled ? ",\"handled\":true" : ",\"handled\":false")
      id(",\"handledBy\":", branches.handler(of: facts.id, in: store)?.promise ?? 0)
      id(",\"origin\":", rejection.origin)
    } else {
      text(",\"value\":", facts.text)
    }
    flag(",\"cancelRequested\":true", facts.isCancelRequested)
    flag(",\"paused\":true", facts.isPaused)
    flag(",\"cyclic\":true", facts.isCyclic)
    id(",\"from\":", facts.from)
    id(",\"adopts\":", facts.adopts)
    if facts.hasAwaited { list(",\"awaits\":", store.awaited(by: facts.id)) }
    id(",\"inside\":", facts.inside)
    id(",\"via\":", facts.via)
    if facts.hasInputs { list(",\"inputs\":", store.inputs(of: facts.id, limit: .max)) }
    number(",\"handlers\":", Int64(store.reactionCount(of: facts.id)))
    if !rules.isEmpty {
      bytes.append(",\"findings\":[")
      for (index, rule) in rules.enumerated() {
        if index > 0 { bytes.append(",") }
        bytes.append(quoted: rule.rawValue)
      }
      bytes.append("]")
    }
    bytes.append("}")
  }
}
