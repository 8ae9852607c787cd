// Rules about calls of async functions that nothing waited for: floating-promise and missing-await.
//
// Owns what a log can prove. It has the call (a promise with the function's own name for its kind), its caller (the body that ran then),
// every use of the promise (a reaction, an `awaiting`, an adoption), and who waits for the caller. It does not have the values that a
// program computes, so "too early" means: whatever waited for the caller went on while the call still ran.

import ChainModel
import PlainText
import PromiseTrace

extension Analyzer {
  /// Collects the calls that a body leaves behind when it ends.
  mutating func collectCalls(of caller: Event, _ store: ChainStore) {
    guard isCallUsed, store.hasOnlyInside(caller.promise) else { return }
    var left: [PromiseID] = []
    store.forEachOnlyInside(caller.promise) { if store.isOpen($0) { left.append($0) } }
    for id in left { addCall(id, caller, store) }
  }

  /// Collects a call whose promise was rejected before anything used it.
  mutating func collectCall(rejected event: Event, _ store: ChainStore) {
    guard isCallUsed, let facts = store.facts(event.promise), !facts.hasReaction else { return }
    addCall(event.promise, event, store)
  }

  private mutating func addCall(_ id: PromiseID, _ event: Event, _ store: ChainStore) {
    guard operators.traits(store.operation(of: id), store.texts).contains(.call),
      !isProcess(store.facts(id)?.inside ?? 0)
    else { return }
    calls.prune { store.facts($0.promise)?.hasReaction ?? true }
    calls.insert(Proof(promise: id, other: 0, event: event.sequence, time: event.time))
  }

  // MARK: floating-promise, missing-await

  /// - Returns: The promises whose rejections are explained.
  func findCalls(_ report: inout FindingsCollector) -> Set<PromiseID> {
    var (explained, seen) = (Set<PromiseID>(), Set<PromiseID>())
    for proof in calls.all where seen.insert(proof.promise).inserted {
      let store = report.store
      guard let call = store.facts(proof.promise), let caller = store.facts(call.inside), isUnused(call, store) else {
        continue
      }
      // What still runs may be awaited later.
      guard call.settled != nil || store.isEnded, gaps.isWhole(from: call.created, to: call.settled ?? store.lastTime)
      else { continue }
      let isRejected = call.isRejected && call.state != .cancelled && !store.rejection(of: call.id).isHandled
      if !isRejected, detached.contains(call.origin) { continue }
      let end = caller.finished ?? caller.settled
      let isLate = end.map { (call.settled ?? .max) > $0 } ?? false
      if isLate, let waiter = firstDependent(of: caller.id, store) {
        if isRejected { explained.insert(call.id) }
        reportMissingAwait(call, caller, waiter, isRejected, proof, &report)
      } else if isRejected || isLate {
        if isRejected { explained.insert(call.id) }
        reportFloating(call, caller, isRejected, proof, &report)
      }
    }
    return explained
  }

  private func reportMissingAwait(
    _ call: NodeFacts, _ caller: NodeFacts, _ waiter: PromiseID, _ isRejected: Bool, _ proof: Proof,
    _ report: inout FindingsCollector
  ) {
    let (store, language) = (report.store, report.language)
    let evidence = [caller.id, waiter].filter { $0 != 0 }
    report.add(.missingAwait, call, time: caller.finished ?? proof.time, evidence: evidence, events: [proof.event]) {
      let (name, body) = (store.nameInSentence(call.id), store.nameInSentence(caller.id))
      let late =
        (call.settled.flatMap { end in caller.finished.map { DurationText.of(end - $0) } }).map {
          language("\($0) before it was done", "比它早 \($0) ")
        } ?? language("although it was never done", "而它始终没有完成，自己")
      let error = isRejected ? store.errorInSentence(call.id) : nil
      return language(
        "\(body) called \(name) without awaiting it, and ended \(late)"
          + (isRejected ? "; its rejection\(error.map { " with \($0)" } ?? "") was lost" : ""),
        "\(body) 调用了 \(name) 却没有等待它，\(late)就结束了"
          + (isRejected ? "；它的拒绝\(error.map { "（\($0)）" } ?? "")丢失了" : ""))
    }
  }

  private func reportFloating(
    _ call: NodeFacts, _ caller: NodeFacts, _ isRejected: Bool, _ proof: Proof, _ report: inout FindingsCollector
  ) {
    let (store, language) = (report.store, report.language)
    let time = isRejected ? call.settled ?? proof.time : proof.time
    report.add(
      .floatingPromise, call, severity: isRejected ? .error : .note, time: time, evidence: [caller.id],
      events: [proof.event]
    ) {
      let (name, body) = (store.nameInSentence(call.id), store.nameInSentence(caller.id))
      let error = store.errorInSentence(call.id)
      return isRejected
        ? language(
          "\(body) called \(name) and did not use its promise, which was rejected\(error.map { " with \($0)" } ?? "")",
          "\(body) 调用了 \(name) 却没有使用它的 Promise，后者被拒绝\(error.map { "，错误为 \($0)" } ?? "")")
        : language(
          "\(body) called \(name), did not use its promise, and ended before it",
          "\(body) 调用了 \(name)，没有使用它的 Promise，并先于它结束")
    }
  }

  /// Whether nothing has ever asked for the outcome of a call.
  private func isUnused(_ call: NodeFacts, _ store: ChainStore) -> Bool {
    !call.hasReaction && !call.isPlaceholder && store.isUnadopted(call.id)
      && firstDependent(of: call.id, store) == nil && !store.awaits(call.inside, call.id)
  }

  /// A promise that waits, or waited, for another; 0 for an observer, nil if nothing does.
  private func firstDependent(of id: PromiseID, _ store: ChainStore) -> PromiseID? {
    var first: PromiseID?
    store.forEachDependent(of: id, limit: 1) { dependent, _, _ in
      first = dependent
      return false
    }
    return first
  }
}
