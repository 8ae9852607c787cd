// The answer of `pscope why`, for people and as JSON (docs/why.schema.json). Owns the layout; `ChainAnalysis` finds the answer and its
// sentences.

import ChainAnalysis
import ChainModel
import PlainText
import PromiseTrace

/// Why a promise is as it is, as a report.
public struct WhyReport {
  private let store: ChainStore
  private let why: Why
  private let now: Int64?
  private let findings: [Finding]
  private let source: String
  private let language: Language

  /// Finds the answer; nil if the history doesn't contain the promise.
  ///
  /// - Parameters:
  ///   - id: The promise.
  ///   - analyzed: The history, with what is wrong with it.
  ///   - source: The name of the source.
  ///   - now: The moment, in nanoseconds since the log's start; nil for the time of the latest event.
  ///   - language: The language of the text; the JSON is English.
  ///   - isText: Whether only the text is needed, which names the longest segments of a path; the JSON has all of them.
  public init?(
    _ id: PromiseID, in analyzed: AnalyzedStore, source: String, now: Int64? = nil, language: Language = .english,
    isText: Bool = false
  ) {
    let store = analyzed.store
    // The time of a file may be that of an earlier write.
    let now = now.map { max($0, store.lastTime) }
    var work = WhyWork()
    let segments = isText ? 64 : Int.max
    guard let why = store.why(id, bodies: analyzed.bodies, now: now, segments: segments, work: &work) else {
      return nil
    }
    findings = analyzed.findings(now: now).filter { finding in
      finding.list.contains { $0.promise == id || $0.row == id }
    }
    (self.store, self.why, self.source, self.now, self.language) = (store, why, source, now, language)
  }

  /// The answer in sentences: what became of the promise, why, and where its time went.
  public var text: String {
    var (reasons, times) = sentences(language)
    func section(_ title: String, _ sentences: [String]) -> String {
      guard !sentences.isEmpty else { return "" }
      return "\n\(title)\n" + merged(sentences).map { TextLines.wrap($0) }.joined()
    }
    let state = TextLines.wrap(reasons.removeFirst(), indent: 0, hanging: 2)
    let problems = findings.map { "\($0.sentence(language)) [\($0.rule.rawValue)]" }
    return state + section(language("Why", "原因"), reasons) + section(language("Findings", "发现"), problems)
      + section(language("Where the time went", "时间花在哪里"), times)
  }

  /// The sentences; of a loop, which is one to three sentences that are repeated more than twice with other numbers, only the first round.
  private func merged(_ sentences: [String]) -> [String] {
    let forms = sentences.map { $0.replacing(/[0-9][0-9.,]*/, with: "0") }
    var merged: [String] = []
    var index = 0
    while index < sentences.count {
      let candidates = (1...3).lazy.map { (length: $0, count: Self.rounds(of: $0, in: forms[index...])) }
      guard let (length, count) = candidates.first(where: { $0.count > 2 }) else {
        merged.append(sentences[index])
        index += 1
        continue
      }
      let more = NumberText.grouped((count - 1) * length)
      merged += sentences[index..<(index + length)]
      merged.append(
        language(
          "… and \(more) more steps like \(length == 1 ? "this one" : "these")",
          length == 1 ? "… 另有 \(more) 步与此相同" : "… 另有 \(more) 步与这几步相同"))
      index += count * length
    }
    return merged
  }

  /// How often the texts at the beginning, as many as `length`, follow one another.
  private static func rounds(of length: Int, in texts: ArraySlice<String>) -> Int {
    let same = zip(texts, texts.dropFirst(length)).prefix { $0 == $1 }.count
    return texts.count < length ? 0 : same / length + 1
  }

  /// The sentences about the state and its cause, and those about the time.
  private func sentences(_ language: Language) -> (reasons: [String], times: [String]) {
    let all = store.sentences(why, now: now, language: language).map(\.text)
    var timeless = why
    timeless.path = nil
    let reasons = store.sentences(timeless, now: now).count
    return (Array(all.prefix(reasons)), Array(all.dropFirst(reasons)))
  }

  /// The answer as JSON.
  public var json: String {
    let (reasons, times) = sentences(.english)
    let value: JSON = [
      "schema": "promisescope.why", "version": 1, "source": source,
      "promise": PromiseJSON.json(why.promise, in: store), "reason": reason,
      "path": why.path.map { PromiseJSON.json($0) }, "sentences": reasons + times,
      "findings": findings.map { PromiseJSON.json($0) },
      "promises": mentioned.map { PromiseJSON.json($0, in: store) },
    ]
    return value.text
  }

  private var reason: JSON {
    switch why.reason {
    case .unknown: ["kind": "unknown"]
    case .pending(let chain): ["kind": "pending", "waits": chain.links.map(json), "leaf": json(chain.leaf)]
    case .fulfilled(let steps): ["kind": "fulfilled", "steps": steps.map(json)]
    case .rejected(let path): .merged(["kind": "rejected"], json(path))
    case .canceled(let path, let cancellation):
      .merged(
        ["kind": "canceled"], json(path),
        [
          "requested": PromiseJSON.id(cancellation.requested), "requestedBy": PromiseJSON.id(cancellation.by),
          "upstream": cancellation.upstream,
        ])
    }
  }

  private func json(_ path: RejectionPath) -> JSON {
    var (fate, handler): (JSON, JSON) = ("open", nil)
    switch path.fate {
    case .handled(let by): (fate, handler) = ("handled", PromiseJSON.id(by ?? 0))
    case .unhandled: fate = "unhandled"
    case .open: fate = "open"
    case .unknown: fate = "unknown"
    }
    return [
      "origin": PromiseJSON.id(path.origin), "complete": path.isComplete, "steps": path.steps.map(json),
      "after": path.after.map(json), "fate": fate, "handler": handler,
    ]
  }

  private func json(_ link: WaitLink) -> JSON {
    var members: [JSON.Member] = [.init("promise", link.promise)]
    switch link.wait {
    case .derived: members.append(.init("wait", "derived"))
    case .adopted: members.append(.init("wait", "adopted"))
    case .awaited: members.append(.init("wait", "awaited"))
    case .input(let open, let count, let isEnough):
      members += [
        .init("wait", isEnough ? "any input" : "all inputs"), .init("open", open), .init("inputs", count),
      ]
    case nil: members.append(.init("wait", JSON.null))
    }
    if link.wait != nil, let deadline = store.deadline(of: link.promise) {
      members.append(.init("remaining", remaining(deadline - store.lastTime)))
    }
    return .object(members)
  }

  /// What is left now of a time that was left at the latest event.
  private func remaining(_ time: Int64) -> Int64 { max(0, time - ((now ?? store.lastTime) - store.lastTime)) }

  private func json(_ leaf: WaitLeaf) -> JSON {
    switch leaf {
    case .settled: ["kind": "settled"]
    case .dropped: ["kind": "resolver dropped"]
    case .cycle(let first): ["kind": "cycle", "promise": first]
    case .emptyCombinator: ["kind": "empty combinator"]
    case .resolver: ["kind": "resolver held"]
    case .lazy: ["kind": "lazy"]
    case .paused: ["kind": "paused"]
    case .unrecorded: ["kind": "unrecorded"]
    case .queued(let behind): ["kind": "queued", "promise": PromiseJSON.id(behind ?? 0)]
    case .running(let since): ["kind": "running", "since": since]
    case .timer(let since, let remaining):
      ["kind": "timer", "since": since, "remaining": remaining.map(self.remaining)]
    case .unknown: ["kind": "unknown"]
    }
  }

  private func json(_ step: OutcomeStep) -> JSON {
    var other: PromiseID = 0
    let kind: JSON
    switch step.kind {
    case .resolver: kind = "resolver"
    case .returned: kind = "returned"
    case .threw: kind = "threw"
    case .threwWhileHandling(let source): (kind, other) = ("threw while handling", source)
    case .timeout: kind = "timeout"
    case .combined: kind = "combined"
    case .noHandler: kind = "no handler"
    case .timer: kind = "timer"
    case .handedOn: kind = "handed on"
    case .rethrew: kind = "rethrew"
    case .adopted: kind = "adopted"
    case .input: kind = "input"
    case .unrecorded: kind = "unrecorded"
    }
    return ["promise": step.promise, "kind": kind, "other": PromiseJSON.id(other)]
  }

  /// The promises that the answer names, each once, at most 256.
  private var mentioned: [PromiseID] {
    var ids: [PromiseID] = []
    switch why.reason {
    case .unknown: break
    case .pending(let chain): ids = chain.links.map(\.promise)
    case .fulfilled(let steps): ids = steps.map(\.promise)
    case .rejected(let path), .canceled(let path, _):
      ids = (path.steps + path.after).map(\.promise)
      if case .handled(let by?) = path.fate { ids.append(by) }
    }
    ids += why.path?.segments.flatMap { [$0.promise, $0.other] } ?? []
    var seen: Set<PromiseID> = [0]
    return Array(ids.filter { seen.insert($0).inserted }.prefix(256))
  }
}
