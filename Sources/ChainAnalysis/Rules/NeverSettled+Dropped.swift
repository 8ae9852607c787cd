// Who dropped the last resolver of a promise: the line to mend is there, and not where the promise was created.

import ChainModel
import PlainText
import PromiseTrace

extension NeverSettled {
  /// What dropped the last resolver of a promise, and where that can be mended.
  struct Drop {
    /// The promise at whose call site the finding stands, and that call site, if it is not the one that created it.
    var place: NodeFacts
    var site: Site?
    /// The end of a sentence about the promise.
    var sentence: FindingText
  }

  static let dropAdvice = Text(
    "Settle it there, also when the work fails, before its last resolver is dropped.",
    "在最后一个 resolver 被丢弃之前，在那里敲定它，包括操作失败时。")

  /// What dropped the last resolver of a promise; nil if the log does not say, or if that was the code that created the promise.
  func drop(of facts: NodeFacts, _ proof: Proof, _ run: RunView) -> Drop? {
    let store = run.store
    let others = run.watches.settlements.settlements(of: facts.site).all.filter {
      $0.promise != facts.id && store.origin(of: $0.promise) == facts.origin
    }
    guard proof.other != 0 else { return cleanup(of: facts, proof, others, store) }
    guard proof.other != facts.id, proof.other != facts.inside, let body = store.facts(proof.other), body.site.line > 0
    else { return nil }
    // The others that bodies like this one settled: this one left out the call.
    let alike = others.filter { $0.settler != 0 && store.origin(of: $0.settler) == body.origin }
    let call = alike.last.map { store.settleSite(of: $0.promise) }.flatMap { $0.line > 0 ? $0 : nil }
    // A body may free other code, such as a handler that it settled the promise of, and with it a resolver that it knows nothing of.
    let isNear =
      body.site.isInSameFunction(as: facts.site)
      || others.contains { store.settleSite(of: $0.promise).isInSameFunction(as: body.site) }
    guard isNear || call != nil else { return nil }
    let (name, code) = (store.nameInSentence(body.id), store.codeInSentence(body.id))
    let error = body.cause == .threw ? store.errorInSentence(body.id) : nil
    let place = call.flatMap(store.placeInSentence)
    return Drop(
      place: body, site: call,
      sentence: FindingText("the \(code) of \(name)", "\(name) 的\(code)")
        + (error.map { FindingText(", which threw \($0),", "（抛出了 \($0)）") } ?? .empty)
        + FindingText(" dropped its last resolver", "丢弃了它的最后一个 resolver")
        + (place.map { FindingText("; it settles others at \($0)", "；它在 \($0) 敲定其他的") } ?? .empty))
  }

  /// The call that rejected others from the same call site in the same moment, as code does that cleans up, outside of all bodies.
  private func cleanup(
    of facts: NodeFacts, _ proof: Proof, _ others: [SettlementWatch.Entry], _ store: ChainStore
  ) -> Drop? {
    let near = others.first { other in
      let (first, last) = (min(other.sequence, proof.event), max(other.sequence, proof.event))
      guard other.settler == 0, last - first <= 8, let rejected = store.facts(other.promise), rejected.isRejected else {
        return false
      }
      return abs((rejected.settled ?? .max) - proof.time) <= 1_000_000 && store.settleSite(of: other.promise).line > 0
    }
    guard let near, let place = store.placeInSentence(store.settleSite(of: near.promise)) else { return nil }
    let name = store.nameInSentence(near.promise)
    return Drop(
      place: facts, site: store.settleSite(of: near.promise),
      sentence: FindingText(
        "its last resolver was dropped while \(name) was rejected at \(place)",
        "它的最后一个 resolver 在 \(name) 于 \(place) 被拒绝时被丢弃"))
  }
}
