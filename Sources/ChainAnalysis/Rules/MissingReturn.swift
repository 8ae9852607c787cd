// missing-return: a handler that started a chain and did not return it.

import ChainModel
import PlainText
import PromiseTrace

extension Rule {
  /// A handler that started a chain and did not return it.
  public static let missingReturn = Rule(
    "missing-return", .warning, .misuse,
    "A handler started a chain of promises but returned nothing, so the next step did not wait for the chain.",
    advice: Text(
      "Return the promise from the handler, so that the next step waits for it and receives its error.",
      "从处理函数中返回这个 Promise，下一步才会等待它并收到它的错误。"))
}

struct MissingReturn: RuleCheck {
  static var rules: [Rule] { [.missingReturn] }
  static var events: [WatchedEvent] {
    [.init(.finished)]
  }

  private var notReturned = Candidates<Proof>()

  mutating func watch(_ event: Event, _ watches: inout Watches, _ store: ChainStore) {
    guard event.outcome == .void, store.hasOnlyInside(event.promise) else { return }
    store.forEachOnlyInside(event.promise) { notReturned.insert(Proof(event, other: $0)) }
  }

  func candidates(_ watches: Watches) -> CandidateCount { notReturned.count }

  func find(_ report: inout FindingsCollector) {
    let store = report.store
    for proof in notReturned.all {
      guard let handler = store.facts(proof.promise), handler.from != 0, isObserved(handler.id, store),
        !store.traits(handler).contains(.aside)
      else { continue }
      guard let first = store.facts(proof.other), first.isOnlyInside, first.inside == handler.id else { continue }
      guard let last = endOfChain(first, store), isForgotten(last, after: handler, store) else { continue }
      guard report.run.isWhole(from: handler.created, to: last.released) else { continue }
      report.add(
        .missingReturn, handler, time: proof.time, known: last.released ?? last.settled,
        evidence: first.id == last.id ? [last.id] : [first.id, last.id], events: [proof.event]
      ) {
        let (name, started) = (store.nameInSentence(handler.id), store.nameInSentence(first.id))
        return FindingText(
          "the handler of \(name) created \(started) and returned nothing, so the next step did not wait for it",
          "\(name) 的处理函数创建了 \(started) 却没有返回它，因此下一步没有等待它")
      }
    }
  }

  private func isObserved(_ id: PromiseID, _ store: ChainStore) -> Bool {
    var isObserved = false
    store.forEachDependent(of: id, limit: 64) { _, kind, sides in
      // Node does not tell which handlers a `then` has.
      isObserved = kind != .derived || !sides.isDisjoint(with: [.fulfilled, .unknown])
      return !isObserved
    }
    return isObserved
  }

  /// The last promise of a chain without branches; nil if the chain has branches or anything else waits for it.
  private func endOfChain(_ first: NodeFacts, _ store: ChainStore) -> NodeFacts? {
    var current = first
    for _ in 0..<1_000 {
      var (next, count, isUsed) = (PromiseID(0), 0, false)
      store.forEachDependent(of: current.id, limit: 2) { dependent, kind, _ in
        count += 1
        next = dependent
        isUsed = isUsed || kind != .derived
        return true
      }
      if isUsed || count > 1 { return nil }
      guard count == 1 else { return current }
      guard let facts = store.facts(next) else { return nil }
      current = facts
    }
    return nil
  }

  /// Whether nothing waits for the end of a chain and nothing keeps it, although the step after the handler did not wait for it either.
  private func isForgotten(_ last: NodeFacts, after handler: NodeFacts, _ store: ChainStore) -> Bool {
    // `done` ends a chain, but leaves its errors to the code that waits for it.
    if store.traits(last).contains(.ending), store.texts[last.operation] != "done" { return false }
    // What was settled before the handler returned made nothing wait.
    guard let end = handler.finished,
      last.state == .leaked || (last.settled ?? .max) > end || last.settled == end && last.started != nil
    else {
      return false
    }
    switch (last.settled, last.released) {
    // Freed immediately: the resolver or body was the last owner. A promise that is kept for later is freed later, or not at all.
    case (let settled?, let released?): return released - settled < max(1_000_000, (settled - last.created) / 10)
    case (nil, .some): return last.state == .leaked
    case (let settled?, nil): return !store.runtime.reportsRelease && store.isEnded && settled > end
    default: return false
    }
  }
}
