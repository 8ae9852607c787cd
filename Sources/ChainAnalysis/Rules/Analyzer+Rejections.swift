// Rules about errors: which rejections no handler took, which handlers may have swallowed one, which promises were resolved with themselves.

import ChainModel
import PlainText
import PromiseTrace

extension Analyzer {
  /// - Parameters:
  ///   - report: Receives the findings.
  ///   - floating: The promises that carried a rejection last, and have a finding already.
  func findRejections(_ report: inout FindingsCollector, besides floating: Set<PromiseID>) {
    let cycles = findResolutionErrors(&report)
    findUnhandled(&report, besides: cycles, floating)
    findSwallowed(&report, besides: cycles)
  }

  // MARK: unhandled-rejection

  private func findUnhandled(
    _ report: inout FindingsCollector, besides explained: Set<PromiseID>, _ floating: Set<PromiseID>
  ) {
    let (store, language) = (report.store, report.language)
    // By the promise where the error originated: the last promise that carried the rejection.
    var seen: Set<PromiseID> = []
    // An adapter reports each branch of a rejection: a handler on one branch does not keep the program from ending because of another one.
    func add(_ freed: PromiseID, known: Int64, isReportedBranch: Bool = false) {
      guard !floating.contains(freed) else { return }
      // The last one to be freed may be any of those that carried it.
      let id = isReportedBranch ? freed : store.lastCarrier(of: freed)
      guard let carrier = store.facts(id) else { return }
      let rejection = store.rejection(of: id)
      guard isReportedBranch || !rejection.isHandled, let origin = store.facts(rejection.origin) ?? Optional(carrier),
        seen.insert(origin.id).inserted, !explained.contains(origin.id)
      else { return }
      report.add(
        .unhandledRejection, origin, at: end(of: carrier, store), row: id,
        time: origin.settled ?? carrier.settled ?? origin.created, known: known, evidence: origin.id == id ? [] : [id],
        related: way(from: origin.id, to: id, store, language)
      ) {
        let (name, error) = (store.nameInSentence(origin.id), store.errorInSentence(origin.id))
        let last = origin.id == id ? nil : store.nameInSentence(id)
        return language(
          "\(name) was rejected\(error.map { " with \($0)" } ?? ""), and no handler \(last.map { "down to \($0) " } ?? "")"
            + "took the rejection",
          "\(name) 已拒绝\(error.map { "，错误为 \($0)" } ?? "")，\(last.map { "直到 \($0) 都" } ?? "")没有处理函数处理它")
      }
    }
    let runtime = store.runtime
    for id in unhandled.all {
      let state = store.state(of: id)
      guard state == .unhandled || state == .cancelled && runtime.endsAtCancellation else { continue }
      let known = unhandledTimes[id] ?? store.settledTime(of: id) ?? 0
      add(id, known: known, isReportedBranch: !runtime.isLibrary)
    }
    // The log of another program may not say what was unhandled. At its end, that is known.
    guard store.isEnded else { return }
    for id in rejected.all {
      guard let carrier = store.facts(id), carrier.state == .rejected, !carrier.hasReaction, !carrier.isPlaceholder
      else { continue }
      guard gaps.isWhole(from: carrier.created, to: store.lastTime), !isAdopted(id, store) else { continue }
      add(id, known: store.lastTime)
    }
  }

  /// The promise at whose call site a handler is missing: the one that carried the rejection last or, if it is the end of a helper that other
  /// code calls, too, the body that called the helper.
  private func end(of carrier: NodeFacts, _ store: ChainStore) -> NodeFacts {
    guard helpers.contains(carrier.site), let caller = store.caller(of: carrier) else { return carrier }
    return caller
  }

  /// The promises that carried a rejection, from its origin on, and what happened there.
  private func way(from origin: PromiseID, to last: PromiseID, _ store: ChainStore, _ language: Language)
    -> [RelatedSite?]
  {
    var carriers: [PromiseID] = []
    var next = last
    while next != origin, next != 0, carriers.count < 64, !carriers.contains(next), let facts = store.facts(next) {
      carriers.append(next)
      next = store.outcome(of: facts).source
    }
    return [store.related(origin, language("rejected here", "在此被拒绝"))]
      + carriers.reversed().map {
        store.related($0, language("passed on here, without a handler for it", "在此传下去，没有处理函数"))
      }
  }

  private func isAdopted(_ id: PromiseID, _ store: ChainStore) -> Bool {
    var isAdopted = false
    store.forEachDependent(of: id, limit: 1) { _, _, _ in
      isAdopted = true
      return false
    }
    return isAdopted
  }

  /// Whether something other than a handler received the outcome of a promise, and does not swallow it as far as is known.
  private func reachesOther(_ id: PromiseID, than handler: PromiseID, _ store: ChainStore) -> Bool {
    var isFound = false
    store.forEachDependent(of: id, limit: 16) { dependent, kind, _ in
      isFound =
        dependent != handler && kind != .observer && errorHandlers[store.origin(of: dependent)] != false
        && !blindWaits.contains(BlindWait(body: dependent, source: id))
      return !isFound
    }
    return isFound
  }

  // MARK: swallowed-error

  private func findSwallowed(_ report: inout FindingsCollector, besides explained: Set<PromiseID>) {
    let (store, language) = (report.store, report.language)
    let catchesEverything = store.runtime.catchesEverything
    for proof in handlers.all {
      guard let handler = store.facts(proof.other), !handler.hasInputs else { continue }
      // A chain that ends in `catch` takes the error on purpose and passes no value on. So does an async function whose value is not used.
      // A handler that uses the error does not swallow it; one that doesn't does, whether its value is used or not.
      let takesError = proof.takesError ?? errorHandlers[handler.origin]
      if takesError == true { continue }
      let hasReturned = handler.state == .fulfilled && (handler.cause == .returned || handler.cause == .adopted)
      // A body that swallows an error may go on, as a loop does.
      guard hasReturned || handler.isOpen && proof.takesError == false else { continue }
      if catchesEverything {
        guard takesError == false || isAdopted(handler.id, store) else { continue }
        // An error that something else received and did not swallow, too, is not lost; nor is one after which a body tried again until it
        // succeeded.
        guard !reachesOther(proof.promise, than: handler.id, store) else { continue }
        if let last = retried[handler.id], handler.isOpen || store.state(of: last) == .fulfilled { continue }
      } else {
        // The `do` and `catch` of a body that awaited the promise name the errors that they take.
        guard !store.traits(handler).contains(.ending),
          takesError == false || !store.awaits(handler.id, proof.promise)
        else { continue }
      }
      let origin = store.rejection(of: proof.promise).origin
      guard origin != 0, !explained.contains(origin) else { continue }
      if store.state(of: origin) == .cancelled, catchesEverything || takesError != nil { continue }
      report.add(
        .swallowedError, handler, site: store.awaitSite(of: handler.id, for: proof.promise), time: proof.time,
        known: handler.settled,
        evidence: origin == proof.promise ? [origin] : [origin, proof.promise],
        events: [proof.event]
      ) {
        let (name, source) = (store.nameInSentence(handler.id), store.nameInSentence(origin))
        let error = store.errorInSentence(origin)
        if takesError == false {
          let code = proof.takesError == nil ? language("handler", "处理函数") : language("catch block", " catch 块")
          return language(
            "\(name) swallowed \(error ?? "an error") from \(source): its \(code) does not use the error",
            "\(name) 吞掉了 \(source) 的错误\(error.map { " \($0)" } ?? "")：它的\(code)没有使用这个错误")
        }
        return language(
          "\(name) may have swallowed \(error ?? "an error") from \(source): it turned the rejection into a value",
          "\(name) 可能吞掉了 \(source) 的错误\(error.map { " \($0)" } ?? "")：它把拒绝变成了值")
      }
    }
  }

  // MARK: self-resolution, cycle

  /// - Returns: The promises whose rejections are explained.
  private func findResolutionErrors(_ report: inout FindingsCollector) -> Set<PromiseID> {
    let (store, language) = (report.store, report.language)
    var explained: Set<PromiseID> = []
    for proof in resolutionErrors.all {
      guard let facts = store.facts(proof.promise) else { continue }
      let isNoted = selfNotes.contains(facts.id)
      guard isNoted || store.isStuckInCycle(facts), explained.insert(facts.id).inserted else { continue }
      let found = facts.adopts == facts.id ? nil : store.cycle(at: facts.id)
      // Without the text of the error, what waits for the promise tells the two apart.
      let isSelf =
        isNoted || facts.adopts == facts.id
        || store.texts[facts.text]?.contains("itself") ?? (found == nil && !facts.isCyclic && !facts.hasReaction)
      let cycle = isSelf ? nil : found
      report.add(
        isSelf ? .selfResolution : .cycle, facts, time: proof.time,
        evidence: cycle.map { Array($0.promises[1...].prefix(64)) } ?? [],
        events: [proof.event], victims: report.victims(of: facts.id)
      ) {
        let name = store.nameInSentence(facts.id)
        if isSelf {
          return language("\(name) was resolved with itself, so it could never settle", "\(name) 采用了自身，因此永远无法敲定")
        }
        let other = facts.adopts == 0 ? nil : store.nameInSentence(facts.adopts)
        let members = cycle.map { language(": ", "：") + $0.sentence(language, in: store) } ?? ""
        return language(
          "\(name) was resolved with \(other.map { "\($0), which" } ?? "a promise that") waits for it, so neither could settle",
          "\(name) 采用了\(other.map { " \($0)" } ?? "一个 Promise")，而后者正在等待它，因此两者都无法敲定") + members
      }
    }
    return explained
  }
}
