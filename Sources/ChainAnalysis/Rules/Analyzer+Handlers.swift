// Rules about single handlers and values: second settlements, forgotten returns, unused values, needless promises.

import ChainModel
import PlainText
import PromiseTrace

extension Analyzer {
  func findHandlers(_ report: inout FindingsCollector) {
    findSettledTwice(&report)
    findMissingReturns(&report)
    findLostResults(&report)
    findNeedless(&report)
  }

  // MARK: settled-twice

  private func findSettledTwice(_ report: inout FindingsCollector) {
    let (store, language) = (report.store, report.language)
    for proof in ignored.all {
      guard let facts = store.facts(proof.promise), facts.state != .cancelled, !facts.isCancelRequested else {
        continue
      }
      report.add(
        .settledTwice, facts, time: proof.time,
        evidence: proof.other == 0 || proof.other == facts.id ? [] : [proof.other],
        events: [proof.event]
      ) {
        let name = store.nameInSentence(facts.id)
        let state =
          facts.settled == nil
          ? language("waits for the promise that it was resolved with", "正在等待它采用的 Promise")
          : facts.isRejected
            ? language("had already been rejected", "已被拒绝") : language("had already been fulfilled", "已兑现")
        return language(
          "\(name) \(state) when code tried to settle it a second time; the attempt was ignored",
          "\(name) \(state)，代码却试图再次敲定它；这次尝试被忽略")
      }
    }
  }

  // MARK: missing-return

  private func findMissingReturns(_ report: inout FindingsCollector) {
    let (store, language) = (report.store, report.language)
    for proof in notReturned.all {
      guard let handler = store.facts(proof.promise), handler.from != 0, isObserved(handler.id, store),
        !store.traits(handler).contains(.aside)
      else { continue }
      guard let first = store.facts(proof.other), first.isOnlyInside, first.inside == handler.id else { continue }
      guard let last = endOfChain(first, store), isForgotten(last, after: handler, store) else { continue }
      guard gaps.isWhole(from: handler.created, to: last.released ?? store.lastTime) else { continue }
      report.add(
        .missingReturn, handler, time: proof.time, known: last.released ?? last.settled,
        evidence: first.id == last.id ? [last.id] : [first.id, last.id],
        events: [proof.event]
      ) {
        let (name, started) = (store.nameInSentence(handler.id), store.nameInSentence(first.id))
        return language(
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

  // MARK: lost-result

  private func findLostResults(_ report: inout FindingsCollector) {
    let (store, language) = (report.store, report.language)
    // Code asked for these values, and was not allowed to wait for them.
    let refused = Set(deadlocks.all.map(\.promise))
    for id in unused.all where !refused.contains(id) {
      guard let facts = store.facts(id) else { continue }
      let value = store.texts[facts.text]
      if value == "()" || value == "Void" { continue }
      guard store.traits(facts).isOrdinary, let settled = facts.settled else { continue }
      guard gaps.isWhole(from: facts.created, to: facts.released ?? store.lastTime) else { continue }
      // A handler that returned nothing passes on the value of its parent.
      guard facts.cause != .returned || facts.via == 0 else { continue }
      report.add(.lostResult, facts, time: settled, known: facts.released) {
        let (name, text) = (store.nameInSentence(id), value.map { Escaping.line($0) })
        return language(
          "no handler asked for the value of \(name)\(text.map { ": \($0)" } ?? "")",
          "没有处理函数使用 \(name) 的值\(text.map { "：\($0)" } ?? "")")
      }
    }
  }

  // MARK: needless-promise

  private func findNeedless(_ report: inout FindingsCollector) {
    let (store, language) = (report.store, report.language)
    for proof in needless.all {
      guard let facts = store.facts(proof.promise), facts.from == 0, !facts.isPlaceholder else { continue }
      if proof.other != 0 {
        guard let inner = store.facts(proof.other) else { continue }
        report.add(.needlessPromise, facts, time: proof.time, evidence: [inner.id], events: [proof.event]) {
          let (name, inside) = (store.nameInSentence(facts.id), store.nameInSentence(inner.id))
          return language(
            "\(name) only wraps \(inside), which could be returned itself", "\(name) 只是包装了 \(inside)，直接返回后者即可")
        }
      } else if let started = facts.started, let finished = facts.finished,
        // Getting the body to run took at least as long as running it.
        finished - started < max(1_000_000, started - (facts.enqueued ?? started))
      {
        report.add(.needlessPromise, facts, time: proof.time, events: [proof.event]) {
          let name = store.nameInSentence(facts.id)
          return language(
            "the body of \(name) settled it at once, so Promise(value) would do",
            "\(name) 的函数体立即敲定了它，用 Promise(value) 即可")
        }
      }
    }
  }
}
