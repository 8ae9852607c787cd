// The answer to "why" in words. Owns the wording, for the screen and the commands alike. Finds nothing out: it only reads the answer's data
// and looks up names.

import ChainModel
import PlainText
import PromiseTrace

/// One sentence of an answer, and the promise that it is about.
public struct WhySentence: Sendable, Equatable {
  /// The promise to show with it; 0 for a sentence about several.
  public var promise: PromiseID
  /// The sentence, without a period, safe to print.
  public var text: String

  init(_ promise: PromiseID, _ text: String) { (self.promise, self.text) = (promise, text) }
}

extension ChainStore {
  /// An answer in sentences: the state first, then its cause, step by step.
  ///
  /// - Parameters:
  ///   - why: The answer, from this store.
  ///   - now: The current moment; nil for the time of the latest event.
  ///   - limit: The maximum number of steps of one path to name; the middle of a longer one is only counted.
  /// - Returns: The sentences, in the order in which to read them; at least one.
  public func sentences(_ why: Why, now: Int64? = nil, limit: Int = 12) -> [WhySentence] {
    var speech = WhySpeech(store: self, now: now ?? lastTime, limit: max(4, limit))
    speech.state(why)
    switch why.reason {
    case .unknown: speech.say(why.promise, "Events about it were lost, so what became of it is not known")
    case .pending(let chain): speech.pending(chain)
    case .fulfilled(let steps): speech.steps(steps, of: "value")
    case .rejected(let path): speech.rejection(path)
    case .canceled(let path, let cancellation): speech.cancellation(path, cancellation)
    }
    if let path = why.path { speech.path(path) }
    return speech.sentences
  }
}

/// Collects sentences.
private struct WhySpeech {
  let store: ChainStore
  let now: Int64
  let limit: Int
  private(set) var sentences: [WhySentence] = []

  init(store: ChainStore, now: Int64, limit: Int) {
    (self.store, self.now, self.limit) = (store, max(0, now), limit)
  }

  mutating func say(_ promise: PromiseID, _ text: String) { sentences.append(WhySentence(promise, text)) }

  private func name(_ id: PromiseID) -> String { store.nameInSentence(id) }

  /// ` at App/Loader.swift:41`, or nothing.
  private func location(_ id: PromiseID) -> String {
    guard let site = store.facts(id).flatMap(store.nodeSite) else { return "" }
    return " at \(Escaping.line(site.file)):\(site.line)"
  }

  // MARK: State

  mutating func state(_ why: Why) {
    let name = name(why.promise)
    let total = why.path.map { DurationText.of($0.total) }
    switch why.state {
    case .pending, .running, .waiting: say(why.promise, "\(name) has been pending for \(total ?? "an unknown time")")
    case .leaked: say(why.promise, "\(name) was freed while pending, so it can never settle")
    case .unknown: say(why.promise, "\(name) is in an unknown state")
    case .fulfilled: say(why.promise, "\(name) was fulfilled" + (total.map { " after \($0)" } ?? ""))
    case .cancelled: say(why.promise, "\(name) was canceled" + (total.map { " after \($0)" } ?? ""))
    case .rejected, .unhandled:
      let error = store.errorInSentence(why.promise).map { " with \($0)" } ?? ""
      say(why.promise, "\(name) was rejected\(error)" + (total.map { " after \($0)" } ?? ""))
    }
  }

  // MARK: Pending

  mutating func pending(_ chain: WaitChain) {
    for (index, link) in elided(chain.links) {
      guard let link, index + 1 < chain.links.count else {
        if link == nil { say(0, "… \(counted(chain.links.count - limit, "more promise")) wait for each other …") }
        continue
      }
      let next = chain.links[index + 1].promise
      let limit = store.deadline(of: link.promise).map { ", for another \(DurationText.of(max(0, $0 - now))) at most" }
      say(link.promise, "\(name(link.promise)) \(wait(link.wait)) \(name(next))\(limit ?? "")")
    }
    leaf(chain)
  }

  private func wait(_ kind: WaitKind?) -> String {
    switch kind {
    case .derived: "derives from and waits for"
    case .adopted: "was resolved with and waits for"
    case .input(let open, let count, true):
      "waits for any of its \(counted(count, "input")), \(open) pending, among them"
    case .input(let open, let count, false): "waits for \(open) of its \(counted(count, "input")), among them"
    case nil: "waits for"
    }
  }

  private mutating func leaf(_ chain: WaitChain) {
    let id = chain.links.last?.promise ?? 0
    let name = name(id) + location(id)
    switch chain.leaf {
    case .settled: say(id, "\(name) is settled")
    case .dropped: say(id, "\(name) was freed while pending: its resolver was dropped, so nothing can settle it")
    case .cycle(let first):
      say(id, "\(name) waits for \(self.name(first)), which waits for it: none of them can settle")
    case .emptyCombinator: say(id, "\(name) has no inputs, so nothing can settle it")
    case .resolver: say(id, "\(name) has not been settled: its resolver is still held and has not been called")
    case .lazy: say(id, "\(name) has not been started: its body runs when something asks for its value")
    case .paused: say(id, "\(name) is paused")
    case .unrecorded: say(id, "\(name) waits for something that the log does not record")
    case .queued(let behind):
      let queue = store.facts(id).flatMap { store.texts[$0.queue] }.map { " on \(Escaping.line($0))" } ?? ""
      let body = behind.map { " behind the body of \(self.name($0))\(location($0))" } ?? ""
      say(id, "\(name) has its body queued\(queue)\(body)")
    case .running(let since): say(id, "\(name) has its body running, for \(DurationText.of(now - since))")
    case .timer(let since, let remaining):
      say(id, "\(name) waits for a timer, for \(DurationText.of(now - since))\(rest(remaining))")
    case .unknown: say(id, "What \(name) waits for is not known, because events were lost or are no longer kept")
    }
  }

  /// `, 25.0 s left`, or nothing if the log does not have the timer's duration.
  private func rest(_ remaining: Int64?) -> String {
    guard let remaining else { return "" }
    let left = remaining - (now - store.lastTime)
    return left < 0 ? ", which is \(DurationText.of(-left)) late" : ", \(DurationText.of(left)) left"
  }

  // MARK: Outcomes

  mutating func steps(_ steps: [OutcomeStep], of outcome: String) {
    for (index, step) in elided(steps) {
      guard let step else {
        say(0, "… \(counted(steps.count - limit, "more promise")) passed it on …")
        continue
      }
      say(step.promise, sentence(step, of: outcome, isFirst: index == 0))
    }
  }

  private func sentence(_ step: OutcomeStep, of outcome: String, isFirst: Bool) -> String {
    let name = name(step.promise) + location(step.promise)
    switch step.kind {
    case .resolver: return "The \(outcome) came from \(name): \(resolution(step.promise))"
    case .returned: return "The \(outcome) came from \(name): its body returned it"
    case .threw: return "The \(outcome) came from \(name): its body threw it"
    case .threwWhileHandling(let source):
      return "The \(outcome) came from \(name): its handler threw it while handling the error of \(self.name(source))"
    case .timeout: return "The \(outcome) came from \(name): its time ran out"
    case .combined: return "The \(outcome) came from \(name): it combined its inputs"
    case .noHandler:
      return outcome == "value"
        ? "\(name) passed it on: it has no handler for values" : "\(name) passed it on: it has no rejection handler"
    case .timer: return "\(name) passed it on when its timer was up"
    case .handedOn: return "\(name) passed it on: its handler ran and handed it on"
    case .rethrew: return "\(name) passed it on: its handler ran and threw an error of the same type and description"
    case .adopted: return "\(name) took it over from the promise that it was resolved with"
    case .input: return "\(name) took it over: one of its inputs decided"
    case .unrecorded: return "\(name) has it; the log does not record from where"
    }
  }

  private func resolution(_ id: PromiseID) -> String {
    guard let facts = store.facts(id) else { return "its resolver settled it" }
    if facts.isCancelRequested, facts.state == .cancelled { return "its cancellation was requested" }
    switch store.texts[facts.operation] {
    case "value", "error": return "it was created settled"
    default: return "its resolver settled it"
    }
  }

  mutating func rejection(_ path: RejectionPath) {
    if !path.isComplete {
      say(0, "Where the error came from is not known, because events were lost or are no longer kept")
    }
    steps(path.steps, of: "error")
    steps(path.after, of: "error")
    switch path.fate {
    case .handled(let by?):
      let isCombinator = store.facts(by)?.hasInputs == true
      say(
        by,
        "\(name(by))\(location(by)) " + (isCombinator ? "took it as the rejection of one of its inputs" : "handled it")
      )
    case .handled(nil): say(0, "An observer or an await handled it")
    case .unhandled:
      say(path.after.last?.promise ?? path.steps.last?.promise ?? 0, "No handler took it: it is unhandled")
    case .open: say(path.after.last?.promise ?? path.steps.last?.promise ?? 0, "No handler has taken it so far")
    case .unknown: say(0, "Whether a handler took it is not known, because events were lost or are no longer kept")
    }
  }

  mutating func cancellation(_ path: RejectionPath, _ cancellation: Cancellation) {
    if cancellation.requested == 0 {
      say(path.origin, "No cancellation was requested: the program rejected with a cancellation")
    } else {
      let by =
        cancellation.by == 0
        ? "by code outside of any body" : "in the body of \(name(cancellation.by))\(location(cancellation.by))"
      say(cancellation.requested, "The cancellation of \(name(cancellation.requested)) was requested \(by)")
    }
    if let source = cancellation.upstream.last {
      let between = cancellation.upstream.count - 1
      let through = between > 0 ? ", through \(counted(between, "promise"))" : ""
      say(
        source, "It spread upstream to \(name(source))\(location(source))\(through), because nothing else waited for it"
      )
    }
    steps(path.steps, of: "cancellation")
  }

  // MARK: Times

  mutating func path(_ path: CriticalPath) {
    guard path.total > 0 else { return }
    // The longest segments explain the time; the others are summed up.
    let shown = Set(
      path.segments.indices.sorted { path.segments[$0].duration > path.segments[$1].duration }.prefix(limit))
    var rest: (count: Int, time: Int64) = (0, 0)
    for (index, segment) in path.segments.enumerated() {
      if shown.contains(index) {
        let share = NumberText.percent(Double(segment.duration) / Double(path.total)).map { " (\($0))" } ?? ""
        say(segment.promise, "\(DurationText.of(segment.duration))\(share): \(self.segment(segment))")
      } else {
        rest = (rest.count + 1, rest.time + segment.duration)
      }
    }
    if rest.count > 0 { say(0, "\(DurationText.of(rest.time)): \(counted(rest.count, "shorter segment"))") }
  }

  private func segment(_ segment: PathSegment) -> String {
    let name = name(segment.promise) + location(segment.promise)
    switch segment.kind {
    case .waiting:
      if segment.promise == 0 { return "outside of promises" }
      return segment.other == 0 ? "\(name) waited" : "\(name) waited for \(self.name(segment.other))"
    case .queued:
      let queue =
        store.facts(segment.promise).flatMap { store.texts[$0.queue] }.map { " on \(Escaping.line($0))" } ?? ""
      let behind = segment.other == 0 ? "" : " behind the body of \(self.name(segment.other))\(location(segment.other))"
      return "\(name) was queued\(queue)\(behind)"
    case .running: return "the body of \(name) ran"
    case .inFlight: return "\(name) was in flight"
    case .timer: return "the timer of \(name) ran"
    }
  }

  /// The elements with their indices; of a long list, the first and last ones, with nil for those between.
  private func elided<Element>(_ list: [Element]) -> [(Int, Element?)] {
    guard list.count > limit else { return list.enumerated().map { ($0.offset, $0.element) } }
    let half = limit / 2
    let head = (0..<half).map { ($0, Optional(list[$0])) }
    let tail = ((list.count - (limit - half))..<list.count).map { ($0, Optional(list[$0])) }
    return head + [(half, nil)] + tail
  }
}
