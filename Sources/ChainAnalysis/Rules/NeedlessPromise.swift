// needless-promise: a promise that wraps a value or another promise.

import ChainModel
import PlainText
import PromiseTrace

extension Rule {
  /// A promise that wraps a value or another promise.
  public static let needlessPromise = Rule(
    "needless-promise", .note, .note, "A promise was created around a value or a promise that existed already.",
    advice: Text("Return the existing promise, or use Promise(value).", "直接返回已有的 Promise，或使用 Promise(value)。"),
    words: { runtime, _ in runtime.words.reuse })
}

struct NeedlessPromise: RuleCheck {
  static var rules: [Rule] { [.needlessPromise] }
  static var events: [WatchedEvent] {
    [.init(.fulfilled, isInBody: true), .init(.rejected, isInBody: true)]
  }

  /// Promises that wrap a value, and those that wrap another promise.
  private var needless = Candidates<Proof>()

  mutating func watch(_ event: Event, _ watches: inout Watches, _ store: ChainStore) {
    guard event.cause == .resolver else { return }
    if event.context == event.promise {
      needless.insert(Proof(event, other: 0))
    } else if let handler = store.facts(event.context), handler.from != 0,
      handler.inside == event.promise || isWrapper(event.promise, of: handler, store)
    {
      needless.insert(Proof(event, other: handler.from))
    }
  }

  /// Whether a promise without a body passes on what a handler receives that the same code registered for both outcomes, right after it created
  /// the promise.
  private func isWrapper(_ promise: PromiseID, of handler: NodeFacts, _ store: ChainStore) -> Bool {
    guard handler.sides.contains([.fulfilled, .rejected]), let facts = store.facts(promise), facts.from == 0,
      facts.started == nil, facts.enqueued == nil, !facts.hasInputs, facts.inside == handler.inside,
      let source = store.facts(handler.from)
    else { return false }
    return facts.site.isInSameFunction(as: handler.site) && facts.created <= source.created
  }

  func candidates(_ watches: Watches) -> CandidateCount { needless.count }

  func find(_ report: inout FindingsCollector) {
    let store = report.store
    for proof in needless.all {
      guard let facts = store.facts(proof.promise), facts.from == 0, !facts.isPlaceholder else { continue }
      if proof.other != 0 {
        guard let inner = store.facts(proof.other) else { continue }
        report.add(.needlessPromise, facts, time: proof.time, evidence: [inner.id], events: [proof.event]) {
          let (name, inside) = (store.nameInSentence(facts.id), store.nameInSentence(inner.id))
          return FindingText(
            "\(name) only wraps \(inside), which could be returned itself", "\(name) 只是包装了 \(inside)，直接返回后者即可")
        }
      } else if let started = facts.started, let finished = facts.finished,
        // Getting the body to run took at least as long as running it.
        finished - started < max(1_000_000, started - (facts.enqueued ?? started))
      {
        report.add(.needlessPromise, facts, time: proof.time, events: [proof.event]) {
          let name = store.nameInSentence(facts.id)
          return FindingText(
            "the body of \(name) settled it at once, so Promise(value) would do",
            "\(name) 的函数体立即敲定了它，用 Promise(value) 即可")
        }
      }
    }
  }
}
